#include "ops/movement.hpp"

#include <algorithm>

#include "ops/families.hpp"
#include "ops/same_shape.hpp"

namespace wai {
namespace {

// An operator that moves its first input's elements to one output (ops 8.3, movement).
class MovementOperator : public Operator {
 public:
  Expected<void> bounds(NodeRecord& node) const override {
    node.result(0, node.x());
    return {};
  }
};

// out[c][y][x] = in[c][y0 + y][x0 + x], for the window of out's shape, which the plan has found inside in.
void copy_window(const Tensor& in, std::uint64_t y0, std::uint64_t x0, Tensor& out) {
  auto to = out.data.begin();
  const auto width = static_cast<std::ptrdiff_t>(out.shape.w);
  for (std::uint64_t c = 0; c < out.shape.c; ++c) {
    for (std::uint64_t y = 0; y < out.shape.h; ++y) {
      const std::uint64_t line = (c * in.shape.h + y0 + y) * in.shape.w + x0;
      to = std::copy_n(in.data.begin() + static_cast<std::ptrdiff_t>(line), width, to);
    }
  }
}

// ---------------------------------------------------------------- concat: the inputs' channels, in input order

class Concat final : public Operator {
 public:
  // At most 255 counts of 32 bits.
  Expected<std::vector<std::uint64_t>> channels(std::span<const std::uint64_t> in,
                                                std::span<const std::uint64_t>) const override {
    std::uint64_t sum = 0;
    for (const std::uint64_t c : in) {
      sum += c;
    }
    return one_count(sum);
  }
  Expected<void> exponents(std::span<const std::int8_t> in, std::span<const std::int8_t> out) const override {
    return equal_exponents("concat", in, out);
  }
  Expected<std::vector<Shape>> plan(std::span<const Shape> in, std::span<const std::uint64_t>,
                                    const PlanContext& ctx) const override {
    Shape out = in[0];
    for (const Shape& x : in.subspan(1)) {
      if (x.h != out.h || x.w != out.w) {
        return refuse(ctx.shape_code(), "concat: {} x {} and {} x {} (ops 5.10)", out.h, out.w, x.h, x.w);
      }
      out.c += x.c;
    }
    return one_shape(out);
  }
  Expected<void> bounds(NodeRecord& node) const override {
    for (const NodeInput& in : node.in) {
      node.result(0, in.interval);
    }
    return {};
  }
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext&) const override {
    auto to = out[0].data.begin();
    for (const Tensor* x : in) {
      to = std::copy(x->data.begin(), x->data.end(), to);
    }
  }
};

// ---------------------------------------------------------------- split: out[c] = in[start + c]

class Split final : public MovementOperator {
 public:
  explicit Split(SplitParams p) : p_(p) {}

  Expected<std::vector<std::uint64_t>> channels(std::span<const std::uint64_t> in,
                                                std::span<const std::uint64_t>) const override {
    if (std::uint64_t{p_.start} + p_.count > in[0]) {
      return refuse(RefusalCode::model_mismatch, "split: channels {} + {} of {} (ops 5.10)", p_.start, p_.count, in[0]);
    }
    return one_count(p_.count);
  }
  Expected<std::vector<Shape>> plan(std::span<const Shape> in, std::span<const std::uint64_t>,
                                    const PlanContext&) const override {
    return one_shape({p_.count, in[0].h, in[0].w});
  }
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext&) const override {
    const auto first = static_cast<std::ptrdiff_t>(p_.start * in[0]->shape.plane());
    std::copy_n(in[0]->data.begin() + first, out[0].data.size(), out[0].data.begin());
  }

 private:
  SplitParams p_;
};

// ---------------------------------------------------------------- pad_rep: out[c][y][x] = in[c][min(y, H-1)][min(x,
// W-1)]

class PadRep final : public MovementOperator {
 public:
  explicit PadRep(PadRepParams p) : p_(p) {}

  Expected<std::vector<std::uint64_t>> channels(std::span<const std::uint64_t> in,
                                                std::span<const std::uint64_t>) const override {
    return one_count(in[0]);
  }
  Expected<std::vector<Shape>> plan(std::span<const Shape> in, std::span<const std::uint64_t>,
                                    const PlanContext&) const override {
    WAI_TRY(const std::uint64_t h, formed_size(padded(in[0].h), "pad_rep: the padded height"));
    WAI_TRY(const std::uint64_t w, formed_size(padded(in[0].w), "pad_rep: the padded width"));
    return one_shape({in[0].c, h, w});
  }
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext&) const override {
    const Shape& x = in[0]->shape;
    const Shape& y = out[0].shape;
    auto to = out[0].data.begin();
    for (std::uint64_t c = 0; c < y.c; ++c) {
      for (std::uint64_t row = 0; row < y.h; ++row) {
        const auto line = static_cast<std::ptrdiff_t>((c * x.h + std::min(row, x.h - 1)) * x.w);
        const auto from = in[0]->data.begin() + line;
        const auto width = static_cast<std::ptrdiff_t>(x.w);
        to = std::copy_n(from, width, to);
        to = std::fill_n(to, y.w - x.w, from[width - 1]);
      }
    }
  }

 private:
  // ceil(n / m) * m, for n within 2^26.
  [[nodiscard]] CheckedSize padded(std::uint64_t n) const { return CheckedSize((n + p_.m - 1) / p_.m) * p_.m; }

  PadRepParams p_;
};

