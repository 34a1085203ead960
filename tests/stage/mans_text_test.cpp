// E8 mans_decode (ops 5E) against a second decoder, written from the text another way: the memory is a string of bits,
// a read takes characters off its end, and every table is searched rather than built.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "stage_support.hpp"
#include "wai/stage.hpp"

namespace wai {
namespace {

using Row = std::vector<std::int64_t>;

std::int64_t wrapped(std::int64_t v) {
  while (v > 32767) {
    v -= 65536;
  }
  while (v < -32768) {
    v += 65536;
  }
  return v;
}

// The window as text. `bits` is M up to the next bit to read, most significant last; a flush moves no bit, it only
// lowers the floor below which a read would refuse. The window's b is the number of bits above the floor.
struct TextWindow {
  std::string bits;
  std::int64_t floor_bytes = 0;  // p
  bool refused = false;

  explicit TextWindow(const Bytes& stream) : bits(64, '0'), floor_bytes(static_cast<std::int64_t>(stream.size())) {
    for (const std::uint8_t byte : stream) {
      for (int k = 0; k < 8; ++k) {
        bits += (byte >> k) % 2 == 1 ? '1' : '0';
      }
    }
    const std::size_t sentinel = bits.rfind('1');
    if (sentinel == std::string::npos || static_cast<std::int64_t>(sentinel) < 8 * floor_bytes) {
      refused = true;
      return;
    }
    bits.resize(sentinel);
  }
  std::int64_t read(int k) {
    if (refused || static_cast<std::int64_t>(bits.size()) - k < 8 * floor_bytes) {
      refused = true;
      return 0;
    }
    std::int64_t value = 0;
    for (; k > 0; --k) {
      value = 2 * value + (bits.back() == '1' ? 1 : 0);
      bits.pop_back();
    }
    return value;
  }
  // Afterwards 56 to 63 bits stand above the floor.
  void flush() {
    if (refused) {
      return;
    }
    const std::int64_t target = static_cast<std::int64_t>(bits.size()) / 8 - 7;
    refused = target < 0;
    floor_bytes = target;
  }
  // The state that follows `next` in 1..=511: doubled to 256 or more with bits read below it, less 256.
  std::int64_t renormalised(std::int64_t next) {
    int doublings = 0;
    while (next < 256) {
      next *= 2;
      ++doublings;
    }
    return next - 256 + read(doublings);
  }
};

struct Outcome {
  MansSymbols symbols;
  std::optional<std::int64_t> refused_at;
};

// State u under distribution P: walks the columns' two runs of slots.
struct Slot {
  std::int64_t symbol = 0;
  std::int64_t next = 0;
};
Slot latent_slot(const Row& pmf, std::int64_t u) {
  const auto up = [](std::int64_t c) { return (c + 1) / 2; };    // F = C - floor(C/2)
  const auto down = [](std::int64_t c) { return c / 2 + 128; };  // G
  std::int64_t c = 0;
  for (std::size_t k = 0; k < pmf.size(); ++k) {
    const std::int64_t after = c + pmf[k];
    const auto column = static_cast<std::int64_t>(k);
    const std::int64_t symbol = column % 2 == 0 ? column / 2 : -(column + 1) / 2;
    if (u >= up(c) && u < up(after)) {
      return {symbol, pmf[k] + u - up(c)};
    }
    if (u >= down(c) && u < down(after)) {
      return {symbol, pmf[k] + up(after) - up(c) + u - down(c)};
    }
    c = after;
  }
  ADD_FAILURE() << "slot " << u << " is in no column";
  return {0, 256};
}

Outcome text_sgm(const Bytes& memory, const std::vector<Row>& pmf, const Row& bounds,
                 const std::vector<MansSpan>& spans) {
  Outcome outcome;
  TextWindow w(memory);
  std::int64_t state[2] = {};
  state[0] = w.read(8);
  state[1] = w.read(8);
  w.flush();
  if (w.refused) {
    outcome.refused_at = 0;
    return outcome;
  }
  std::int64_t first = 0;
  for (const MansSpan& span : spans) {
    const std::size_t n = span.mask.size();
    Row symbols(n, 0);
    const auto check = [&](std::size_t i) {
      if (w.refused && !outcome.refused_at) {
        outcome.refused_at = first + static_cast<std::int64_t>(i);
      }
    };
    const auto in = [&](int which, std::size_t i) {
      if (!w.refused && span.mask[i] != 0) {
        const Slot slot = latent_slot(pmf[static_cast<std::size_t>(span.sigma[i])], state[which]);
        symbols[i] = wrapped(slot.symbol);
        state[which] = w.renormalised(slot.next);
        check(i);
      }
    };
    const auto out = [&](std::size_t i) {
      const std::int64_t bound = bounds[static_cast<std::size_t>(span.sigma[i])];
      if (!w.refused && span.mask[i] != 0 && symbols[i] == -bound) {
        const std::int64_t v = w.read(w.read(1) == 1 ? 3 : 16);
        symbols[i] = wrapped(v % 2 == 0 ? v / 2 + bound : -(v / 2) - bound);
        w.flush();
        check(i);
      }
    };
    const auto flush = [&](std::size_t last) {
      w.flush();
      check(last);
    };
    std::size_t i = 0;
    while (i + 4 <= n) {
      in(0, i), in(1, i + 1), in(0, i + 2), in(1, i + 3);
      flush(i + 3);
      out(i), out(i + 1), out(i + 2), out(i + 3);
      i += 4;
    }
    if (n - i >= 2) {
      in(0, i), out(i), in(1, i + 1), out(i + 1);
      flush(i + 1);
      i += 2;
    }
    if (n - i == 1) {
      in(0, i), out(i);
      flush(i);
    }
    outcome.symbols.push_back(symbols);
    first += static_cast<std::int64_t>(n);
    if (w.refused) {
      return outcome;
    }
  }
  return outcome;
}

// The slots of T_z as (symbol, next), nothing where no row has written.
using TextRowTable = std::vector<std::optional<Slot>>;

void text_row(const Row& counts, TextRowTable& t) {
  std::int64_t before = 0;
  for (std::size_t a = 0; a < 63; ++a) {
    for (std::int64_t j = before; j < counts[a]; ++j) {
      t[static_cast<std::size_t>(j)] = Slot{static_cast<std::int64_t>(a), counts[a] - before + (j - before)};
    }
    before = counts[a];
  }
  t[255] = Slot{63, 1};
}

Outcome text_fac(const Bytes& memory, const std::vector<Row>& rows, const std::vector<std::uint64_t>& lengths) {
  Outcome outcome;
  TextWindow w(memory);
  std::int64_t state[2] = {};
  state[0] = w.read(8);
  state[1] = w.read(8);
  w.flush();
  if (w.refused) {
    outcome.refused_at = 0;
    return outcome;
  }
  TextRowTable t(256);
  std::int64_t first = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    text_row(rows[r], t);
    const std::size_t n = lengths[r];
    Row symbols(n, 0);
    std::int64_t last_in = first - 1;
    const auto check = [&](std::int64_t at) {
      if (w.refused && !outcome.refused_at) {
        outcome.refused_at = at;
      }
    };
    const auto in = [&](int which, std::size_t i) {
      if (!w.refused) {
        last_in = first + static_cast<std::int64_t>(i);
        const auto slot = t[static_cast<std::size_t>(state[which])];
        symbols[i] = slot ? slot->symbol : 0;
        state[which] = slot ? w.renormalised(slot->next) : 0;
        check(last_in);
      }
    };
    const auto out = [&](std::size_t i) {
      if (!w.refused && symbols[i] == 63) {
        symbols[i] = w.read(6);
        check(first + static_cast<std::int64_t>(i));
      }
    };
    const auto flush = [&] {
      w.flush();
      check(last_in);
    };
    std::size_t i = 0;
    for (; i + 4 <= n; i += 4) {
      in(0, i), in(1, i + 1), in(0, i + 2), in(1, i + 3);
      out(i), out(i + 1), out(i + 2), out(i + 3);
      flush();
    }
    if (n - i >= 2) {
      in(0, i), out(i), in(1, i + 1), out(i + 1);
      i += 2;
    }
    if (n - i == 1) {
      in(0, i), out(i);
    }
    flush();
    outcome.symbols.push_back(symbols);
    first += static_cast<std::int64_t>(n);
    if (w.refused) {
      return outcome;
    }
  }
  return outcome;
}

void expect_outcome(const Expected<MansSymbols>& got, const Outcome& text) {
  if (text.refused_at) {
    expect_refusal(got, RefusalCode::stream_exhausted, *text.refused_at);
  } else {
    expect_value(got, text.symbols);
  }
}

class MansRandom : public ::testing::Test {
 protected:
  std::int64_t uniform(std::int64_t lo, std::int64_t hi) {
    return std::uniform_int_distribution<std::int64_t>(lo, hi)(random_);
  }
  Bytes memory() {
    Bytes bytes(static_cast<std::size_t>(uniform(0, uniform(0, 1) == 0 ? 12 : 120)));
    for (auto& b : bytes) {
      b = static_cast<std::uint8_t>(uniform(0, 4) == 0 ? 255 : uniform(0, 255));
    }
    if (!bytes.empty() && uniform(0, 3) != 0) {
      bytes.back() = static_cast<std::uint8_t>(uniform(1, 255));
    }
    return bytes;
  }
  // 256 thrown into the columns, some of them heavy.
  Row pmf(std::size_t width) {
    Row row(width, 0);
    for (std::int64_t left = 256; left > 0;) {
      const std::int64_t part = uniform(1, uniform(0, 2) == 0 ? left : 1);
      row[static_cast<std::size_t>(uniform(0, static_cast<std::int64_t>(width) - 1))] += part;
      left -= part;
    }
    return row;
  }
  Row counts() {
    Row row(63);
    const std::int64_t top = uniform(0, 255);
    for (auto& c : row) {
      c = uniform(0, top);
    }
    std::sort(row.begin(), row.end());
    return row;
  }

