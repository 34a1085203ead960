// What the payload formats share: framing, field rules, caps, tables and streams, each with its check (pay 2).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "base/caps.hpp"

namespace wai {

// The four magics of pay 1. A payload with one of these, read as another format, is `format_capability_mismatch`.
inline constexpr std::string_view kWiv1Magic = "WIV1";
inline constexpr std::string_view kWih1Magic = "WIH1";
inline constexpr std::string_view kWia1Magic = "WIA1";
inline constexpr std::string_view kWis1Magic = "WIS1";

inline constexpr std::size_t kMagicBytes = 4;
inline constexpr std::uint8_t kPayloadVersion = 1;
inline constexpr std::uint64_t kU32Max = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::uint64_t kCdfLenMin = 3;  // entries of a table (pay 2)
inline constexpr std::uint64_t kCdfLenMax = 4097;
inline constexpr std::uint64_t kPayloadAfracMax = 30;              // WIA1 and WIS1 (pay 5, 6)
inline constexpr std::int64_t kMedianMax = std::int64_t{1} << 47;  // |median| (pay 5, 6)
inline constexpr std::size_t kMedianBytes = 8;

// The one of the four magics that the bytes start with, or nothing.
[[nodiscard]] std::optional<std::string_view> payload_magic(std::span<const std::uint8_t> bytes);

// bad_magic, for bytes that start with none of them.
[[nodiscard]] Refusal no_payload_magic();

// Whether what is parsed keeps its streams' bytes or looks at the payload's own. A decode looks: it lasts no longer than
// its payload, and holds no more than it declares (pay 7).
enum class HoldStreams : std::uint8_t { copied, viewed };

// The bytes of a stream: its own, or a view of a payload's.
class StreamBytes {
 public:
  StreamBytes() = default;
  explicit StreamBytes(Bytes bytes) : own_(std::move(bytes)) {}
  StreamBytes& operator=(Bytes bytes) { return *this = StreamBytes(std::move(bytes)); }
  [[nodiscard]] static StreamBytes view_of(std::span<const std::uint8_t> bytes) {
    StreamBytes out;
    out.view_ = bytes;
    return out;
  }

  [[nodiscard]] std::span<const std::uint8_t> bytes() const { return view_ ? *view_ : std::span(own_); }
  [[nodiscard]] std::size_t size() const { return bytes().size(); }
  [[nodiscard]] Bytes copy() const { return {bytes().begin(), bytes().end()}; }
  friend bool operator==(const StreamBytes& a, const StreamBytes& b) {
    return std::ranges::equal(a.bytes(), b.bytes());
  }
  friend bool operator==(const StreamBytes& a, const Bytes& b) { return std::ranges::equal(a.bytes(), b); }

 private:
  Bytes own_;
  std::optional<std::span<const std::uint8_t>> view_;
};

// A cursor over one payload that names the format and the section in what it refuses.
class PayloadReader {
 public:
  PayloadReader(std::string_view format, std::span<const std::uint8_t> bytes, std::string_view section,
                HoldStreams hold = HoldStreams::copied)
      : in_(bytes), format_(format), section_(section), hold_(hold) {}

  [[nodiscard]] ByteReader& in() { return in_; }
  [[nodiscard]] std::string_view format() const { return format_; }

  // Checks 1 to 3: the magic, the version byte, the fixed header's presence. Leaves the cursor after the version.
  [[nodiscard]] Expected<void> open(std::size_t header_bytes);

  // Check 4, for a field that has been read.
  [[nodiscard]] Expected<void> reserved(std::size_t offset, std::uint64_t value) const;

  // Check 5: each field within its ends, in the order given.
  struct FieldRule {
    std::string_view name;
    std::size_t offset;
    std::uint64_t value;
    std::uint64_t least;
    std::uint64_t most;
  };
  [[nodiscard]] Expected<void> fields(std::initializer_list<FieldRule> rules) const;

  // Check 6: each size within its cap, in the order given.
  struct SizeRule {
    std::string_view name;
    CheckedSize size;
    std::uint64_t cap;
  };
  [[nodiscard]] Expected<void> caps(std::initializer_list<SizeRule> rules) const;

  // Check 7: `n` more bytes are present.
  [[nodiscard]] Expected<void> present(std::uint64_t n, std::string_view what) const;
  // A table of `n` entries, which meets rule t4097 (pay 2).
  [[nodiscard]] Expected<std::vector<std::uint32_t>> table(std::size_t n, std::string_view what);
  // A u32 length, which is a stream's, and as many bytes (pay 2).
  [[nodiscard]] Expected<StreamBytes> stream(std::string_view what);
  // `n` medians, each within +-2^47 (pay 5, 6).
  [[nodiscard]] Expected<std::vector<std::int64_t>> medians(std::size_t n);

  // Check 8.
  [[nodiscard]] Expected<void> end() const;

 private:
  ByteReader in_;
  std::string_view format_;
  std::string_view section_;  // the format's own text, for messages
  HoldStreams hold_;
};

// The magic, the version and the bytes of a payload being written.
[[nodiscard]] ByteWriter start_payload(std::string_view magic);
void write_table(ByteWriter& out, std::span<const std::uint32_t> cdf);
// Refuses a stream whose size no length field can give (`stream_length`).
[[nodiscard]] Expected<void> write_stream(ByteWriter& out, std::span<const std::uint8_t> stream);

// Refuses, with `field_range`, a structure whose lists do not have the counts its header fields give.
[[nodiscard]] Expected<void> check_count(std::string_view format, std::string_view what, CheckedSize want,
                                         std::size_t have);

}  // namespace wai