// ---------------------------------------------------------------- crop_to: the top left corner, of the second's size

class CropTo final : public MovementOperator {
 public:
  Expected<std::vector<std::uint64_t>> channels(std::span<const std::uint64_t> in,
                                                std::span<const std::uint64_t>) const override {
    return one_count(in[0]);
  }
  Expected<std::vector<Shape>> plan(std::span<const Shape> in, std::span<const std::uint64_t>,
                                    const PlanContext& ctx) const override {
    if (in[1].h > in[0].h || in[1].w > in[0].w) {
      return refuse(ctx.shape_code(), "crop_to: {} x {} of {} x {} (ops 5.10)", in[1].h, in[1].w, in[0].h, in[0].w);
    }
    return one_shape({in[0].c, in[1].h, in[1].w});
  }
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext&) const override {
    copy_window(*in[0], 0, 0, out[0]);
  }
};

// ---------------------------------------------------------------- crop: out[c][y][x] = in[c][y0 + y][x0 + x]

// One side of the window. An operand is a u32 or an i64 scalar, and an input side is within 2^26: only the sum of
// start and length could pass i64, and it is never formed.
struct CropSide {
  std::int64_t start = 0;
  std::int64_t length = 0;

  [[nodiscard]] bool within(std::int64_t n) const { return start >= 0 && length >= 1 && length <= n - start; }
};

class Crop final : public MovementOperator {
 public:
  explicit Crop(CropParams p) : p_(p) {}

  Expected<std::vector<std::uint64_t>> channels(std::span<const std::uint64_t> in,
                                                std::span<const std::uint64_t>) const override {
    return one_count(in[0]);
  }
  Expected<std::vector<Shape>> plan(std::span<const Shape> in, std::span<const std::uint64_t>,
                                    const PlanContext& ctx) const override;
  Expected<void> bounds(NodeRecord& node) const override {
    if (p_.y0.is_scalar || p_.x0.is_scalar || p_.h.is_scalar || p_.w.is_scalar) {
      node.npu_reasons.insert("crop_scalar");
    }
    return MovementOperator::bounds(node);
  }
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const override {
    copy_window(*in[0], static_cast<std::uint64_t>(value(p_.y0, ctx.scalars)),
                static_cast<std::uint64_t>(value(p_.x0, ctx.scalars)), out[0]);
  }

 private:
  [[nodiscard]] static std::int64_t value(const CropOperand& v, std::span<const std::int64_t> scalars) {
    return v.is_scalar ? scalars[v.value] : v.value;
  }
  // At load: the smallest start and the largest length within an input side of n (ops 5.10).
  [[nodiscard]] static CropSide side_at_load(const CropOperand& start, const CropOperand& length, std::int64_t n,
                                             std::span<const ScalarRecord> ranges) {
    const std::int64_t s0 = start.is_scalar ? 0 : start.value;
    return {s0, length.is_scalar ? std::min(ranges[length.value].hi, n - s0) : std::int64_t{length.value}};
  }
  [[nodiscard]] static CropSide side(const CropOperand& start, const CropOperand& length, std::int64_t n,
                                     const PlanContext& ctx) {
    return ctx.at_load ? side_at_load(start, length, n, ctx.ranges)
                       : CropSide{value(start, ctx.values), value(length, ctx.values)};
  }

  CropParams p_;
};

Expected<std::vector<Shape>> Crop::plan(std::span<const Shape> in, std::span<const std::uint64_t>,
                                        const PlanContext& ctx) const {
  const auto n_rows = static_cast<std::int64_t>(in[0].h);
  const auto n_columns = static_cast<std::int64_t>(in[0].w);
  const CropSide rows = side(p_.y0, p_.h, n_rows, ctx);
  const CropSide columns = side(p_.x0, p_.w, n_columns, ctx);
  if (!rows.within(n_rows) || !columns.within(n_columns)) {
    return refuse(ctx.shape_code(), "crop: {} x {} from ({}, {}) of {} x {} (ops 5.10)", rows.length, columns.length,
                  rows.start, columns.start, n_rows, n_columns);
  }
  return one_shape({in[0].c, static_cast<std::uint64_t>(rows.length), static_cast<std::uint64_t>(columns.length)});
}

