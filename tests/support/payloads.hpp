// Payloads of pay 3 to 6 and pins P3 as plain fields, every one free to be wrong, and a table of faults over them. It
// shares no code with the library's writers: the bytes come from the text's tables.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "wai/refusal.hpp"

namespace wai::test {

using Blob = std::vector<std::uint8_t>;

// Appends `size` bytes of `value`, the least significant first.
inline void put(Blob& out, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    out.push_back(static_cast<std::uint8_t>((value >> (8 * i)) & 0xFF));
  }
}
inline void put_signed(Blob& out, std::int64_t value, std::size_t size) {
  put(out, static_cast<std::uint64_t>(value), size);
}
inline void put(Blob& out, const Blob& bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}
inline void put(Blob& out, const std::string& text) {
  out.insert(out.end(), text.begin(), text.end());
}
inline void put(Blob& out, const std::vector<std::uint32_t>& entries) {
  for (const std::uint32_t entry : entries) {
    put(out, entry, 4);
  }
}

// The words of a stream that codes no symbol: the state 2^31 alone (pay 2).
inline Blob words(std::initializer_list<std::uint32_t> values) {
  Blob out;
  for (const std::uint32_t v : values) {
    put(out, v, 4);
  }
  return out;
}

// A u32 length and bytes; the length is the bytes' own unless `length` says another.
struct Section {
  Blob bytes = words({0x80000000U, 0});
  std::optional<std::uint32_t> length;

  void append_to(Blob& out) const {
    put(out, length.value_or(static_cast<std::uint32_t>(bytes.size())), 4);
    put(out, bytes);
  }
};

// What every payload has: what can follow its last section, and where it is cut.
struct Tail {
  Blob after;
  std::size_t cut = std::numeric_limits<std::size_t>::max();

  [[nodiscard]] Blob finish(Blob out) const {
    put(out, after);
    out.resize(std::min(out.size(), cut));
    return out;
  }
};

struct Wih1Fields : Tail {
  std::string magic = "WIH1";
  std::uint8_t version = 1;
  std::uint8_t reserved5 = 0, reserved6 = 0, reserved7 = 0;
  std::uint32_t m = 2, sh = 3, sw = 4, n_z = 5, zh = 1, zw = 2;
  Section z_stream, y_stream;

  [[nodiscard]] Blob bytes() const {
    Blob out;
    put(out, magic);
    put(out, version, 1);
    put(out, reserved5, 1);
    put(out, reserved6, 1);
    put(out, reserved7, 1);
    for (const std::uint32_t v : {m, sh, sw, n_z, zh, zw}) {
      put(out, v, 4);
    }
    z_stream.append_to(out);
    y_stream.append_to(out);
    return finish(out);
  }
};

struct Vector {
  std::int16_t dy = 0;
  std::int16_t dx = 0;
};

// Two frames of 2 x 3 in blocks of 2: nb = 1 * 2.
struct Wiv1Fields : Tail {
  std::string magic = "WIV1";
  std::uint8_t version = 1, mv_precision = 2, keyframe = 0, reserved7 = 0;
  std::uint32_t n_frames = 2, h = 2, w = 3, block = 2, q = 7;
  std::int32_t offset = -1;
  std::optional<std::uint16_t> cdf_len;
  std::uint16_t reserved34 = 0;
  std::vector<std::uint32_t> cdf = {0, 30000, 60000, 65536};
  std::vector<Vector> vectors = {{1, -2}, {-3, 4}};
  Section stream;
  Wih1Fields key;
  std::optional<std::uint32_t> key_length;  // of keyframe 1; the key's own bytes otherwise

  [[nodiscard]] Blob bytes() const {
    Blob out;
    put(out, magic);
    for (const std::uint8_t v : {version, mv_precision, keyframe, reserved7}) {
      put(out, v, 1);
    }
    for (const std::uint32_t v : {n_frames, h, w, block, q}) {
      put(out, v, 4);
    }
    put_signed(out, offset, 4);
    put(out, cdf_len.value_or(static_cast<std::uint16_t>(cdf.size())), 2);
    put(out, reserved34, 2);
    put(out, cdf);
    for (const Vector& v : vectors) {
      put_signed(out, v.dy, 2);
      put_signed(out, v.dx, 2);
    }
    stream.append_to(out);
    if (keyframe == 1) {
      Section{key.bytes(), key_length}.append_to(out);
    }
    return finish(out);
  }
};

