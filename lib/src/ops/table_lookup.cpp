#include "ops/table_lookup.hpp"

#include <algorithm>

#include "ops/families.hpp"
#include "ops/same_shape.hpp"

namespace wai {
namespace {

// lut16: out = T[v + 32768]
class Lut16 final : public SameShapeOperator {
 public:
  explicit Lut16(Lut16Params p) : p_(std::move(p)) {}

  Expected<void> exponents(std::span<const std::int8_t> in, std::span<const std::int8_t> out) const override {
    if (p_.e_in != in[0] || p_.e_out != out[0]) {
      return refuse(RefusalCode::model_mismatch, "lut16: exponents {} and {}, its tensors have {} and {} (ops 5.6)",
                    p_.e_in, p_.e_out, in[0], out[0]);
    }
    return {};
  }
  Expected<void> bounds(NodeRecord& node) const override;

  // The certified range keeps every index within the table (load check 8).
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext&) const override {
    std::transform(in[0]->data.begin(), in[0]->data.end(), out[0].data.begin(),
                   [&](std::int64_t v) { return p_.table[static_cast<std::size_t>(v + kLut16Zero)]; });
  }

 private:
  Lut16Params p_;
};

// ops 8.3, lut16: the least and greatest entry that the interval reaches; ops 5.6: that interval is within
// [-32767, 32767].
Expected<void> Lut16::bounds(NodeRecord& node) const {
  const Interval& x = node.x();
  if (x.lo < Wide(-kLut16Range) || x.hi > Wide(kLut16Range)) {
    return refuse(RefusalCode::model_mismatch, "lut16: the input's certified range [{}, {}] passes [-{}, {}] (ops 5.6)",
                  x.lo.to_string(), x.hi.to_string(), kLut16Range, kLut16Range);
  }
  node.npu_flags.insert("lut16");
  const auto entry = [&](const Wide& v) { return p_.table.begin() + (narrow<std::int32_t>(v.small()) + kLut16Zero); };
  const auto [least, greatest] = std::minmax_element(entry(x.lo), entry(x.hi) + 1);
  node.result(0, {std::int64_t{*least}, std::int64_t{*greatest}});
  return {};
}

}  // namespace

Expected<OperatorPtr> read_lut16(ParamReader& in) {
  WAI_CHECK(in.need(4));
  Lut16Params p;
  p.e_in = in.field<std::int8_t>();
  p.e_out = in.field<std::int8_t>();
  WAI_CHECK(in.reserved(2));
  WAI_CHECK(in.need(2 * kLut16Entries));
  std::generate(p.table.begin(), p.table.end(), [&] { return in.field<std::int16_t>(); });
  if (p.table[0] != 0) {
    return in.refuse("lut16: T[0] is {}, not 0 (ops 5.6)", p.table[0]);
  }
  return OperatorPtr(std::make_unique<Lut16>(std::move(p)));
}

Bytes write_params(const Lut16Params& p) {
  ByteWriter out;
  out.write(p.e_in);
  out.write(p.e_out);
  out.zeros(2);
  for (const std::int16_t entry : p.table) {
    out.write(entry);
  }
  return std::move(out).finish();
}

}  // namespace wai
