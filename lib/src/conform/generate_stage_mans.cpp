// Stage vectors of E8 mans_decode (ops 5E).
#include <fmt/format.h>

#include "conform/generate_stage.hpp"
#include "conform/mans_encode.hpp"
#include "conform/random.hpp"

namespace wai {
namespace {

using Mode = MansInput::Mode;
using Choices = std::vector<MansChoice>;

// A row of `width` columns that holds `weight` at each of the columns named, the rest of 256 at column 0.
Integers pmf_row(std::size_t width, std::initializer_list<std::pair<std::size_t, std::int64_t>> parts) {
  Integers row(width, 0);
  std::int64_t rest = 256;
  for (const auto& [column, weight] : parts) {
    row[column] += weight;
    rest -= weight;
  }
  row[0] += rest;
  return row;
}

// 63 counts that give symbol a the frequencies listed and the other symbols none.
Integers fac_row(std::initializer_list<std::int64_t> frequencies) {
  Integers row;
  std::int64_t count = 0;
  for (const std::int64_t f : frequencies) {
    count += f;
    row.push_back(count);
  }
  row.resize(63, count);
  return row;
}

// The columns that the escape of bound beta stands at: symbol -beta.
std::uint32_t escape_column(std::uint32_t beta) {
  return beta == 0 ? 0 : 2 * beta - 1;
}

MansInput sgm_input(std::vector<Integers> pmf, Integers bounds) {
  MansInput in;
  in.pmf = std::move(pmf);
  in.bounds = std::move(bounds);
  return in;
}

MansInput::Span span_of(std::vector<bool> mask, Integers sigma) {
  return {std::move(mask), std::move(sigma)};
}
MansInput::Span coded_span(std::size_t n, std::int64_t sigma = 0) {
  return {std::vector<bool>(n, true), Integers(n, sigma)};
}

// Symbols 0, -1, 1, -2, 2 and a few far ones, by column.
Integers usual_row() {
  return pmf_row(12, {{1, 60}, {2, 50}, {3, 20}, {4, 10}, {9, 5}, {11, 1}});
}

// --- sgm ---

// Spans of 0 to 9 positions, one after the other, all coded: each length mod 4 with and without groups before it.
void sgm_lengths(StageList& list) {
  for (std::size_t n = 0; n <= 9; ++n) {
    MansInput in = sgm_input({usual_row()}, {200});
    in.spans = {coded_span(n), coded_span(3), coded_span(n)};
    Choices choices;
    for (std::size_t i = 0; i < 2 * n + 3; ++i) {
      choices.push_back({std::array<std::uint32_t, 6>{0, 1, 2, 3, 9, 11}[i % 6]});
    }
    mans_encode(in, choices);
    list.add(fmt::format("sgm-span-of-{}", n), in);
  }
}

// Each pattern of four masks, in a group and in the remainder of three after it; states keep their turns.
void sgm_masks(StageList& list) {
  for (unsigned pattern = 0; pattern < 16; ++pattern) {
    MansInput in = sgm_input({usual_row(), pmf_row(12, {{1, 128}})}, {0, 1});
    std::vector<bool> mask;
    for (unsigned i = 0; i < 7; ++i) {
      mask.push_back(((pattern >> (i % 4)) & 1U) != 0);
    }
    in.spans = {span_of(mask, {0, 1, 0, 0, 1, 0, 1}), coded_span(2)};
    Choices choices;
    for (std::uint32_t i = 0; i < 7; ++i) {
      const bool second = in.spans[0].sigma[i] == 1;
      choices.push_back(second ? escaped(1, true, i) : MansChoice{i % 3 + 1});
    }
    choices.push_back(escaped(0, false, 40000));
    choices.push_back({2});
    mans_encode(in, choices);
    list.add(fmt::format("sgm-mask-{}", pattern), in);
  }
}

// The escape at a bound: f = 1 and f = 0, both signs, the ends of v, wrapping past 16 bits; in a group, in a pair and
// in an odd position.
void sgm_escapes(StageList& list) {
  for (const std::uint32_t beta : {0U, 1U, 2U, 127U, 128U, 254U, 255U}) {
    const std::uint32_t column = escape_column(beta);
    MansInput in = sgm_input({pmf_row(column + 2, {{column, 100}})}, {static_cast<std::int64_t>(beta)});
    in.spans = {coded_span(4), coded_span(4), coded_span(3), coded_span(2), coded_span(1)};
    Choices choices;
    for (const std::uint32_t v : {0U, 1U, 6U, 7U}) {
      choices.push_back(escaped(column, true, v));
    }
    for (const std::uint32_t v : {0U, 1U, 65534U, 65535U}) {
      choices.push_back(escaped(column, false, v));
    }
    for (const std::uint32_t v : {2U, 3U}) {
      choices.push_back(escaped(column, true, v));
      choices.push_back(escaped(column, false, 1000 + v));
    }
    const MansChoice plain = beta == 0 ? escaped(0, true, 5) : MansChoice{0};
    choices.insert(choices.end(), {plain, escaped(column, false, 3), plain, escaped(column, true, 2)});
    mans_encode(in, choices);
    list.add(fmt::format("sgm-bound-{}-escapes", beta), in);
  }
  // A bound whose symbol no column gives is never an escape.
  MansInput in = sgm_input({usual_row()}, {255});
  in.spans = {coded_span(4)};
  mans_encode(in, {{1}, {2}, {3}, {11}});
  list.add("sgm-bound-never-met", in);
}

// Every slot and every next state: distributions from one column of 256 to 256 columns of 1.
void sgm_tables(StageList& list) {
  const std::vector<std::pair<const char*, Integers>> rows = {
      {"one-column", {256}},
      {"one-column-of-many", pmf_row(5, {{0, 0}})},
      {"last-column-only", pmf_row(4, {{3, 256}})},
      {"columns-past-256", pmf_row(300, {{1, 255}})},
      {"odd-cumulative", pmf_row(4, {{1, 85}, {2, 86}})},
      {"ones", Integers(256, 1)},
      {"one-against-255", pmf_row(2, {{1, 1}})},
      {"powers", {128, 64, 32, 16, 8, 4, 2, 1, 1}},
  };
  for (const auto& [name, row] : rows) {
    MansInput in = sgm_input({row}, {255});
    in.spans = {coded_span(23)};
    Random random(name);
    for (int i = 0; i < 48; ++i) {
      in.memory.push_back(static_cast<std::uint8_t>(random.within(1, 255)));
    }
    list.add(fmt::format("sgm-table-{}", name), in);
  }
}

// --- fac ---

void fac_lengths(StageList& list) {
  const Integers row = fac_row({100, 80, 50, 20, 5});
  for (std::size_t n = 0; n <= 9; ++n) {
    MansInput in;
    in.mode = Mode::fac;
    in.rows = {row, fac_row({1, 254}), row};
    in.lengths = {static_cast<std::int64_t>(n), 2, static_cast<std::int64_t>(n)};
    Choices choices;
    for (std::uint32_t i = 0; i < 2 * n + 2; ++i) {
      const bool middle = i == n || i == n + 1;
      choices.push_back({middle ? i % 2 : i % 5});
    }
    mans_encode(in, choices);
    list.add(fmt::format("fac-row-of-{}", n), in);
  }
}

// Symbol 63 stands at slot 255 alone and is followed by 6 bits, whose value may be 63 again.
void fac_escapes(StageList& list) {
  MansInput in;
  in.mode = Mode::fac;
  in.rows = {fac_row({100, 155}), fac_row({255})};
  in.lengths = {7, 9};
  Choices choices;
  for (const std::uint32_t v : {0U, 1U, 32U, 62U, 63U, 7U, 33U, 5U}) {
    choices.push_back({63, v, 6});
    choices.push_back({0});
  }
  mans_encode(in, choices);
  list.add("fac-escapes", in);
}

// A row that writes fewer slots than the one before keeps the others; the first row's are zeros.
void fac_kept_slots(StageList& list) {
  MansInput in;
  in.mode = Mode::fac;
  in.rows = {fac_row({60, 60, 60, 60}), fac_row({0, 0, 0, 0, 0, 0, 40}), fac_row({})};
  in.lengths = {5, 6, 5};
  const Choices choices = {{3}, {2}, {1}, {0}, {3}, {3}, {6}, {2}, {3}, {6}, {1}, {3}, {6}, {2}, {63, 21, 6}, {3}};
  mans_encode(in, choices);
  list.add("fac-kept-slots-read", in);
  in.rows = {fac_row({}), fac_row({10}), fac_row({0, 5})};
  in.lengths = {6, 6, 6};
  Random random("fac kept slots");
  in.memory.clear();
  for (int i = 0; i < 40; ++i) {
    in.memory.push_back(static_cast<std::uint8_t>(random.within(1, 255)));
  }
  list.add("fac-first-row-leaves-zeros", in);
}

void fac_tables(StageList& list) {
  Integers rising;
  for (std::int64_t a = 0; a < 63; ++a) {
    rising.push_back(4 * a + 5);
  }
  const std::vector<std::pair<const char*, Integers>> rows = {{"rising", rising},
                                                              {"all-in-symbol-0", Integers(63, 255)},
                                                              {"all-in-symbol-62", fac_row({})},
                                                              {"ones", {}},
                                                              {"powers", fac_row({1, 2, 4, 8, 16, 32, 64, 128})}};
  for (const auto& [name, given] : rows) {
    Integers row = given;
    if (std::string_view(name) == "all-in-symbol-62") {
      row[62] = 255;
    }
    for (std::int64_t a = 0; row.size() < 63; ++a) {
      row.push_back(a + 1);
    }
    MansInput in;
    in.mode = Mode::fac;
    in.rows = {row, row};
    in.lengths = {21, 18};
    Random random(name);
    for (int i = 0; i < 56; ++i) {
      in.memory.push_back(static_cast<std::uint8_t>(random.within(1, 255)));
    }
    list.add(fmt::format("fac-table-{}", name), in);
  }
}

// --- short streams, and the window's init ---

// A decode that reads about as much as it can everywhere, cut by 0, 1, 2 … bytes where its reads end: the window
// refuses at each flush in turn, and 8 bytes of zeros stand below the stream.
void add_cuts(StageList& list, const std::string& name, MansInput in) {
  const Bytes whole = in.memory;
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    in.memory.assign(whole.begin() + static_cast<std::ptrdiff_t>(cut), whole.end());
    list.add(fmt::format("{}-cut-by-{}", name, cut), in);
  }
}

void short_streams(StageList& list) {
  // Every symbol costs 8 bits: columns of 1. Escapes of 17 bits at bound 2.
  MansInput sgm = sgm_input({Integers(256, 1)}, {2});
  sgm.spans = {span_of({true, true, true, true, true, false, true, true, true, true, false}, Integers(11, 0)),
               span_of({true, false, true}, Integers(3, 0)), span_of({true, true, false}, Integers(3, 0))};
  Choices choices;
  for (std::uint32_t i = 0; i < 17; ++i) {
    choices.push_back(i % 3 == 1 ? escaped(3, false, 60000 + i) : MansChoice{7 + i});
  }
  mans_encode(sgm, choices);
  add_cuts(list, "sgm-short", sgm);

  MansInput fac;
  fac.mode = Mode::fac;
  fac.rows = {fac_row({1, 1, 1, 252}), fac_row({1, 254})};
  fac.lengths = {11, 6};
  choices.clear();
  for (std::uint32_t i = 0; i < 17; ++i) {
    choices.push_back(i % 4 == 2 ? MansChoice{63, i, 6} : MansChoice{0});
  }
  mans_encode(fac, choices);
  add_cuts(list, "fac-short", fac);
}

void window_starts(StageList& list) {
  MansInput sgm = sgm_input({usual_row()}, {200});
  sgm.spans = {coded_span(1)};
  MansInput fac;
  fac.mode = Mode::fac;
  fac.rows = {fac_row({200, 55})};
  fac.lengths = {1};
  MansInput no_span = sgm_input({}, {});
  MansInput no_row;
  no_row.mode = Mode::fac;
  // The sentinel at bit 7 + 8k, at bit 0, and nowhere within eight bytes of the end.
  const std::vector<std::pair<const char*, Bytes>> memories = {
      {"empty", {}},
      {"one-zero", {0}},
      {"one-byte", {0x80}},
      {"one-byte-sentinel-low", {1}},
      {"two-bytes", {0x55, 0x80}},
      {"two-bytes-sentinel-low", {0x55, 1}},
      {"three-bytes", {0x55, 0xAA, 0x80}},
      {"three-bytes-sentinel-low", {0x55, 0xAA, 1}},
      {"eight-zeros", Bytes(8, 0)},
      {"zero-tail-of-8", {1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0}},
      {"zero-tail-of-7", {1, 2, 3, 4, 9, 0, 0, 0, 0, 0, 0, 0}},
      {"zero-tail-of-7-bit-7", {1, 2, 3, 4, 0x80, 0, 0, 0, 0, 0, 0, 0}},
      {"zero-tail-of-7-bit-0", {1, 2, 3, 4, 1, 0, 0, 0, 0, 0, 0, 0}},
      {"zero-tail-of-6-bit-0", {1, 2, 3, 4, 5, 1, 0, 0, 0, 0, 0, 0}},
      {"zero-tail-of-6-bit-7", {1, 2, 3, 4, 5, 0x80, 0, 0, 0, 0, 0, 0}},
      {"zero-tail-of-5-bit-0", {1, 2, 3, 4, 5, 6, 1, 0, 0, 0, 0, 0}},
      {"zero-tail-of-1", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0}},
  };
  for (const auto& [name, memory] : memories) {
    for (auto& [mode, in] : {std::pair<const char*, MansInput*>{"sgm", &sgm},
                             {"fac", &fac},
                             {"sgm-no-span", &no_span},
                             {"fac-no-row", &no_row}}) {
      in->memory = memory;
      list.add(fmt::format("{}-start-{}", mode, name), *in);
    }
  }
}