struct Wia1Fields : Tail {
  std::string magic = "WIA1";
  std::uint8_t version = 1, afrac = 14;
  std::uint16_t reserved6 = 0;
  std::uint32_t sr = 8000, n_ch = 2, lat_len = 5, t_out = 17;
  std::int32_t offset = -3;
  std::optional<std::uint16_t> cdf_len;
  std::uint16_t reserved30 = 0;
  std::vector<std::int64_t> medians = {-5, 6};
  std::vector<std::vector<std::uint32_t>> cdfs = {{0, 1, 2, 65536}, {0, 40000, 50000, 65536}};
  Section stream;

  [[nodiscard]] Blob bytes() const {
    Blob out;
    put(out, magic);
    put(out, version, 1);
    put(out, afrac, 1);
    put(out, reserved6, 2);
    for (const std::uint32_t v : {sr, n_ch, lat_len, t_out}) {
      put(out, v, 4);
    }
    put_signed(out, offset, 4);
    put(out, cdf_len.value_or(static_cast<std::uint16_t>(cdfs.front().size())), 2);
    put(out, reserved30, 2);
    for (const std::int64_t median : medians) {
      put_signed(out, median, 8);
    }
    for (const auto& cdf : cdfs) {
      put(out, cdf);
    }
    stream.append_to(out);
    return finish(out);
  }
};

struct Wis1Fields : Tail {
  std::string magic = "WIS1";
  std::uint8_t version = 1, afrac = 12;
  std::uint16_t reserved6 = 0;
  std::uint32_t c = 2, sh = 3, sw = 4, s = 5, attr = 2, n_gaussians = 25;
  std::vector<std::uint32_t> range_bits = {0xBF800000, 0x3F800000, 0x40000000, 0x40000000};  // -1, 1 and 2, 2
  std::optional<std::vector<std::uint16_t>> lengths;
  std::vector<std::int32_t> offsets = {-7, 8};
  std::vector<std::int64_t> medians = {9, -10};
  std::vector<std::vector<std::uint32_t>> cdfs = {{0, 65535, 65536}, {0, 1, 40000, 50000, 65536}};
  Section stream;

  [[nodiscard]] Blob bytes() const {
    Blob out;
    put(out, magic);
    put(out, version, 1);
    put(out, afrac, 1);
    put(out, reserved6, 2);
    for (const std::uint32_t v : {c, sh, sw, s, attr, n_gaussians}) {
      put(out, v, 4);
    }
    put(out, range_bits);
    for (std::size_t k = 0; k < cdfs.size(); ++k) {
      put(out, lengths ? lengths->at(k) : cdfs[k].size(), 2);
    }
    for (const std::int32_t offset : offsets) {
      put_signed(out, offset, 4);
    }
    for (const std::int64_t median : medians) {
      put_signed(out, median, 8);
    }
    for (const auto& cdf : cdfs) {
      put(out, cdf);
    }
    stream.append_to(out);
    return finish(out);
  }
};

struct IntSynthFields : Tail {
  std::uint32_t h = 6, w = 5;
  std::uint16_t c = 3;
  std::uint8_t s = 2, reserved11 = 0;
  std::vector<std::int8_t> latents = {-128, 127, 0, 1, -1, 2, -2, 3, -3, 4, -4, 5};

  [[nodiscard]] Blob bytes() const {
    Blob out;
    put(out, h, 4);
    put(out, w, 4);
    put(out, c, 2);
    put(out, s, 1);
    put(out, reserved11, 1);
    for (const std::int8_t latent : latents) {
      put_signed(out, latent, 1);
    }
    return finish(out);
  }
};

// A change that makes a valid payload refused with `code`, by a message that holds `where`.
template <class Fields>
struct Fault {
  std::string name;
  RefusalCode code;
  std::string where;
  std::function<void(Fields&)> apply;

  friend std::ostream& operator<<(std::ostream& out, const Fault& fault) { return out << fault.name; }
};

}  // namespace wai::test