  static constexpr unsigned kSeed = 8;
  std::mt19937_64 random_{kSeed};
};

TEST_F(MansRandom, SgmDecodesAsTheTextDoes) {
  int refused = 0;
  for (int round = 0; round < 4000 && !HasFailure(); ++round) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", round " + std::to_string(round));
    const auto width = static_cast<std::size_t>(uniform(1, uniform(0, 1) == 0 ? 4 : 40));
    const std::vector<Row> rows{pmf(width), pmf(width), pmf(width)};
    const Row bounds{uniform(0, 2), uniform(0, 20), uniform(0, 255)};
    std::vector<MansSpan> spans(static_cast<std::size_t>(uniform(0, 4)));
    for (MansSpan& span : spans) {
      const auto n = static_cast<std::size_t>(uniform(0, 21));
      for (std::size_t i = 0; i < n; ++i) {
        span.mask.push_back(static_cast<std::uint8_t>(uniform(0, 3) != 0));
        span.sigma.push_back(uniform(0, 2));
      }
    }
    const Bytes bytes = memory();
    const Outcome text = text_sgm(bytes, rows, bounds, spans);
    refused += text.refused_at.value_or(0) > 0 ? 1 : 0;
    expect_outcome(mans_decode_sgm(bytes, rows, bounds, spans), text);
  }
  EXPECT_GT(refused, 200);
  EXPECT_LT(refused, 3000);
}

TEST_F(MansRandom, FacDecodesAsTheTextDoes) {
  int refused = 0;
  for (int round = 0; round < 4000 && !HasFailure(); ++round) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", round " + std::to_string(round));
    std::vector<Row> rows;
    std::vector<std::uint64_t> lengths;
    for (std::int64_t n = uniform(0, 5); n > 0; --n) {
      rows.push_back(counts());
      lengths.push_back(static_cast<std::uint64_t>(uniform(0, 18)));
    }
    const Bytes bytes = memory();
    const Outcome text = text_fac(bytes, rows, lengths);
    refused += text.refused_at.value_or(0) > 0 ? 1 : 0;
    expect_outcome(mans_decode_fac(bytes, rows, lengths), text);
  }
  EXPECT_GT(refused, 200);
  EXPECT_LT(refused, 3000);
}

}  // namespace
}  // namespace wai
