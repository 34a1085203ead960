#include "decode/latents.hpp"

#include "base/refuse.hpp"

namespace wai {

Refusal in_stream(std::string_view name, Refusal refusal) {
  refusal.message = fmt::format("{} stream: {}", name, refusal.message);
  return refusal;
}

Refusal value_past_i64(std::string_view name, std::size_t symbol) {
  Refusal refusal =
      refuse(RefusalCode::field_range, "{} stream, symbol {}: its value passes i64 (pay 7)", name, symbol);
  refusal.at = static_cast<std::int64_t>(symbol);
  return refusal;
}

StreamUse use_of(std::string_view name, const Rans64Decoder& decoder) {
  return {std::string(name), decoder.symbols_read(), decoder.words_read(), decoder.words_total()};
}

}  // namespace wai
