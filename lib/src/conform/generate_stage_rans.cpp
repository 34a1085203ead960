#include "conform/generate_stage_rans.hpp"

#include <fmt/format.h>

#include <limits>

#include "base/bytes.hpp"

namespace wai {
namespace {

constexpr std::int64_t kI32Lo = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t kI32Hi = std::numeric_limits<std::int32_t>::max();

using Table = Rans64Input::Table;

CdfTable cdf_table(const Table& table) {
  CdfTable out;
  for (const std::int64_t entry : table.cdf) {
    out.cdf.push_back(static_cast<std::uint32_t>(entry));
  }
  out.offset = static_cast<std::int32_t>(table.offset);
  return out;
}

// n entries, all frequencies equal but the last.
Table even_table(std::int64_t n) {
  Table out;
  for (std::int64_t i = 0; i + 1 < n; ++i) {
    out.cdf.push_back(i * (65536 / (n - 1)));
  }
  out.cdf.push_back(65536);
  return out;
}

Integers words(std::initializer_list<std::uint32_t> list) {
  return {list.begin(), list.end()};
}

Bytes stream_of(const Integers& list) {
  ByteWriter out;
  for (const std::int64_t word : list) {
    out.u32(static_cast<std::uint32_t>(word));
  }
  return std::move(out).finish();
}

// --- streams that decode ---

void mixed_symbols(StageList& list, const Rans64Input& modes) {
  RansScript script(modes.tables);
  for (const std::int64_t value : {0, 1, 2, -1, -2, 3, 17, -300, 70000}) {
    script.symbol(0, value).symbol(1, value).symbol(2, value);
  }
  list.add(mode_name(modes) + "-mixed", script.input(modes));
}

// Every number of groups from 0 to 8, with the odd and the even raw at each end.
void group_counts(StageList& list, const Rans64Input& modes) {
  RansScript script(modes.tables);
  script.escape(0, {0});
  script.escape(0, {1, 1}).escape(0, {1, 15}).escape(0, {2, 0, 1}).escape(0, {2, 15, 15}).escape(0, {3, 0, 0, 8});
  script.escape(0, {4, 15, 15, 15, 15}).escape(0, {5, 0, 0, 0, 0, 1}).escape(0, {6, 1, 0, 0, 0, 0, 15});
  script.escape(0, {7, 14, 15, 15, 15, 15, 15, 15}).escape(0, {8, 0, 0, 0, 0, 0, 0, 0, 7});
  list.add(mode_name(modes) + "-groups-0-to-8", script.input(modes));
}

// Probabilities 1/65536 and 65534/65536, many of each, so that words come and go (field case F25).
void extreme_probabilities(StageList& list, const Rans64Input& modes) {
  RansScript script(modes.tables);
  for (int i = 0; i < 40; ++i) {
    script.interval(3, 1);
    if (i % 8 == 0) {
      script.interval(3, 0);
    }
  }
  list.add(mode_name(modes) + "-extreme-probabilities", script.input(modes));
}

// --- states and ends ---

void ends(StageList& list, const Rans64Input& modes) {
  const std::string name = mode_name(modes);
  Rans64Input empty = modes;
  empty.stream = stream_of(words({0x80000000U, 0}));
  list.add(name + "-no-symbol", empty);
  empty.stream = stream_of(words({0x80000001U, 0}));
  list.add(name + "-no-symbol-state-off-by-1", empty);
  empty.stream = stream_of(words({0x80000000U, 0, 0}));
  list.add(name + "-no-symbol-trailing-word", empty);
  empty.stream = stream_of(words({0, 0}));
  list.add(name + "-no-symbol-state-0", empty);

  RansScript script(modes.tables);
  script.symbol(0, 1).symbol(1, 5).symbol(0, 0).symbol(2, -9);
  Rans64Input in = script.input(modes);
  const Bytes canonical = in.stream;
  in.stream.insert(in.stream.end(), {0, 0, 0, 0});
  list.add(name + "-trailing-word-0", in);
  in.stream = canonical;
  in.stream.insert(in.stream.end(), {1, 2, 3, 4, 5, 6, 7, 8});
  list.add(name + "-trailing-words", in);
  list.add(name + "-last-state-2^31+1", script.input(modes, kRansLow + 1));
  list.add(name + "-last-state-2^63-1", script.input(modes, (std::uint64_t{1} << 63) - 1));
  in.stream = canonical;
  in.reads.pop_back();
  list.add(name + "-one-symbol-left-unread", in);
  in.reads = {0, 1, 0, 2, 0};
  list.add(name + "-one-symbol-past-the-end", in);
}

// First states at the ends of the word: the table step takes any of them.
void first_states(StageList& list, const Rans64Input& modes) {
  struct First {
    const char* name;
    std::uint32_t w0, w1;
  };
  for (const First& first : {First{"0", 0, 0}, First{"2^31-1", 0x7FFFFFFFU, 0}, First{"2^31", 0x80000000U, 0},
                             First{"2^63-1", 0xFFFFFFFFU, 0x7FFFFFFFU}, First{"2^64-1", 0xFFFFFFFFU, 0xFFFFFFFFU}}) {
    Rans64Input in = modes;
    in.reads = {0, 1, 3, 2, 0};
    in.stream = stream_of(words({first.w0, first.w1, 0x12345678U, 0xFFFFFFFFU, 0x80000000U, 1}));
    list.add(fmt::format("{}-first-state-{}", mode_name(modes), first.name), in);
  }
}

// --- offsets and saturation ---

void offsets(StageList& list, const Rans64Input& modes) {
  for (const std::int64_t offset : {kI32Lo, kI32Lo + 1, std::int64_t{0}, kI32Hi - 1, kI32Hi}) {
    Rans64Input at = modes;
    for (Table& table : at.tables) {
      table.offset = offset;
    }
    const std::string name = fmt::format("{}-offset-{}", mode_name(modes), offset);
    // raw 2^32 - 1 is the value -2^31; 2^32 - 2 is 2^31 - 1 + (n - 2); 1 is -1; 0 is n - 2.
    const auto add = [&](const char* end, std::initializer_list<std::uint32_t> nibbles) {
      list.add(name + end, RansScript(at.tables).escape(0, nibbles).input(at));
    };
    add("-value-least", {8, 15, 15, 15, 15, 15, 15, 15, 15});
    add("-value-greatest", {8, 14, 15, 15, 15, 15, 15, 15, 15});
    add("-value-minus-1", {1, 1});
    add("-value-n-2", {0});
    list.add(name + "-value-1", RansScript(at.tables).interval(0, 1).input(at));
  }
}

// --- lenient counts ---

void lenient_counts(StageList& list, const Rans64Input& modes) {
  const auto add = [&](std::string_view end, std::initializer_list<std::uint32_t> nibbles) {
    list.add(fmt::format("{}-{}", mode_name(modes), end),
             RansScript(modes.tables).escape(0, nibbles).symbol(1, 1).input(modes));
  };
  add("count-9-is-8", {9, 1, 2, 3, 4, 5, 6, 7, 0});
  add("count-14-is-8", {14, 1, 0, 0, 0, 0, 0, 0, 0});
  add("one-continuation-of-0", {15, 0, 3, 0, 0, 0, 0, 0, 0, 0});
  add("one-continuation-of-14", {15, 14, 2, 0, 0, 0, 0, 0, 0, 1});
  add("two-continuations", {15, 15, 7, 1, 1, 1, 1, 1, 1, 1, 1});
  add("seven-continuations", {15, 15, 15, 15, 15, 15, 15, 1, 4, 3, 2, 1, 0, 1, 2, 3});
  add("eight-continuations", {15, 15, 15, 15, 15, 15, 15, 15, 9, 4, 3, 2, 1, 0, 1, 2, 3});
  // The ninth 15 is no continuation any more: it is the first group.
  add("eight-continuations-then-15", {15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 1, 0, 0, 0, 0, 0, 0});
  add("not-minimal-1", {1, 0});
  add("not-minimal-3", {3, 5, 0, 0});
  add("not-minimal-8", {8, 5, 0, 0, 0, 0, 0, 0, 0});
}

}  // namespace

std::vector<Table> rans_tables(TableRule rule) {
  std::vector<Table> tables = {{{0, 20000, 40000, 65536}, 0},
                               {{0, 30000, 31000, 50000, 65000, 65536}, -2},
                               {{0, 32768, 65536}, 7},
                               {{0, 1, 65535, 65536}, 0}};
  if (rule == TableRule::t2) {
    tables[2] = {{0, 65536}, 7};  // n = 2: every symbol is the escape
  }
  return tables;
}

std::string mode_name(const Rans64Input& in) {
  return fmt::format("{}-{}-{}", in.table == TableRule::t2 ? "t2" : "t4097",
                     in.escape == EscapeRule::strict ? "strict" : "lenient",
                     in.end == EndRule::canonical ? "canonical" : "final");
}

std::vector<Rans64Input> rans_modes() {
  std::vector<Rans64Input> out;
  for (const TableRule table : {TableRule::t4097, TableRule::t2}) {
    for (const EscapeRule escape : {EscapeRule::lenient, EscapeRule::strict}) {
      for (const EndRule end : {EndRule::canonical, EndRule::final_only}) {
        Rans64Input in;
        in.table = table;
        in.escape = escape;
        in.end = end;
        in.tables = rans_tables(table);
        if (escape == EscapeRule::strict) {
          in.lo = kI32Lo;
          in.hi = kI32Hi;
        }
        out.push_back(in);
      }
    }
  }
  return out;
}

RansScript& RansScript::symbol(std::size_t table, std::int64_t value) {
  if (!encoder_.push_symbol(cdf_table(tables_[table]), value, {})) {
    bug("RansScript: a symbol no table value carries");
  }
  reads_.push_back(static_cast<std::int64_t>(table));
  return *this;
}

RansScript& RansScript::interval(std::size_t table, std::size_t s) {
  encoder_.push_interval(cdf_table(tables_[table]).cdf, s);
  reads_.push_back(static_cast<std::int64_t>(table));
  return *this;
}

RansScript& RansScript::escape(std::size_t table, std::initializer_list<std::uint32_t> nibbles) {
  interval(table, tables_[table].cdf.size() - 2);
  for (const std::uint32_t nibble : nibbles) {
    encoder_.push_bits(nibble, 4);
  }
  return *this;
}

Rans64Input RansScript::input(Rans64Input modes, std::uint64_t last_state) const {
  modes.tables = tables_;
  modes.reads = reads_;
  modes.stream = encoder_.finish(last_state);
  return modes;
}

void rans64_decode_vectors(StageList& list) {
  for (const Rans64Input& modes : rans_modes()) {
    mixed_symbols(list, modes);
    group_counts(list, modes);
    extreme_probabilities(list, modes);
    ends(list, modes);
    first_states(list, modes);
    offsets(list, modes);
    if (modes.escape == EscapeRule::lenient) {
      lenient_counts(list, modes);
    }
  }
  // The longest table of each rule.
  Rans64Input longest;
  longest.end = EndRule::canonical;
  const std::vector<Table> t4097 = {even_table(4097)};
  list.add("t4097-table-of-4097-entries",
           RansScript(t4097).symbol(0, 0).symbol(0, 4094).symbol(0, 4095).symbol(0, -1).input(longest));
  longest.table = TableRule::t2;
  const std::vector<Table> t2 = {even_table(65537)};
  list.add("t2-table-of-65537-entries",
           RansScript(t2).symbol(0, 0).symbol(0, 65534).symbol(0, 65535).symbol(0, -1).input(longest));
}

}  // namespace wai
