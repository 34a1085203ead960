#include "stage/dequantize.hpp"

#include "base/refuse.hpp"
#include "stage/stage_refusal.hpp"

namespace wai {

Expected<std::int64_t> dequantize(std::int64_t sym, std::int64_t f, std::int64_t base) {
  if (f < 0 || f > kMaxDequantizeShift) {
    return at_index(refuse(RefusalCode::field_range, "f is {}, not 0 to {} (ops 5E E2)", f, kMaxDequantizeShift), 0);
  }
  const auto value = dequantize_value(sym, static_cast<unsigned>(f), base);
  if (!value) {
    return at_index(refuse(RefusalCode::field_range, "{}*2^{} + {} does not fit i64 (ops 5E E2)", sym, f, base), 0);
  }
  return *value;
}

}  // namespace wai