// ---------------------------------------------------------------- fill: every element is the value

class Fill final : public Operator {
 public:
  explicit Fill(FillParams p) : p_(p) {}

  // As many as the output's tensor record says.
  Expected<std::vector<std::uint64_t>> channels(std::span<const std::uint64_t>,
                                                std::span<const std::uint64_t> declared) const override {
    return one_count(declared[0]);
  }
  Expected<std::vector<Shape>> plan(std::span<const Shape> in, std::span<const std::uint64_t> declared,
                                    const PlanContext&) const override {
    return one_shape({declared[0], in[0].h, in[0].w});
  }
  Expected<void> bounds(NodeRecord& node) const override {
    node.result(0, p_.is_scalar ? node.scalars[static_cast<std::size_t>(p_.value)] : Interval{p_.value, p_.value});
    return {};
  }
  void evaluate(std::span<const Tensor* const>, std::span<Tensor> out, const EvalContext& ctx) const override {
    const std::int64_t v = p_.is_scalar ? ctx.scalars[static_cast<std::size_t>(p_.value)] : p_.value;
    std::fill(out[0].data.begin(), out[0].data.end(), v);
  }

 private:
  FillParams p_;
};

// u8 kind: 0 constant, 1 scalar; then reserved bytes.
Expected<bool> read_is_scalar(ParamReader& in, std::size_t n_reserved) {
  const auto kind = in.field<std::uint8_t>();
  if (kind > 1) {
    return in.refuse("an operand of kind {}, not 0 or 1 (ops 10.4)", kind);
  }
  WAI_CHECK(in.reserved(n_reserved));
  return kind == 1;
}

}  // namespace

Expected<OperatorPtr> read_concat(ParamReader&) {
  return OperatorPtr(std::make_unique<Concat>());
}

Expected<OperatorPtr> read_split(ParamReader& in) {
  WAI_CHECK(in.need(8));
  SplitParams p;
  p.start = in.field<std::uint32_t>();
  p.count = in.field<std::uint32_t>();
  if (p.count < 1) {
    return in.refuse("split: a count of 0 (ops 5.10)");
  }
  return OperatorPtr(std::make_unique<Split>(p));
}

Expected<OperatorPtr> read_pad_rep(ParamReader& in) {
  WAI_CHECK(in.need(4));
  const PadRepParams p = {in.field<std::uint32_t>()};
  if (p.m < 1) {
    return in.refuse("pad_rep: m is 0 (ops 5.10)");
  }
  return OperatorPtr(std::make_unique<PadRep>(p));
}

Expected<OperatorPtr> read_crop_to(ParamReader&) {
  return OperatorPtr(std::make_unique<CropTo>());
}

Expected<OperatorPtr> read_crop(ParamReader& in) {
  WAI_CHECK(in.need(32));
  CropParams p;
  for (CropOperand* operand : {&p.y0, &p.x0, &p.h, &p.w}) {
    WAI_TRY(operand->is_scalar, read_is_scalar(in, 3));
    operand->value = in.field<std::uint32_t>();
    if (operand->is_scalar && operand->value >= in.scalars().size()) {
      return in.refuse("crop: scalar {} does not exist (ops 5.10)", operand->value);
    }
  }
  return OperatorPtr(std::make_unique<Crop>(p));
}

Expected<OperatorPtr> read_fill(ParamReader& in) {
  WAI_CHECK(in.need(16));
  FillParams p;
  WAI_TRY(p.is_scalar, read_is_scalar(in, 7));
  p.value = in.field<std::int64_t>();
  if (p.is_scalar && static_cast<std::uint64_t>(p.value) >= in.scalars().size()) {  // a negative one too
    return in.refuse("fill: scalar {} does not exist (ops 5.10)", p.value);
  }
  return OperatorPtr(std::make_unique<Fill>(p));
}

Bytes write_params(const SplitParams& p) {
  ByteWriter out;
  out.u32(p.start);
  out.u32(p.count);
  return std::move(out).finish();
}

Bytes write_params(const PadRepParams& p) {
  ByteWriter out;
  out.u32(p.m);
  return std::move(out).finish();
}

Bytes write_params(const CropParams& p) {
  ByteWriter out;
  for (const CropOperand& operand : {p.y0, p.x0, p.h, p.w}) {
    out.u8(operand.is_scalar ? 1 : 0);
    out.zeros(3);
    out.u32(operand.value);
  }
  return std::move(out).finish();
}

Bytes write_params(const FillParams& p) {
  ByteWriter out;
  out.u8(p.is_scalar ? 1 : 0);
  out.zeros(7);
  out.i64(p.value);
  return std::move(out).finish();
}

}  // namespace wai
