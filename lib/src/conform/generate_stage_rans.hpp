// Streams for the vectors of E1 (ops 5E): an encoder of steps, and a model of a strict decode that says which faults a
// symbol has.
#pragma once

#include <initializer_list>

#include "conform/generate_stage.hpp"
#include "stage/rans64_encode.hpp"

namespace wai {

// The tables of the vectors, by index.
[[nodiscard]] std::vector<Rans64Input::Table> rans_tables(TableRule rule);
// Names of the modes: "t4097-strict-canonical".
[[nodiscard]] std::string mode_name(const Rans64Input& in);
// All eight combinations, strict with the widest range, their tables filled in.
[[nodiscard]] std::vector<Rans64Input> rans_modes();

// Codes steps of one decode, in decoding order, and remembers its reads.
class RansScript {
 public:
  explicit RansScript(std::vector<Rans64Input::Table> tables) : tables_(std::move(tables)) {}

  // A symbol in plain or minimal form.
  RansScript& symbol(std::size_t table, std::int64_t value);
  // An escape whose bits(4) read these values: the count, then continuations and groups.
  RansScript& escape(std::size_t table, std::initializer_list<std::uint32_t> nibbles);
  // The interval s of a table alone.
  RansScript& interval(std::size_t table, std::size_t s);

  // `modes` with the tables, reads and stream of the script.
  [[nodiscard]] Rans64Input input(Rans64Input modes, std::uint64_t last_state = kRansLow) const;

 private:
  std::vector<Rans64Input::Table> tables_;
  Rans64Encoder encoder_;
  Integers reads_;
};

// What a strict symbol shows to E1's checks, whatever the end rule.
struct SymbolFaults {
  bool exhausted = false;     // the stream ran out during its reads
  bool too_many = false;      // 2: count above 8
  bool not_minimal = false;   // 3: the last group is 0
  bool out_of_range = false;  // 4
  bool is_escape = false;
  unsigned ran_out_at = 0;  // with `exhausted`: 0 the table step, 1 the count, 2 and on its groups

  [[nodiscard]] bool any() const { return exhausted || too_many || not_minimal || out_of_range; }
};

// The faults of each symbol, as far as reads go, by a second evaluation of pay 2 and E1: one loop a step, no shared
// code with the decoder.
[[nodiscard]] std::vector<SymbolFaults> strict_faults(const Rans64Input& in);

}  // namespace wai
