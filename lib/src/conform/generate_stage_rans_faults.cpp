// Stage vectors of E1 that are refused: conditions, the refusals of one symbol alone and together, and running out.
#include <fmt/format.h>

#include <functional>
#include <limits>

#include "base/bytes.hpp"
#include "conform/generate_stage_rans.hpp"
#include "conform/random.hpp"

namespace wai {
namespace {

constexpr std::int64_t kI32Lo = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t kI32Hi = std::numeric_limits<std::int32_t>::max();

using Table = Rans64Input::Table;

// --- a second evaluation of one strict decode ---

// The state of pay 2, in 128 bits so that no step needs an argument.
struct Reader {
  explicit Reader(const Bytes& bytes) : stream(bytes) {
    const u128 w0 = word();
    const u128 w1 = word();
    x = (w1 << 32) + w0;
    ran_out = false;
  }
  u128 word() {
    if (next == stream.size()) {
      ran_out = true;
      return 0;
    }
    next += 4;
    return load_le<std::uint32_t>(&stream[next - 4]);
  }
  void renormalise() {
    if (x < (u128{1} << 31)) {
      const bool had = next != stream.size();
      const u128 w = word();
      x = had ? (x << 32) + w : x;
    }
  }
  std::uint32_t nibble() {
    const auto v = static_cast<std::uint32_t>(x % 16);
    x /= 16;
    renormalise();
    return v;
  }
  // s of the table step.
  std::size_t step(const Integers& cdf) {
    const auto cum = static_cast<std::int64_t>(x % 65536);
    std::size_t s = 0;
    while (cdf[s + 1] <= cum) {
      ++s;
    }
    x = static_cast<u128>(cdf[s + 1] - cdf[s]) * (x / 65536) + static_cast<u128>(cum - cdf[s]);
    renormalise();
    return s;
  }

