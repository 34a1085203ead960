// The driver of `wai.neural.int_synth` (ops 13.1, pins P3). Every refusal is payload_malformed, but a set without its
// member (set_incomplete, readings P3) and the sink's own policy.
#include "base/caps.hpp"
#include "decode/cost.hpp"
#include "decode/drivers.hpp"
#include "decode/networks.hpp"
#include "decode/samples.hpp"
#include "graph/whg1.hpp"
#include "payload/int_synth_payload.hpp"

namespace wai {
namespace {

// The refusal of a graph, under the one code this capability reports (ops 4).
template <class T>
Expected<T> malformed(Expected<T> result) {
  if (!result) {
    result.refusal().code = RefusalCode::payload_malformed;
  }
  return result;
}

struct Synth {
  SynthSpec spec;
  Bytes whg1;
  PlannedGraph graph;
};

class IntSynth final : public Session::Driver {
 public:
  explicit IntSynth(ParameterSet set) : set_(std::move(set)), capability_(find_capability("wai.neural.int_synth")) {}

  Expected<Decoded> decode(std::span<const std::uint8_t> payload, const DecodeOptions& options) const override {
    WAI_TRY(const IntSynthPayload image, parse_int_synth_payload(payload));
    WAI_TRY(const auto synth, load_set());
    WAI_TRY(const std::vector<Shape> shapes, fit(*synth, image));
    Decoded out;
    out.form = picture_form(image.h, image.w);
    WAI_CHECK(admit(cost_of(*synth, image, shapes), out.form, options));
    WAI_TRY(const auto graph, graph_.get([&] { return malformed(load_graph(synth->whg1, Profile::acc64, "synth")); }));
    Tensor latents({image.c, image.s, image.s}, std::vector<std::int64_t>(image.latents.begin(), image.latents.end()));
    WAI_TRY(const Tensor picture, malformed(run_one(*graph, std::move(latents))));
    out.bytes = hwc_bytes(picture);
    return out;
  }

  Expected<DeclaredCost> declared(std::span<const std::uint8_t> payload) const override {
    WAI_TRY(const IntSynthPayload image, parse_int_synth_payload(payload));
    WAI_TRY(const auto synth, load_set());
    WAI_TRY(const std::vector<Shape> shapes, fit(*synth, image));
    return cost_of(*synth, image, shapes);
  }

 private:
  Expected<std::shared_ptr<const Synth>> load_set() const {
    return synth_.get([&]() -> Expected<Synth> {
      WAI_TRY(SetParts parts, read_parts(set_, *capability_));
      WAI_TRY(std::vector<RoleGraph> lowered, malformed(lower_parts(parts, *capability_)));
      Bytes whg1 = std::move(lowered.front().whg1);
      WAI_TRY(GraphModel model, malformed(parse_graph(whg1)));
      WAI_TRY(PlannedGraph graph, malformed(plan_graph(std::move(model))));
      return Synth{*std::move(parts.synth), std::move(whg1), std::move(graph)};
    });
  }

  // The latents' channels, the plan on their side, and the picture's shape.
  static Expected<std::vector<Shape>> fit(const Synth& synth, const IntSynthPayload& image) {
    if (image.c != synth.spec.channels()) {
      return refuse(RefusalCode::payload_malformed, "{} latent channels, the first layer reads {} (ops 13.1)", image.c,
                    synth.spec.channels());
    }
    const Shape latents = {image.c, image.s, image.s};
    if (!(CheckedSize(latents.c) * latents.h * latents.w).within(kMaxElems)) {
      return refuse(RefusalCode::payload_malformed, "the latents pass 2^26 elements (ops 3)");
    }
    PlanContext ctx;
    WAI_TRY(std::vector<Shape> shapes, malformed(plan_shapes(synth.graph, std::span(&latents, 1), ctx)));
    const Shape picture = shapes[synth.graph.model.outputs.front()];
    if (picture != Shape{3, image.h, image.w}) {
      return refuse(RefusalCode::payload_malformed,
                    "the model gives [{}, {}, {}], the payload declares {} x {} (ops "
                    "13.1)",
                    picture.c, picture.h, picture.w, image.h, image.w);
    }
    return shapes;
  }

  // pay 7 counts no int_synth; what it says of layers and activations, applied here.
  static DeclaredCost cost_of(const Synth& synth, const IntSynthPayload& image, const std::vector<Shape>& shapes) {
    NetworkPlan plan;
    plan.input = shapes.front();
    std::size_t tensor = 0;
    for (const SynthLayer& layer : synth.spec.layers) {
      const Shape x = shapes[tensor];
      const Shape y = shapes[++tensor];
      const auto side = [&](std::uint64_t n) { return (n - 1) * layer.stride + layer.k + layer.out_pad; };
      const CheckedSize macs = CheckedSize(x.elements()) * layer.out_ch * layer.k * layer.k;
      plan.layers.push_back({y, y.c * side(x.h) * side(x.w), macs.value().value_or(UINT64_MAX)});
      if (layer.relu) {
        plan.layers.push_back({shapes[++tensor], 0, 0});
      }
    }
    CostCount cost;
    cost.output_bytes(std::uint64_t{3} * image.h * image.w);
    cost.step(plan.input.elements());
    cost.network(plan);
    return cost.finish();
  }

  ParameterSet set_;
  const Capability* capability_;
  Once<Synth> synth_;
  Once<BoundedGraph> graph_;
};

}  // namespace

std::unique_ptr<Session::Driver> make_int_synth(ParameterSet set) {
  return std::make_unique<IntSynth>(std::move(set));
}

}  // namespace wai