// --- conditions ---

void sgm_conditions(StageList& list) {
  MansInput good = sgm_input({usual_row(), usual_row()}, {3, 255});
  good.spans = {coded_span(2, 1)};
  const auto add = [&](std::string_view id, const auto& change) {
    MansInput in = good;
    change(in);
    list.add(fmt::format("sgm-{}-refused", id), in);
  };
  add("row-sums-to-255", [](MansInput& in) { in.pmf[0][0] -= 1; });
  add("row-sums-to-257", [](MansInput& in) { in.pmf[1][0] += 1; });
  add("row-of-zeros", [](MansInput& in) { in.pmf[0].assign(12, 0); });
  add("row-with-a-negative", [](MansInput& in) {
    in.pmf[0][7] -= 1;
    in.pmf[0][0] += 1;
  });
  add("rows-past-i64", [](MansInput& in) { in.pmf[0].assign(12, std::int64_t{1} << 62); });
  add("row-narrower", [](MansInput& in) { in.pmf[1].resize(11), in.pmf[1][0] += 1; });
  add("row-wider", [](MansInput& in) { in.pmf[1].push_back(0); });
  add("rows-of-no-width", [](MansInput& in) { in.pmf = {{}, {}}; });
  add("bound-256", [](MansInput& in) { in.bounds[0] = 256; });
  add("bound-negative", [](MansInput& in) { in.bounds[1] = -1; });
  add("bound-past-the-rows-256", [](MansInput& in) { in.bounds.push_back(256); });
  add("mask-shorter", [](MansInput& in) { in.spans[0].mask.pop_back(); });
  add("mask-longer", [](MansInput& in) { in.spans[0].mask.push_back(false); });
  add("sigma-without-row", [](MansInput& in) {
    in.bounds.push_back(1);
    in.spans[0].sigma[1] = 2;
  });
  add("sigma-without-bound", [](MansInput& in) { in.bounds.pop_back(); });
  add("sigma-negative", [](MansInput& in) { in.spans[0].sigma[0] = -1; });
  add("sigma-of-an-unmasked-position", [](MansInput& in) {
    in.spans[0].mask[1] = false;
    in.spans[0].sigma[1] = 2;
  });
  add("sigma-of-a-later-span", [](MansInput& in) { in.spans.push_back(coded_span(1, 9)); });
}

