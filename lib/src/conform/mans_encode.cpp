#include "conform/mans_encode.hpp"

#include <algorithm>

#include "base/refuse.hpp"

namespace wai {
namespace {

// One read of the decode, in decoding order: an `in` step of a state, or the bits of an escape.
struct Event {
  int which = -1;  // the state; -1 for an escape's bits
  std::size_t table = 0;
  std::uint32_t symbol = 0;  // an entry's low 16 bits
  std::uint32_t bits = 0;
  unsigned n = 0;
};

class Plan {
 public:
  Plan(const std::vector<MansChoice>& choices, std::vector<MansTable> tables)
      : tables_(std::move(tables)), choices_(choices) {}

  // Where position i stands, the table of its step, and the entry symbol of its choice.
  void in(int which, std::size_t i, std::size_t table, std::uint32_t symbol) {
    events_.push_back({which, table, symbol, 0, 0});
    pending_.push_back(i);
  }
  // The escapes of the `in` steps since the last call.
  void out() {
    for (const std::size_t i : pending_) {
      if (choices_[i].n_escape_bits > 0) {
        events_.push_back({-1, 0, 0, choices_[i].escape_bits, choices_[i].n_escape_bits});
      }
    }
    pending_.clear();
  }

  // Runs the states backwards from 0 and writes all bits, first read first.
  [[nodiscard]] Bytes memory() {
    std::array<std::uint32_t, 2> state{};
    for (auto event = events_.rbegin(); event != events_.rend(); ++event) {
      if (event->which >= 0) {
        step_back(*event, state[static_cast<std::size_t>(event->which)]);
      }
    }
    std::vector<bool> bits = {true};  // the sentinel
    append(bits, state[0], 8);
    append(bits, state[1], 8);
    for (const Event& event : events_) {
      append(bits, event.bits, event.n);
    }
    return packed(bits);
  }

 private:
  // The slot whose entry gives the symbol and reaches the state, with the bits that take it there.
  void step_back(Event& event, std::uint32_t& state) const {
    const MansTable& table = tables_[event.table];
    for (std::uint32_t slot = 0; slot < 256; ++slot) {
      const std::uint32_t n = table[slot] >> 24;
      const std::uint32_t base = (table[slot] >> 16) & 0xFFU;
      if ((table[slot] & 0xFFFFU) == event.symbol && state >= base && (state - base) >> n == 0) {
        event.bits = state - base;
        event.n = n;
        state = slot;
        return;
      }
    }
    bug("mans_encode: no slot gives the symbol");
  }

  static void append(std::vector<bool>& bits, std::uint32_t value, unsigned n) {
    for (unsigned k = n; k-- > 0;) {
      bits.push_back(((value >> k) & 1U) != 0);
    }
  }

  // The bits stand most significant first from the last byte down to byte 0, which they end with.
  static Bytes packed(const std::vector<bool>& bits) {
    Bytes out((bits.size() + 7) / 8);
    for (std::size_t i = 0; i < bits.size(); ++i) {
      const std::size_t place = bits.size() - 1 - i;  // counted from bit 0 of byte 0
      if (bits[i]) {
        out[place / 8] = static_cast<std::uint8_t>(out[place / 8] | (1U << (place % 8)));
      }
    }
    return out;
  }

  std::vector<Event> events_;
  std::vector<MansTable> tables_;
  const std::vector<MansChoice>& choices_;
  std::vector<std::size_t> pending_;
};

std::uint32_t column_entry(std::uint32_t k) {
  const std::int32_t value = k % 2 == 0 ? static_cast<std::int32_t>(k / 2) : -static_cast<std::int32_t>((k + 1) / 2);
  return static_cast<std::uint32_t>(value) & 0xFFFFU;
}

// Groups of four read all `in` steps first; a remainder goes position by position.
template <class InStep>
void walk(Plan& plan, std::size_t length, const InStep& in) {
  std::size_t i = 0;
  for (; length - i >= 4; i += 4) {
    for (std::size_t k = 0; k < 4; ++k) {
      in(static_cast<int>(k % 2), i + k);
    }
    plan.out();
  }
  const std::size_t pairs = length % 4 >= 2 ? 2 : 0;
  for (std::size_t k = 0; k < pairs; ++k, ++i) {
    in(static_cast<int>(k), i);
    plan.out();
  }
  if (length % 2 == 1) {
    in(0, i);
    plan.out();
  }
}

Bytes sgm_memory(const MansInput& in, const std::vector<MansChoice>& choices) {
  auto tables = mans_latent_tables(in.pmf);
  if (!tables) {
    bug("mans_encode: " + tables.refusal().message);
  }
  Plan plan(choices, *std::move(tables));
  std::size_t first = 0;
  for (const MansInput::Span& span : in.spans) {
    walk(plan, span.mask.size(), [&](int which, std::size_t i) {
      if (span.mask[i]) {
        plan.in(which, first + i, static_cast<std::size_t>(span.sigma[i]), column_entry(choices[first + i].symbol));
      }
    });
    first += span.mask.size();
  }
  return plan.memory();
}

Bytes fac_memory(const MansInput& in, const std::vector<MansChoice>& choices) {
  std::vector<MansTable> tables;
  MansTable t_z{};
  for (const Integers& row : in.rows) {
    if (!mans_write_row(row, t_z)) {
      bug("mans_encode: a row that breaks its conditions");
    }
    tables.push_back(t_z);
  }
  Plan plan(choices, std::move(tables));
  std::size_t first = 0;
  for (std::size_t r = 0; r < in.rows.size(); ++r) {
    const auto length = static_cast<std::size_t>(in.lengths[r]);
    walk(plan, length, [&](int which, std::size_t i) { plan.in(which, first + i, r, choices[first + i].symbol); });
    first += length;
  }
  return plan.memory();
}

}  // namespace

MansChoice escaped(std::uint32_t column, bool f, std::uint32_t v) {
  const unsigned n = f ? 3 : 16;
  return {column, (f ? 1U << n : 0U) | v, n + 1};
}

void mans_encode(MansInput& in, const std::vector<MansChoice>& choices) {
  in.memory = in.mode == MansInput::Mode::sgm ? sgm_memory(in, choices) : fac_memory(in, choices);
}

}  // namespace wai
