// Vectors of pixel_shuffle, pixel_unshuffle, subpos_split and subpos_merge (ops 5.10).
#include <algorithm>
#include <array>

#include "conform/common_vectors.hpp"
#include "conform/generate_families.hpp"
#include "ops/movement.hpp"

namespace wai {
namespace {

constexpr std::uint32_t kCap = 1U << 26U;

OpCase block_case(std::string_view op, Bytes params, std::uint32_t out_channels, std::size_t n_out,
                  std::vector<Tensor> inputs) {
  OpCase c;
  c.op = op;
  c.params = std::move(params);
  for (const Tensor& t : inputs) {
    c.in.push_back(checked(static_cast<std::uint32_t>(t.shape.c), -300, 500));
  }
  c.out.assign(n_out, derived(out_channels));
  c.decode = decode_of(std::move(inputs));
  return c;
}

OpCase shuffle(std::uint32_t r, std::uint64_t c, std::uint64_t h, std::uint64_t w) {
  return block_case("pixel_shuffle", write_params(PixelShuffleParams{r}), static_cast<std::uint32_t>(c / r / r), 1,
                    {counted(c, h, w, -9)});
}

OpCase unshuffle(std::uint32_t r, std::uint64_t c, std::uint64_t h, std::uint64_t w) {
  return block_case("pixel_unshuffle", write_params(PixelShuffleParams{r}), static_cast<std::uint32_t>(c * r * r), 1,
                    {counted(c, h, w, -9)});
}

using Order = std::array<std::uint8_t, 4>;

std::string order_name(const Order& o) {
  return fmt::format("order-{}{}{}{}", o[0], o[1], o[2], o[3]);
}

OpCase subpos_split(const Order& order, std::uint64_t c, std::uint64_t h, std::uint64_t w) {
  return block_case("subpos_split", write_params(SubposParams{order}), static_cast<std::uint32_t>(c), 4,
                    {counted(c, h, w, -9)});
}

OpCase subpos_merge(const Order& order, std::uint64_t c, std::uint64_t h, std::uint64_t w) {
  return block_case("subpos_merge", write_params(SubposParams{order}), static_cast<std::uint32_t>(c), 1,
                    {counted(c, h, w, -9), counted(c, h, w, 90), counted(c, h, w, 190), counted(c, h, w, 290)});
}

constexpr Order kCommonOrder = {1, 2, 0, 3};

template <class Make>
void add_orders(VectorList& list, Make make) {
  Order order = {0, 1, 2, 3};
  do {
    list.add(order_name(order), make(order));
  } while (std::next_permutation(order.begin(), order.end()));
}

void add_order_faults(VectorList& list, const OpCase& c) {
  for (std::size_t k = 0; k < 4; ++k) {
    add_byte_fault(list, fmt::format("order-4-at-{}", k), c, k, 4);
    add_byte_fault(list, fmt::format("order-twice-at-{}", k), c, k, c.params[(k + 1) % 4]);
  }
  add_byte_fault(list, "order-255", c, 3, 255);
}

}  // namespace

void pixel_shuffle_vectors(VectorList& list) {
  add_common_vectors(list, shuffle(2, 8, 2, 3));
  add_moved_widths(list, shuffle(2, 4, 1, 2), PastEnd::below);
  for (const auto& [r, c, h, w] : {std::array<std::uint32_t, 4>{1, 3, 2, 3},
                                   {1, 1, 1, 1},
                                   {2, 4, 1, 1},
                                   {2, 4, 3, 2},
                                   {2, 12, 2, 1},
                                   {2, 8, 1, 5},
                                   {3, 9, 1, 1},
                                   {3, 9, 2, 3},
                                   {3, 18, 3, 1},
                                   {3, 27, 1, 2},
                                   {4, 16, 2, 1},
                                   {4, 32, 1, 3},
                                   {5, 25, 2, 2}}) {
    add_plan(list, fmt::format("r{}-{}x{}x{}", r, c, h, w), shuffle(r, c, h, w));
  }
  add_byte_fault(list, "r-0", shuffle(2, 4, 1, 1), 0, 0);
  for (const auto& [r, c] : {std::pair{2U, 6U}, {2U, 3U}, {2U, 2U}, {3U, 6U}, {3U, 3U}}) {
    OpCase bad = shuffle(1, c, 1, 1);
    bad.params = write_params(PixelShuffleParams{r});
    bad.out[0].channels = std::max(1U, c / (r * r));
    list.add(fmt::format("load-channels-{}-of-r{}", c, r), bad);
  }
  // A side past the cap takes r^2 channels, more than a tensor holds elements: only its elements can pass.
  OpCase huge = shuffle(1, 1, 1, 1);
  huge.params = write_params(PixelShuffleParams{0xFFFFFFFFU});
  list.add("load-r-huge", huge);
}

void pixel_unshuffle_vectors(VectorList& list) {
  add_common_vectors(list, unshuffle(2, 2, 4, 6));
  add_moved_widths(list, unshuffle(2, 1, 2, 2), PastEnd::below);
  for (const auto& [r, c, h, w] : {std::array<std::uint32_t, 4>{1, 3, 2, 3},
                                   {1, 1, 1, 1},
                                   {2, 1, 2, 2},
                                   {2, 1, 6, 4},
                                   {2, 3, 4, 2},
                                   {2, 2, 2, 10},
                                   {3, 1, 3, 3},
                                   {3, 1, 6, 9},
                                   {3, 2, 9, 3},
                                   {3, 3, 3, 6},
                                   {4, 1, 8, 4},
                                   {4, 2, 4, 12},
                                   {5, 1, 10, 10}}) {
    add_plan(list, fmt::format("r{}-{}x{}x{}", r, c, h, w), unshuffle(r, c, h, w));
  }
  add_byte_fault(list, "r-0", unshuffle(2, 1, 2, 2), 0, 0);
  for (const auto& [r, h, w] :
       {std::array<std::uint32_t, 3>{2, 3, 4}, {2, 4, 3}, {2, 1, 1}, {3, 6, 4}, {3, 4, 6}, {3, 2, 3}}) {
    add_plan_refusal(list, fmt::format("shape-r{}-{}x{}", r, h, w), unshuffle(r, 1, h, w));
  }
  for (const std::uint32_t r : {65536U, 0xFFFFFFFFU}) {
    OpCase bad = unshuffle(1, 1, 1, 1);
    bad.params = write_params(PixelShuffleParams{r});
    list.add(fmt::format("load-r-{}", r), bad);
  }
  OpCase over = unshuffle(1, 1, 1, 1);  // r^2 channels a channel pass 64 bits
  over.in[0].channels = 0xFFFFFFFFU;
  over.params = write_params(PixelShuffleParams{0xFFFFFFFFU});
  list.add("load-channels-past-u64", over);
}

void subpos_split_vectors(VectorList& list) {
  add_common_vectors(list, subpos_split(kCommonOrder, 2, 4, 6));
  add_moved_widths(list, subpos_split(kCommonOrder, 1, 2, 2), PastEnd::below);
  add_orders(list, [](const Order& order) { return subpos_split(order, 2, 2, 4); });
  for (const auto& [c, h, w] : {std::array<std::uint32_t, 3>{1, 2, 2}, {3, 6, 2}, {1, 2, 10}, {2, 8, 8}}) {
    add_plan(list, fmt::format("shape-{}x{}x{}", c, h, w), subpos_split(kCommonOrder, c, h, w));
  }
  add_plan_refusal(list, "shape-odd-height", subpos_split(kCommonOrder, 1, 3, 4));
  add_plan_refusal(list, "shape-odd-width", subpos_split(kCommonOrder, 1, 4, 3));
  add_plan_refusal(list, "shape-1x1", subpos_split(kCommonOrder, 1, 1, 1));
  add_order_faults(list, subpos_split(kCommonOrder, 1, 2, 2));
  GraphModel three = subpos_split(kCommonOrder, 1, 2, 2).model();
  three.ops[0].out.pop_back();
  three.outputs.pop_back();
  three.tensors.pop_back();
  list.add("load-three-outputs", three);
  GraphModel channels = subpos_split(kCommonOrder, 1, 2, 2).model();
  channels.tensors[2].channels = 2;
  list.add("load-second-output-channels", channels);
  GraphModel again = subpos_split(kCommonOrder, 1, 2, 2).model();
  again.ops[0].out[3] = again.ops[0].out[2];
  list.add("load-g1-one-output-twice", again);
}

void subpos_merge_vectors(VectorList& list) {
  add_common_vectors(list, subpos_merge(kCommonOrder, 2, 2, 3));
  add_moved_widths(list, subpos_merge(kCommonOrder, 1, 1, 1), PastEnd::below);
  add_orders(list, [](const Order& order) { return subpos_merge(order, 2, 1, 2); });
  for (const auto& [c, h, w] : {std::array<std::uint32_t, 3>{1, 1, 1}, {3, 3, 1}, {1, 1, 5}, {2, 4, 4}}) {
    add_plan(list, fmt::format("shape-{}x{}x{}", c, h, w), subpos_merge(kCommonOrder, c, h, w));
  }
  for (std::size_t k = 0; k < 4; ++k) {
    OpCase bad = subpos_merge(kCommonOrder, 1, 2, 2);
    bad.decode.inputs[k] = counted(1, 3, 2);
    add_plan_refusal(list, fmt::format("shape-height-of-{}", k), bad);
    bad.decode.inputs[k] = counted(1, 2, 1);
    add_plan_refusal(list, fmt::format("shape-width-of-{}", k), bad);
    bad = subpos_merge(kCommonOrder, 2, 2, 2);
    bad.in[k].channels = 1;
    bad.decode.inputs[k] = counted(1, 2, 2);
    list.add(fmt::format("load-channels-of-{}", k), bad);
  }
  add_order_faults(list, subpos_merge(kCommonOrder, 1, 1, 1));
  // Readings G4: the first input's side is doubled before the shapes are compared. The sizes are only declared: no
  // decode brings so many elements.
  OpCase g4 = subpos_merge(kCommonOrder, 1, 1, 1);
  g4.max = {{kCap / 2 + 1, 1}, {1, 1}, {1, 1}, {1, 1}};
  list.add("load-g4-first-past-cap-before-shape", g4);
  g4.max = {{1, 1}, {kCap / 2 + 1, 1}, {1, 1}, {1, 1}};
  list.add("load-g4-second-past-cap-is-shape", g4);
  g4.max = {{1, kCap / 2 + 1}, {1, kCap / 2 + 1}, {1, kCap / 2 + 1}, {1, kCap / 2 + 1}};
  list.add("load-g4-width-past-cap", g4);
  g4.max = {{kCap / 4, 1}, {kCap / 4, 1}, {kCap / 4, 1}, {kCap / 4, 1}};
  list.add("sides-of-elements-at-cap", g4);
  g4.max.assign(4, {kCap / 4 + 1, 1});
  list.add("load-elements-past-cap", g4);
}

}  // namespace wai