  const Bytes& stream;
  std::size_t next = 0;
  u128 x = 0;
  bool ran_out = false;
};

SymbolFaults read_symbol(Reader& reader, const Table& table, const Rans64Input& in) {
  const std::size_t n = table.cdf.size();
  SymbolFaults out;
  const auto note = [&](unsigned place) {
    if (reader.ran_out && !out.exhausted) {
      out.exhausted = true;
      out.ran_out_at = place;
    }
  };
  std::int64_t value = static_cast<std::int64_t>(reader.step(table.cdf));
  note(0);
  if (value == static_cast<std::int64_t>(n) - 2) {
    out.is_escape = true;
    const std::uint32_t count = reader.nibble();
    note(1);
    std::int64_t raw = 0;
    std::uint32_t last = 1;
    for (unsigned j = 0; j < count && count <= 8; ++j) {
      last = reader.nibble();
      note(2 + j);
      raw += static_cast<std::int64_t>(last) << (4 * j);
    }
    out.too_many = count > 8;
    out.not_minimal = count >= 1 && count <= 8 && last == 0;
    value = raw % 2 == 1 ? -(raw / 2) - 1 : raw / 2 + static_cast<std::int64_t>(n) - 2;
  }
  const std::int64_t symbol = value + table.offset;
  out.out_of_range = symbol < in.lo || symbol > in.hi;
  return out;
}

// --- searching streams ---

Bytes random_stream(Random& random, std::size_t n_words) {
  ByteWriter out;
  for (std::size_t i = 0; i < n_words; ++i) {
    out.u32(static_cast<std::uint32_t>(random.next()));
  }
  return std::move(out).finish();
}

// A decode whose last symbol is the first with a fault, and has exactly what `wanted` asks; by trying streams.
Rans64Input find_stream(const Rans64Input& modes, std::string_view seed,
                        const std::function<bool(const SymbolFaults&)>& wanted) {
  Random random(seed);
  for (int attempt = 0; attempt < 4000000; ++attempt) {
    Rans64Input in = modes;
    in.stream = random_stream(random, static_cast<std::size_t>(random.within(2, 3)));
    for (int i = 0; i < 16; ++i) {
      in.reads.push_back(random.within(0, static_cast<std::int64_t>(in.tables.size()) - 1));
    }
    const std::vector<SymbolFaults> faults = strict_faults(in);
    std::size_t k = 0;
    while (k < faults.size() && !faults[k].any()) {
      ++k;
    }
    if (k < faults.size() && wanted(faults[k])) {
      in.reads.resize(k + 1);
      return in;
    }
  }
  bug("no stream shows the faults wanted");
}

struct FaultCase {
  const char* name;
  bool exhausted, too_many, not_minimal, out_of_range;
};

// Alone, each pair one symbol can have, and the two triples. Checks 2 and 3 exclude each other: above 8, no group is
// read.
constexpr FaultCase kFaultCases[] = {
    {"1", true, false, false, false},   {"2", false, true, false, false},   {"3", false, false, true, false},
    {"4", false, false, false, true},   {"1-2", true, true, false, false},  {"1-3", true, false, true, false},
    {"1-4", true, false, false, true},  {"2-4", false, true, false, true},  {"3-4", false, false, true, true},
    {"1-2-4", true, true, false, true}, {"1-3-4", true, false, true, true},
};

// The ranges make any of checks 1 to 3 meet check 4 or not.
void symbol_faults(StageList& list, const Rans64Input& modes) {
  for (const FaultCase& wanted : kFaultCases) {
    Rans64Input in = modes;
    in.lo = wanted.out_of_range ? -3 : kI32Lo;
    in.hi = wanted.out_of_range ? 2 : kI32Hi;
    // One search for both end rules, so that only the rule differs.
    const std::string seed = fmt::format("faults-{}-{}", wanted.name, modes.table == TableRule::t2 ? "t2" : "t4097");
    in = find_stream(in, seed, [&](const SymbolFaults& f) {
      return f.exhausted == wanted.exhausted && f.too_many == wanted.too_many && f.not_minimal == wanted.not_minimal &&
             f.out_of_range == wanted.out_of_range;
    });
    list.add(fmt::format("{}-check-{}", mode_name(modes), wanted.name), in);
    in.reads.push_back(0);
    list.add(fmt::format("{}-check-{}-then-another", mode_name(modes), wanted.name), in);
  }
}

// Running out at every place of a symbol: in the table step of a plain symbol and of an escape, in the count, in the
// first and in a later group.
void run_out_places(StageList& list, const Rans64Input& modes) {
  struct Place {
    const char* name;
    bool is_escape;
    unsigned at;
  };
  for (const Place& place : {Place{"plain-table-step", false, 0}, Place{"escape-table-step", true, 0},
                             Place{"count", true, 1}, Place{"first-group", true, 2}, Place{"third-group", true, 4}}) {
    const std::string seed = fmt::format("run-out-{}-{}", place.name, modes.table == TableRule::t2 ? "t2" : "t4097");
    Rans64Input strict = modes;
    strict.escape = EscapeRule::strict;
    strict.lo = kI32Lo;
    strict.hi = kI32Hi;
    Rans64Input in = find_stream(strict, seed, [&](const SymbolFaults& f) {
      return f.exhausted && !f.too_many && !f.not_minimal && !f.out_of_range && f.is_escape == place.is_escape &&
             f.ran_out_at == place.at;
    });
    in.escape = modes.escape;
    if (modes.escape == EscapeRule::lenient) {
      in.lo = in.hi = 0;
    }
    list.add(fmt::format("{}-runs-out-in-{}", mode_name(modes), place.name), in);
    in.reads.insert(in.reads.end(), {0, 1, 2, 3});
    list.add(fmt::format("{}-runs-out-in-{}-and-reads-on", mode_name(modes), place.name), in);
  }
}

// Under final_only, a refusal of a later symbol comes before the end's.
void fault_after_run_out(StageList& list, const Rans64Input& modes) {
  Rans64Input in = modes;
  in.stream = {0, 0, 0, 0, 1, 0, 0, 0};
  in.reads = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  in.lo = 1;  // a state near 0 gives symbol 0
  in.hi = 9;
  list.add(mode_name(modes) + "-out-of-range-after-running-out", in);
  in.lo = 0;
  list.add(mode_name(modes) + "-only-running-out", in);
}

void strict_ranges(StageList& list, const Rans64Input& modes) {
  const std::string name = mode_name(modes);
  for (const std::int64_t symbol : {-5, -4, 4, 5}) {
    Rans64Input in = modes;
    in.lo = -4;
    in.hi = 4;
    list.add(fmt::format("{}-range-4-symbol-{}", name, symbol), RansScript(in.tables).symbol(0, symbol).input(in));
  }
  for (const std::int64_t symbol : {0, 1}) {  // plain symbols, outside and inside
    Rans64Input in = modes;
    in.lo = in.hi = 1;
    list.add(fmt::format("{}-range-1-1-symbol-{}", name, symbol), RansScript(in.tables).symbol(0, symbol).input(in));
  }
  for (const auto& [lo, hi] :
       {std::pair<std::int64_t, std::int64_t>{1, 0}, {kI32Hi, kI32Lo}, {kI32Lo - 1, 0}, {0, kI32Hi + 1}}) {
    Rans64Input in = RansScript(modes.tables).symbol(0, 0).input(modes);
    in.lo = lo;
    in.hi = hi;
    list.add(fmt::format("{}-range-{}-{}-refused", name, lo, hi), in);
  }
}

// --- conditions: one at a time, each before a stream that would run out ---

void conditions(StageList& list, const Rans64Input& modes) {
  Rans64Input base = modes;
  base.stream = Bytes(8, 0);
  base.reads = {0, 0, 0};
  const std::string name = mode_name(modes);
  const auto with_table = [&](std::string_view what, Table table) {
    Rans64Input in = base;
    in.tables = {std::move(table)};
    list.add(fmt::format("{}-{}", name, what), in);
    in.tables.insert(in.tables.begin(), base.tables[0]);  // unread
    list.add(fmt::format("{}-unread-{}", name, what), in);
  };
  with_table("no-entry", {{}, 0});
  with_table("one-entry", {{0}, 0});
  with_table("two-entries", {{0, 65536}, 0});
  with_table("first-entry-1", {{1, 100, 65536}, 0});
  with_table("first-entry-negative", {{-1, 100, 65536}, 0});
  with_table("last-entry-65535", {{0, 100, 65535}, 0});
  with_table("last-entry-65537", {{0, 100, 65537}, 0});
  with_table("last-entry-0", {{0, 100, 0}, 0});
  with_table("equal-pair", {{0, 100, 100, 65536}, 0});
  with_table("equal-last-pair", {{0, 65536, 65536}, 0});
  with_table("decreasing-pair", {{0, 200, 100, 65536}, 0});
  with_table("entry-past-u32", {{0, std::int64_t{1} << 32, 65536}, 0});
  with_table("entry-2^32+100", {{0, (std::int64_t{1} << 32) + 100, 65536}, 0});
  with_table("offset-past-i32", {{0, 100, 65536}, kI32Hi + 1});
  with_table("offset-below-i32", {{0, 100, 65536}, kI32Lo - 1});
  for (const std::int64_t read : {std::int64_t{4}, std::int64_t{-1}, std::numeric_limits<std::int64_t>::max()}) {
    Rans64Input in = base;
    in.reads = {0, read};
    list.add(fmt::format("{}-read-of-table-{}", name, read), in);
  }
  Rans64Input in = base;
  in.tables.clear();
  list.add(name + "-no-table", in);
  for (const std::size_t length : {0U, 4U, 7U, 9U, 10U, 11U}) {
    in = base;
    in.stream = Bytes(length, 1);
    list.add(fmt::format("{}-stream-of-{}-bytes", name, length), in);
  }
}

}  // namespace

std::vector<SymbolFaults> strict_faults(const Rans64Input& in) {
  Reader reader(in.stream);
  std::vector<SymbolFaults> out;
  for (const std::int64_t read : in.reads) {
    const bool before = reader.ran_out;
    out.push_back(read_symbol(reader, in.tables[static_cast<std::size_t>(read)], in));
    if (before) {
      break;  // what follows a run-out is not searched for
    }
  }
  return out;
}

void rans64_fault_vectors(StageList& list) {
  for (const Rans64Input& modes : rans_modes()) {
    run_out_places(list, modes);
    if (modes.escape == EscapeRule::strict) {
      symbol_faults(list, modes);
      fault_after_run_out(list, modes);
      strict_ranges(list, modes);
    }
    conditions(list, modes);
  }
  Rans64Input long_table;
  long_table.reads = {0};
  long_table.stream = {0, 0, 0, 128, 0, 0, 0, 0};
  long_table.tables = {{}};
  for (std::int64_t i = 0; i < 4097; ++i) {
    long_table.tables[0].cdf.push_back(i);
  }
  long_table.tables[0].cdf.push_back(65536);
  list.add("t4097-table-of-4098-entries", long_table);
  long_table.table = TableRule::t2;
  list.add("t2-table-of-4098-entries", long_table);
}

}  // namespace wai
