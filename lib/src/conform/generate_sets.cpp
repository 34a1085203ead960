#include "conform/generate_sets.hpp"

#include "bounds/load.hpp"
#include "exec/run.hpp"
#include "lower/whm_form.hpp"

namespace wai {
namespace {

constexpr std::int64_t kWeightMax = 2147483647;

SetMember text_member(std::string name, const std::string& text) {
  return {std::move(name), {text.begin(), text.end()}};
}

ParameterSet one_file(SetMember member) {
  ParameterSet set;
  set.members.push_back(std::move(member));
  set.one_file = true;
  return set;
}

// --- int_synth/1 ---

struct SynthLayerText {
  std::uint32_t in_ch, out_ch, k, stride, pad, out_pad;
  Values weight;
  Values bias;
  unsigned shift;
  bool relu;
};

std::string list_text(const Values& values) {
  return fmt::format("[{}]", fmt::join(values, ","));
}

ParameterSet synth_set(const std::vector<SynthLayerText>& layers) {
  std::string text;
  for (const SynthLayerText& l : layers) {
    text += fmt::format(
        R"({}{{"in_ch":{},"out_ch":{},"k":{},"stride":{},"pad":{},"out_pad":{},"weight":{},"bias":{},"shift":{},"relu":{}}})",
        text.empty() ? "" : ",\n", l.in_ch, l.out_ch, l.k, l.stride, l.pad, l.out_pad, list_text(l.weight),
        list_text(l.bias), l.shift, l.relu);
  }
  return one_file(text_member("int_synth.json", fmt::format("{{\"layers\":[\n{}\n]}}\n", text)));
}

// [2, S, S] -> [2, 2S - 1, 2S - 1] -> relu -> [3, 2S - 1, 2S - 1].
ParameterSet small_synth() {
  Random random("small int_synth");
  return synth_set({{2, 2, 3, 2, 1, 0, random_values(random, 36, -90, 90), {700, -300}, 5, true},
                    {2, 3, 3, 1, 1, 0, random_values(random, 54, -120, 120), {90000, 4000, -2500}, 9, false}});
}

// Layer 1 gives [0, Y] with Y = 127*33818640 + 18 = 2^32 + 2. Layer 2 forms (2^31 - 1)*Y + bias = 2^63 - 2 + bias:
// it fits i64 for a bias of 1, and passes it by one unit for a bias of 2 (readings P19).
ParameterSet acc64_edge(std::int64_t bias) {
  return synth_set(
      {{1, 1, 1, 1, 0, 0, {33818640}, {18}, 0, true}, {1, 3, 1, 1, 0, 0, {kWeightMax, 1, 1}, {bias, 0, 0}, 40, false}});
}

// -128*(2^24 - 1 + last) is -2^31 for a last weight of 1, and passes i32 for one of 2.
ParameterSet acc32_edge(std::int64_t last) {
  return synth_set({{2, 3, 1, 1, 0, 0, {16777215, 5, -6, last, 7, 8}, {0, 0, 0}, 20, false}});
}

// Layer 1 gives [0, 1]; then a term of magnitude 1 and one of 2^31 - 1, which divide 2^31 - 1 (ops 6, K_c).
ParameterSet synth_chunks() {
  return synth_set({{1, 2, 1, 1, 0, 0, {0, 0}, {1, 1}, 0, true},
                    {2, 2, 1, 1, 0, 0, {1, -1, 0, 1}, {0, 0}, 0, true},
                    {2, 3, 1, 1, 0, 0, {kWeightMax, 0, -1, 0, 1, 1}, {0, 0, 0}, 31, false}});
}

// Nine layers of weights of magnitude 2^31 - 1, nothing shifted away, the last over [0, 2^255): its sums would reach
// 2^286, so its bounds saturate at 2^255 (ops 8.1), on the side of `last` alone.
ParameterSet synth_saturated(std::int64_t last) {
  std::vector<SynthLayerText> layers(8, {1, 1, 1, 1, 0, 0, {-kWeightMax}, {0}, 0, false});
  layers.back().relu = true;
  layers.push_back({1, 3, 1, 1, 0, 0, {last, 0, 0}, {0, 1, -1}, 0, false});
  return synth_set(layers);
}

// --- WHM1 and WAM1 ---

PackedInts weights16(const Values& values) {
  return packed(values, 2);
}

struct ConvolutionShape {
  bool transposed;
  std::uint32_t c, out, k, stride, pad, opad;
};

// A layer with weights and multipliers of a few bits, about 1 in scale at a shift of 10.
ConvolutionLayer random_convolution(Random& random, const ConvolutionShape& s, bool one_dimensional = false) {
  ConvolutionLayer layer;
  layer.transposed = s.transposed;
  layer.c = s.c;
  layer.out = s.out;
  layer.k = s.k;
  layer.stride = s.stride;
  layer.pad = s.pad;
  layer.opad = s.opad;
  const std::size_t taps = one_dimensional ? s.k : std::size_t{s.k} * s.k;
  layer.weights = weights16(random_values(random, std::size_t{s.c} * s.out * taps, -60, 60));
  layer.mult = random_values(random, s.out, 5, 40);
  layer.bias = random_values(random, s.out, -300, 300);
  return layer;
}

IgdnLayer random_igdn(Random& random, std::uint32_t c) {
  IgdnLayer layer;
  layer.c = c;
  layer.gamma = packed(random_values(random, std::size_t{c} * c, -20, 200), 4);
  layer.beta = random_values(random, c, 40000, 90000);
  return layer;
}

Network network(NetworkForm form, std::vector<Layer> layers) {
  return {form, 8, 6, 10, std::move(layers)};
}

// [2, H, W] -> [3, 2H - 1, 2W - 1] -> igdn -> [3, 4H, 4W] and so on: tags 0, 2 and 1, an input that tag 0 reads.
Network small_g_s(std::string_view seed, std::uint32_t channels) {
  Random random(seed);
  return network(NetworkForm::whm1, {random_convolution(random, {true, channels, 3, 3, 2, 1, 0}),
                                     random_igdn(random, 3), random_convolution(random, {true, 3, 3, 4, 2, 1, 0}),
                                     random_convolution(random, {false, 3, 3, 3, 1, 1, 0})});
}

// [1, H, W] -> [2, 2H, 2W] -> leaky -> [4, 2H, 2W]: tags 0, 4 and 1; and tag 3 before the last.
Network small_h_s(std::string_view seed) {
  Random random(seed);
  return network(NetworkForm::whm1, {random_convolution(random, {true, 1, 2, 5, 2, 2, 1}), LeakyLayer{41, 7},
                                     random_convolution(random, {false, 2, 4, 3, 1, 1, 0}), ReluLayer{},
                                     random_convolution(random, {false, 4, 4, 1, 1, 0, 0})});
}

// A network whose input no range check reads: tag 3 first, so x_0 has all of i64.
Network relu_first() {
  Random random("relu first");
  return network(NetworkForm::whm1, {ReluLayer{}, random_convolution(random, {false, 2, 3, 2, 1, 1, 0}), ReluLayer{}});
}

// Layers whose range predicates (ops 13.2) are decided by the `+ 1` they write: X + 1 + 5 <= 2^63 - 1, then with the
// norm 65535 + 1 = 256^2, X + 1 <= 2^63 - 1.
Network range_ends() {
  ConvolutionLayer same;
  same.c = same.out = same.k = same.stride = 1;
  same.weights = weights16({1});
  same.mult = {1024};
  same.bias = {5};
  IgdnLayer igdn;
  igdn.c = 1;
  igdn.gamma = packed(Values{0}, 4);
  igdn.beta = {65535};
  return network(NetworkForm::whm1, {same, igdn});
}

// [2, 1, T] -> [2, 1, 2T] -> igdn -> [1, 1, 4T - 1].
Network small_wam() {
  Random random("small wam");
  return network(NetworkForm::wam1, {random_convolution(random, {true, 2, 2, 4, 2, 1, 0}, true), random_igdn(random, 2),
                                     random_convolution(random, {true, 2, 1, 3, 2, 1, 0}, true)});
}

// Two scale edges, one hyper-latent channel.
std::string small_entropy() {
  return R"({"scale_edges":[64,512],)"
         R"("y_cdf":[[0,20000,45000,65000,65536],[0,9000,30000,65536,0]],"y_cdf_length":[5,4],"y_offset":[-1,-1],)"
         R"("z_cdf":[[0,10000,50000,65000,65536]],"z_cdf_length":[5],"z_offset":[-1],"z_median":[12]})"
         "\n";
}

ParameterSet hyper_set(std::string_view seed) {
  ParameterSet set;
  set.members = {{"g_s.whm", write_network(small_g_s(fmt::format("{} g_s", seed), 2))},
                 {"h_s.whm", write_network(small_h_s(fmt::format("{} h_s", seed)))},
                 text_member("entropy.json", small_entropy())};
  return set;
}

ParameterSet network_file(std::string name, const Network& n) {
  return one_file({std::move(name), write_network(n)});
}

// --- their graphs, as vectors ---

// A value of the input's range, small beside it so that sums stay inside the later range checks.
std::int64_t near_zero(Random& random, const TensorRecord& record) {
  return random.within(std::max<std::int64_t>(record.lo, -3000), std::min<std::int64_t>(record.hi, 3000));
}

VectorDecode decode_with(const GraphModel& model, Random& random, std::uint64_t h, std::uint64_t w) {
  VectorDecode decode;
  for (const InputRecord& input : model.inputs) {
    const TensorRecord& record = model.tensors[input.tensor];
    Tensor t(Shape{record.channels, h, w});
    for (std::int64_t& v : t.data) {
      v = near_zero(random, record);
    }
    decode.inputs.push_back(std::move(t));
  }
  decode.scalars.assign(model.scalars.size(), 5);  // t_out of wam1/1
  return decode;
}

// Decodes of small values, at three sizes.
std::vector<VectorDecode> small_decodes(const GraphModel& model, std::string_view seed, bool one_row) {
  Random random(seed);
  std::vector<VectorDecode> decodes;
  for (const auto& [h, w] : {std::pair<unsigned, unsigned>{1, 1}, {2, 3}, {3, 2}}) {
    decodes.push_back(decode_with(model, random, one_row ? 1 : h, one_row ? w + 2 : w));
  }
  return decodes;
}

// Every element at an end of the input's range, where a later range check may decide; then one element past it.
std::vector<VectorDecode> end_decodes(const GraphModel& model, const VectorDecode& shape) {
  const TensorRecord& range = model.tensors[model.inputs.front().tensor];
  std::vector<VectorDecode> decodes;
  for (const std::int64_t end : {range.lo, range.hi}) {
    VectorDecode decode = shape;
    Values& data = decode.inputs.front().data;
    data.assign(data.size(), end);
    decodes.push_back(decode);
    if (end != kI64Min && end != kI64Max) {
      data.front() += end < 0 ? -1 : 1;
      decodes.push_back(decode);
    }
  }
  return decodes;
}

bool is_refused(const BoundedGraph& graph, const VectorDecode& decode) {
  return !run_graph(graph, decode.inputs, decode.scalars);
}

// One vector of decodes that complete, and one for each end that is refused.
void add_role(VectorList& list, const std::string& name, const RoleGraph& graph, bool one_row) {
  const auto bounded = bound_graph(graph.whg1, graph.role);
  if (!bounded) {
    bug("lowering_vectors: " + bounded.refusal().message);
  }
  if (first_failure(*bounded, Profile::acc64)) {
    list.add("load-" + name, graph.whg1);
    return;
  }
  const char* profile = first_failure(*bounded, Profile::acc32) ? "acc64" : "acc32";
  const GraphModel& model = bounded->graph.model;
  std::vector<VectorDecode> complete = small_decodes(model, name, one_row);
  std::vector<VectorDecode> refused;
  for (VectorDecode& decode : end_decodes(model, complete.front())) {
    (is_refused(*bounded, decode) ? refused : complete).push_back(std::move(decode));
  }
  list.add(fmt::format("{}-{}", name, profile), graph.whg1, std::move(complete));
  if (!refused.empty()) {
    list.add(fmt::format("run-{}-past-a-range-{}", name, profile), graph.whg1, std::move(refused));
  }
}

}  // namespace

std::vector<MadeSet> made_sets() {
  const std::string synth = "wai.neural.int_synth";
  return {
      {"audio-small", {"wai.audio.int_codec", {}}, network_file("model.wam", small_wam())},
      {"hyper-small", {"wai.neural.int_hyper", {}}, hyper_set("hyper")},
      {"splat-range-ends", {"wai.splat.int_codec", {}}, network_file("g_s.whm", range_ends())},
      {"splat-relu-first", {"wai.splat.int_codec", {}}, network_file("g_s.whm", relu_first())},
      {"splat-small", {"wai.splat.int_codec", {}}, network_file("g_s.whm", small_g_s("splat", 4))},
      {"synth-acc32-at-its-edge", {synth, Profile::acc32}, acc32_edge(1)},
      {"synth-acc32-past-by-one-weight", {synth, Profile::acc32}, acc32_edge(2)},
      {"synth-acc64-at-its-edge", {synth, Profile::acc64}, acc64_edge(1)},
      {"synth-acc64-past-by-one-unit", {synth, {}}, acc64_edge(2)},
      {"synth-chunks", {synth, {}}, synth_chunks()},
      {"synth-saturated-above", {synth, {}}, synth_saturated(kWeightMax)},
      {"synth-saturated-below", {synth, {}}, synth_saturated(-kWeightMax)},
      {"synth-small", {synth, {}}, small_synth()},
      {"video-small", {"wai.video.int_hyper", {}}, hyper_set("video")},
  };
}

void lowering_vectors(VectorList& list) {
  for (const MadeSet& made : made_sets()) {
    const auto lowered = lower_set(made.set, made.pin.capability);
    if (!lowered) {
      bug("lowering_vectors: " + lowered.refusal().message);
    }
    for (const RoleGraph& graph : lowered->graphs) {
      add_role(list, fmt::format("{}-{}", made.name, graph.role), graph, lowered->lowering == "wam1/1");
    }
  }
}

}  // namespace wai
