// Vectors of ops 14.1 items 2 to 5 that an operator's own file has no natural place for: elements at the ends of i32,
// planes of 1 x 1 and of odd sizes, checked outputs.
#include "conform/generate_families.hpp"
#include "ops/movement.hpp"
#include "ops/normalisation.hpp"
#include "ops/requantisation.hpp"
#include "ops/table_lookup.hpp"

namespace wai {
namespace {

OpCase case_of(std::string op, Bytes params, std::vector<TensorRecord> in, std::vector<TensorRecord> out,
               std::vector<Tensor> inputs, Values scalars = {}) {
  OpCase c;
  c.op = std::move(op);
  c.params = std::move(params);
  c.in = std::move(in);
  c.out = std::move(out);
  c.decode = decode_of(std::move(inputs), std::move(scalars));
  return c;
}

// One decode for each value, which fills every input.
std::vector<VectorDecode> filled_decodes(const OpCase& c, const Values& values) {
  std::vector<VectorDecode> decodes;
  for (const std::int64_t v : values) {
    decodes.push_back(c.decode);
    for (Tensor& t : decodes.back().inputs) {
      t.data.assign(t.data.size(), v);
    }
  }
  return decodes;
}

// Data movement keeps its elements: i32 whole under acc32, one past each end under acc64.
void add_moved_ends(VectorList& list, OpCase c) {
  const auto set_ranges = [&](std::int64_t lo, std::int64_t hi) {
    for (TensorRecord& t : c.in) {
      t = checked(t.channels, lo, hi);
    }
  };
  set_ranges(kI32Min, kI32Max);
  list.add("edge-i32-ends-acc32", c, filled_decodes(c, {kI32Max, -kI32Max, kI32Min}));
  set_ranges(kI32Min - 1, kI32Max + 1);
  list.add("edge-past-i32-ends-acc64", c, filled_decodes(c, {kI32Max + 1, kI32Min - 1}));
}

TensorRecord any(std::uint32_t channels) {
  return checked(channels, -10, 10);
}

void concat_edges(VectorList& list) {
  add_moved_ends(list, case_of("concat", {}, {any(1), any(1)}, {derived(2)}, {filled(1, 1, 1, 0), filled(1, 1, 1, 0)}));
}
void split_edges(VectorList& list) {
  const Bytes params = write_params(SplitParams{1, 1});
  add_moved_ends(list, case_of("split", params, {any(2)}, {derived(1)}, {filled(2, 1, 1, 0)}));
  list.add("edge-odd-sizes-acc32", case_of("split", params, {any(3)}, {derived(1)}, {counted(3, 1, 3, 1)}));
}
void pixel_shuffle_edges(VectorList& list) {
  add_moved_ends(list, case_of("pixel_shuffle", write_params(PixelShuffleParams{2}), {any(4)}, {derived(1)},
                               {filled(4, 1, 1, 0)}));
}
void pixel_unshuffle_edges(VectorList& list) {
  add_moved_ends(list, case_of("pixel_unshuffle", write_params(PixelShuffleParams{2}), {any(1)}, {derived(4)},
                               {filled(1, 2, 2, 0)}));
}
void pad_rep_edges(VectorList& list) {
  add_moved_ends(list, case_of("pad_rep", write_params(PadRepParams{2}), {any(1)}, {derived(1)}, {filled(1, 1, 1, 0)}));
}
void crop_to_edges(VectorList& list) {
  add_moved_ends(list,
                 case_of("crop_to", {}, {any(1), any(1)}, {derived(1)}, {filled(1, 2, 2, 0), filled(1, 1, 1, 0)}));
}
void crop_edges(VectorList& list) {
  add_moved_ends(list, case_of("crop", write_params(CropParams{{false, 0}, {false, 0}, {false, 1}, {false, 1}}),
                               {any(1)}, {derived(1)}, {filled(1, 1, 1, 0)}));
}
void subpos_split_edges(VectorList& list) {
  add_moved_ends(list, case_of("subpos_split", write_params(SubposParams{}), {any(1)},
                               {derived(1), derived(1), derived(1), derived(1)}, {filled(1, 2, 2, 0)}));
}
void subpos_merge_edges(VectorList& list) {
  add_moved_ends(list,
                 case_of("subpos_merge", write_params(SubposParams{}), {any(1), any(1), any(1), any(1)}, {derived(1)},
                         {filled(1, 1, 1, 0), filled(1, 1, 1, 0), filled(1, 1, 1, 0), filled(1, 1, 1, 0)}));
}

void fill_edges(VectorList& list) {
  list.add("edge-least-symmetric-i32-acc32",
           case_of("fill", write_params(FillParams{false, -kI32Max}), {any(1)}, {derived(1)}, {filled(1, 1, 1, 0)}));
  OpCase c =
      case_of("fill", write_params(FillParams{true, 0}), {any(1)}, {checked(1, 0, 6)}, {filled(1, 1, 1, 0)}, {7});
  c.scalars = {{0, 7}};
  list.add("run-edge-output-past-its-range-acc64", c);
}

// The second input holds 0 alone, so the sums end where the first input does.
void add_edges(VectorList& list) {
  OpCase c = case_of("add", {}, {checked(1, kI32Min, kI32Max), checked(1, 0, 0)}, {derived(1)},
                     {filled(1, 1, 1, 0), filled(1, 1, 1, 0)});
  std::vector<VectorDecode> decodes;
  for (const std::int64_t v : {kI32Max, -kI32Max, kI32Min}) {
    decodes.push_back(decode_of({filled(1, 1, 1, v), filled(1, 1, 1, 0)}));
  }
  list.add("edge-i32-ends-acc32", c, decodes);
}

// Both halves have one range, so the ends of their sums are even: -2^31, and 2^31 - 2 at most.
void chunk_add_edges(VectorList& list) {
  const std::int64_t half = std::int64_t{1} << 30;
  OpCase c = case_of("chunk_add", {}, {checked(2, -half, half - 1)}, {derived(1)}, {});
  list.add("edge-i32-ends-acc32", c,
           {decode_of({tensor_of(2, 1, 1, {-half, -half})}), decode_of({tensor_of(2, 1, 1, {-half, -half + 1})}),
            decode_of({tensor_of(2, 1, 1, {half - 1, half - 1})})});
  c.in = {checked(2, -half - 1, half)};
  list.add("edge-past-i32-ends-acc64", c,
           {decode_of({tensor_of(2, 1, 1, {-half - 1, -half})}), decode_of({tensor_of(2, 1, 1, {half, half})})});
}

// 1/2 and -1/2, of one position.
void chscale_edges(VectorList& list) {
  for (const Round round : kRounds) {
    OpCase c =
        case_of("chscale", write_params(ChscaleParams{0, 1, round, 1, packed({1})}), {any(1)}, {derived(1)}, {}, {0});
    c.scalars = {{0, 0}};
    list.add(fmt::format("edge-{}-ties-of-one-position-acc32", round_name(round)), c,
             {decode_of({filled(1, 1, 1, -1)}, {0}), decode_of({filled(1, 1, 1, 1)}, {0}),
              decode_of({filled(1, 1, 1, -3)}, {0}), decode_of({filled(1, 1, 1, 3)}, {0})});
  }
}

// T[v] = 5v, into [-20, 25].
void lut16_edges(VectorList& list) {
  Lut16Params p;
  for (std::int64_t v = -10; v <= 10; ++v) {
    p.table[static_cast<std::size_t>(v + 32768)] = static_cast<std::int16_t>(5 * v);
  }
  std::vector<VectorDecode> decodes;
  for (const std::int64_t v : {-4, 5, -5, 6}) {
    decodes.push_back(decode_of({filled(1, 1, 1, v)}));
  }
  list.add("run-edge-checked-output-acc64",
           case_of("lut16", write_params(p), {any(1)}, {checked(1, -20, 25)}, {filled(1, 1, 1, 0)}), decodes);
}

void layernorm_c_edges(VectorList& list) {
  LayernormCParams p;
  p.gamma = packed({65536, 65536, -65536});
  p.beta = {1, 2, 3};
  list.add("edge-one-position-acc64",
           case_of("layernorm_c", write_params(p), {any(3)}, {derived(3)}, {tensor_of(3, 1, 1, {-7, 2, 10})}));
}

struct Edges {
  std::string_view op;
  void (*add)(VectorList& list);
};
constexpr Edges kEdges[] = {
    {"add", add_edges},
    {"chscale", chscale_edges},
    {"chunk_add", chunk_add_edges},
    {"concat", concat_edges},
    {"crop", crop_edges},
    {"crop_to", crop_to_edges},
    {"fill", fill_edges},
    {"layernorm_c", layernorm_c_edges},
    {"lut16", lut16_edges},
    {"pad_rep", pad_rep_edges},
    {"pixel_shuffle", pixel_shuffle_edges},
    {"pixel_unshuffle", pixel_unshuffle_edges},
    {"split", split_edges},
    {"subpos_merge", subpos_merge_edges},
    {"subpos_split", subpos_split_edges},
};

}  // namespace

void edge_vectors(VectorList& list, std::string_view op) {
  for (const Edges& edges : kEdges) {
    if (edges.op == op) {
      edges.add(list);
    }
  }
}

}  // namespace wai
