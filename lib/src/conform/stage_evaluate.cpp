// The reference evaluation of a stage vector: its operands in the types of ops 5E, the operator, its outcome.
#include <optional>

#include "base/int_math.hpp"
#include "conform/stage_vector.hpp"

namespace wai {
namespace {

// A size or index in the type the operator takes. A negative one names nothing: it becomes one that nothing has.
std::uint64_t as_index(std::int64_t v) {
  return v < 0 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(v);
}

// An operand outside the types of ops 5E (readings P23).
Refusal outside_type(std::string_view what) {
  Refusal refusal = refuse(RefusalCode::model_mismatch, "{} outside the types of ops 5E (readings P23)", what);
  refusal.at = -1;
  return refusal;
}

JsonOut result(std::string_view name, JsonOut value) {
  JsonOut out = JsonOut::object();
  out.set(name, std::move(value));
  return out;
}

Expected<JsonOut> integer_result(std::string_view name, const Expected<std::int64_t>& v) {
  if (!v) {
    return v.refusal();
  }
  return result(name, JsonOut::integer(*v));
}

Expected<JsonOut> tensor_result(const Expected<Tensor>& v) {
  if (!v) {
    return v.refusal();
  }
  return result("out", tensor_json(*v));
}

Expected<std::vector<CdfTable>> cdf_tables(const std::vector<Rans64Input::Table>& tables) {
  std::vector<CdfTable> out;
  for (const Rans64Input::Table& table : tables) {
    if (!fits<std::int32_t>(table.offset)) {
      return outside_type("an offset");
    }
    out.push_back({{}, static_cast<std::int32_t>(table.offset)});
    for (const std::int64_t entry : table.cdf) {
      if (!fits<std::uint32_t>(entry)) {
        return outside_type("a table entry");
      }
      out.back().cdf.push_back(static_cast<std::uint32_t>(entry));
    }
  }
  return out;
}

Expected<JsonOut> evaluate(const Rans64Input& in) {
  if (!fits<std::int32_t>(in.lo) || !fits<std::int32_t>(in.hi)) {
    return outside_type("the range of strict");
  }
  const Rans64Modes modes{in.table, in.escape, in.end, static_cast<std::int32_t>(in.lo),
                          static_cast<std::int32_t>(in.hi)};
  WAI_TRY(const std::vector<CdfTable> tables, cdf_tables(in.tables));
  std::vector<std::uint64_t> reads;
  for (const std::int64_t read : in.reads) {
    reads.push_back(as_index(read));
  }
  WAI_TRY(const auto symbols, rans64_decode(in.stream, tables, reads, modes));
  return result("symbols", integers_json(symbols));
}

Expected<JsonOut> evaluate(const DequantizeInput& in) {
  return integer_result("value", dequantize(in.sym, in.f, in.base));
}

Expected<JsonOut> evaluate(const BucketInput& in) {
  WAI_TRY(const std::uint64_t index, bucket(in.sigma, in.edges, in.rule));
  return result("index", JsonOut::size(index));
}

Expected<JsonOut> evaluate(const CodedInput& in) {
  return result("coded", JsonOut::boolean(coded(in.v, in.thr)));
}

Expected<JsonOut> evaluate(const ScaleIndexInput& in) {
  return integer_result("index", scale_index(in.v, in.s, in.n));
}

Expected<JsonOut> evaluate(const BlockStatInput& in) {
  const std::uint64_t side = in.b < 0 ? 0 : static_cast<std::uint64_t>(in.b);
  return tensor_result(block_stat(in.x, {side, in.s, in.lo, in.hi}));
}

Expected<JsonOut> evaluate(const BandLookupInput& in) {
  return integer_result("value", band_lookup(in.v, in.edges, in.table, as_index(in.row)));
}

Expected<MansSymbols> mans_symbols(const MansInput& in) {
  if (in.mode == MansInput::Mode::sgm) {
    std::vector<MansSpan> spans;
    for (const MansInput::Span& span : in.spans) {
      spans.push_back({{span.mask.begin(), span.mask.end()}, span.sigma});
    }
    return mans_decode_sgm(in.memory, in.pmf, in.bounds, spans);
  }
  std::vector<std::uint64_t> lengths;
  for (const std::int64_t length : in.lengths) {
    if (length < 0) {
      return outside_type("a row's length");
    }
    lengths.push_back(static_cast<std::uint64_t>(length));
  }
  return mans_decode_fac(in.memory, in.rows, lengths);
}

Expected<JsonOut> evaluate(const MansInput& in) {
  WAI_TRY(const MansSymbols symbols, mans_symbols(in));
  JsonOut lists = JsonOut::array();
  for (const Integers& list : symbols) {
    lists.push(integers_json(list));
  }
  return result("symbols", std::move(lists));
}

Expected<JsonOut> evaluate(const ResidualStepInput& in) {
  return integer_result("value", residual_step(in.pred, in.r, in.q, in.lo, in.hi));
}

Expected<JsonOut> evaluate(const McPredictInput& in) {
  return integer_result(
      "value", mc_predict(in.frame, {as_index(in.y), as_index(in.x), as_index(in.c), in.dy, in.dx, in.precision}));
}

Expected<JsonOut> evaluate(const Up2PredictInput& in) {
  if (in.d0 < 0 || in.d1 < 0) {
    return outside_type("d0 or d1");
  }
  return tensor_result(up2_predict(in.prev, static_cast<std::uint64_t>(in.d0), static_cast<std::uint64_t>(in.d1)));
}

Expected<JsonOut> evaluate(const RatePredictInput& in) {
  if (in.rate_num < 0 || in.rate_den < 0 || in.d0 < 0) {
    return outside_type("a rate or d0");
  }
  return tensor_result(rate_predict(in.prev, static_cast<std::uint64_t>(in.rate_num),
                                    static_cast<std::uint64_t>(in.rate_den), static_cast<std::uint64_t>(in.d0)));
}

Expected<JsonOut> evaluate(const CodingOrderInput& in) {
  if (in.shape.size() != 3 || in.shape[0] < 0 || in.shape[1] < 0 || in.shape[2] < 0) {
    return outside_type("the shape");
  }
  const auto side = [&](std::size_t i) { return static_cast<std::uint64_t>(in.shape[i]); };
  WAI_TRY(const auto indices, coding_order({side(0), side(1), side(2)}, in.order, in.anchor));
  JsonOut list = JsonOut::array();
  for (const std::uint64_t index : indices) {
    list.push(JsonOut::size(index));
  }
  return result("indices", std::move(list));
}

}  // namespace

StageOutcome evaluate_stage(const StageInput& in, std::string* why) {
  auto out = std::visit([](const auto& operands) { return evaluate(operands); }, in);
  if (out) {
    return *std::move(out);
  }
  if (why != nullptr) {
    *why = out.refusal().message;
  }
  return StageRefusal{out.refusal().at.value_or(-1), out.refusal().code};
}

}  // namespace wai