void fac_conditions(StageList& list) {
  MansInput good;
  good.mode = Mode::fac;
  good.rows = {fac_row({100, 155}), fac_row({10, 20})};
  good.lengths = {1, 1};
  const auto add = [&](std::string_view id, const auto& change) {
    MansInput in = good;
    change(in);
    list.add(fmt::format("fac-{}-refused", id), in);
  };
  add("row-of-62-counts", [](MansInput& in) { in.rows[0].pop_back(); });
  add("row-of-64-counts", [](MansInput& in) { in.rows[1].push_back(255); });
  add("row-of-no-count", [](MansInput& in) { in.rows[1].clear(); });
  add("count-256", [](MansInput& in) { in.rows[0][62] = 256; });
  add("count-negative", [](MansInput& in) { in.rows[0][0] = -1; });
  add("counts-decreasing", [](MansInput& in) { in.rows[1][5] -= 1; });
  add("length-missing", [](MansInput& in) { in.lengths.pop_back(); });
  add("length-left-over", [](MansInput& in) { in.lengths.push_back(0); });
  add("length-negative", [](MansInput& in) { in.lengths[1] = -1; });
}

}  // namespace

void mans_decode_vectors(StageList& list) {
  sgm_lengths(list);
  sgm_masks(list);
  sgm_escapes(list);
  sgm_tables(list);
  fac_lengths(list);
  fac_escapes(list);
  fac_kept_slots(list);
  fac_tables(list);
  short_streams(list);
  window_starts(list);
  sgm_conditions(list);
  fac_conditions(list);
}

}  // namespace wai
