#include "payload/sections.hpp"

#include <algorithm>
#include <array>

#include "stage/rans64_decode.hpp"

namespace wai {
namespace {

constexpr std::array kMagics = {kWiv1Magic, kWih1Magic, kWia1Magic, kWis1Magic};

}  // namespace

std::optional<std::string_view> payload_magic(std::span<const std::uint8_t> bytes) {
  for (const std::string_view magic : kMagics) {
    if (bytes.size() >= magic.size() && std::equal(magic.begin(), magic.end(), bytes.begin())) {
      return magic;
    }
  }
  return std::nullopt;
}

Refusal no_payload_magic() {
  return refuse(RefusalCode::bad_magic, "the magic at offset 0 is none of WIV1, WIH1, WIA1 and WIS1 (pay 2)");
}

Expected<void> PayloadReader::open(std::size_t header_bytes) {
  const auto front = in_.take(std::min(in_.remaining(), kMagicBytes));
  if (!std::equal(front.begin(), front.end(), format_.begin(), format_.end())) {
    return payload_magic(front)
               ? refuse(RefusalCode::format_capability_mismatch, "{}: the payload is another format's (pay 2)", format_)
               : refuse(RefusalCode::bad_magic, "{}: the magic at offset 0 is no payload's (pay 2)", format_);
  }
  WAI_CHECK(present(1, "version"));
  if (const auto version = in_.u8(); version != kPayloadVersion) {
    return refuse(RefusalCode::version, "{}: version {} at offset 4 is not 1 (pay 2)", format_, version);
  }
  return present(header_bytes - in_.offset(), "header");
}

Expected<void> PayloadReader::reserved(std::size_t offset, std::uint64_t value) const {
  if (value != 0) {
    return refuse(RefusalCode::reserved_nonzero, "{}: the reserved field at offset {} is {}, not 0 ({})", format_,
                  offset, value, section_);
  }
  return {};
}

Expected<void> PayloadReader::fields(std::initializer_list<FieldRule> rules) const {
  for (const FieldRule& rule : rules) {
    if (rule.value < rule.least || rule.value > rule.most) {
      return refuse(RefusalCode::field_range, "{}: {} {} at offset {} is outside {}..={} ({})", format_, rule.name,
                    rule.value, rule.offset, rule.least, rule.most, section_);
    }
  }
  return {};
}

Expected<void> PayloadReader::caps(std::initializer_list<SizeRule> rules) const {
  for (const SizeRule& rule : rules) {
    if (!rule.size.within(rule.cap)) {
      return rule.size.value() ? refuse(RefusalCode::too_large, "{}: {} is {}, past the cap of {} (pay 7)", format_,
                                        rule.name, *rule.size.value(), rule.cap)
                               : refuse(RefusalCode::too_large, "{}: {} is past 64 bits (pay 7)", format_, rule.name);
    }
  }
  return {};
}

Expected<void> PayloadReader::present(std::uint64_t n, std::string_view what) const {
  if (!in_.has(n)) {
    return refuse(RefusalCode::stream_length, "{}: {} at offset {} takes {} bytes, {} remain ({})", format_, what,
                  in_.offset(), n, in_.remaining(), section_);
  }
  return {};
}

Expected<std::vector<std::uint32_t>> PayloadReader::table(std::size_t n, std::string_view what) {
  const std::size_t at = in_.offset();
  WAI_CHECK(present(std::uint64_t{n} * sizeof(std::uint32_t), what));
  std::vector<std::uint32_t> cdf(n);
  std::generate(cdf.begin(), cdf.end(), [&] { return in_.u32(); });
  if (const auto fault = table_fault(cdf, TableRule::t4097)) {
    return refuse(RefusalCode::cdf_malformed, "{}: {} at offset {}: {} (pay 2)", format_, what, at, *fault);
  }
  return cdf;
}

Expected<StreamBytes> PayloadReader::stream(std::string_view what) {
  const std::size_t at = in_.offset();
  WAI_CHECK(present(sizeof(std::uint32_t), what));
  const std::uint32_t length = in_.u32();
  if (!is_stream_length(length)) {
    return refuse(RefusalCode::stream_length, "{}: {} at offset {}: length {} is under 8 or no multiple of 4 (pay 2)",
                  format_, what, at, length);
  }
  WAI_CHECK(present(length, what));
  const auto bytes = in_.take(length);
  return hold_ == HoldStreams::viewed ? StreamBytes::view_of(bytes) : StreamBytes(Bytes(bytes.begin(), bytes.end()));
}

Expected<std::vector<std::int64_t>> PayloadReader::medians(std::size_t n) {
  WAI_CHECK(present(std::uint64_t{n} * kMedianBytes, "medians"));
  std::vector<std::int64_t> values(n);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t at = in_.offset();
    values[k] = in_.i64();
    if (values[k] < -kMedianMax || values[k] > kMedianMax) {
      return refuse(RefusalCode::field_range, "{}: median {} at offset {} is {}, outside +-2^47 ({})", format_, k, at,
                    values[k], section_);
    }
  }
  return values;
}

Expected<void> PayloadReader::end() const {
  if (!in_.at_end()) {
    return refuse(RefusalCode::trailing, "{}: {} bytes after the last section, at offset {} (pay 2)", format_,
                  in_.remaining(), in_.offset());
  }
  return {};
}

ByteWriter start_payload(std::string_view magic) {
  ByteWriter out;
  for (const char c : magic) {
    out.u8(static_cast<std::uint8_t>(c));
  }
  out.u8(kPayloadVersion);
  return out;
}

void write_table(ByteWriter& out, std::span<const std::uint32_t> cdf) {
  for (const std::uint32_t entry : cdf) {
    out.u32(entry);
  }
}

Expected<void> write_stream(ByteWriter& out, std::span<const std::uint8_t> stream) {
  if (stream.size() > kU32Max) {
    return refuse(RefusalCode::stream_length, "a stream of {} bytes is past its 32-bit length (pay 2)", stream.size());
  }
  out.u32(static_cast<std::uint32_t>(stream.size()));
  out.append(stream);
  return {};
}

Expected<void> check_count(std::string_view format, std::string_view what, CheckedSize want, std::size_t have) {
  if (want.value() != std::uint64_t{have}) {
    return refuse(RefusalCode::field_range, "{}: {} {}, not as many as the header's fields give (pay 2)", format, have,
                  what);
  }
  return {};
}

}  // namespace wai
