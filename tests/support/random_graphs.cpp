#include "support/random_graphs.hpp"

#include <algorithm>
#include <limits>

#include "support/graph_maker.hpp"

namespace wai::test {
namespace {

constexpr std::uint64_t kMostElements = 400;  // of a drawn tensor
constexpr std::size_t kMostInputs = 5;
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

// The value within i64.
std::int64_t clipped(const Wide& v) {
  return narrow<std::int64_t>(min(max(v, Wide(kMin)), Wide(kMax)).small());
}

// A tensor's interval from its producer result (ops 8.1); lo > hi when a `check` range leaves nothing.
Interval after_policy(const TensorRecord& t, const Interval& v) {
  switch (t.policy) {
    case RangePolicy::clamp:
      return {min(max(v.lo, Wide(t.lo)), Wide(t.hi)), min(max(v.hi, Wide(t.lo)), Wide(t.hi))};
    case RangePolicy::check:
      return {max(v.lo, Wide(t.lo)), min(v.hi, Wide(t.hi))};
    default:
      return v;
  }
}

Goal random_goal(SplitMix64& r) {
  const std::uint64_t n = r.below(100);
  return n < 45 ? Goal::acc32 : (n < 90 ? Goal::acc64 : Goal::none);
}

// Bits of an input's range: small ones as often as all the others.
unsigned input_bits(SplitMix64& r, Goal goal) {
  const unsigned most = goal == Goal::acc32 ? 31 : 63;
  return static_cast<unsigned>(r.chance(50) ? r.below(12) : r.below(most + 1));
}

std::vector<std::uint8_t> opcodes_for(Goal goal) {
  std::vector<std::uint8_t> out;
  for (const OperatorRow& row : operator_table()) {
    const bool never_acc32 = row.opcode >= 0x18 && row.opcode <= 0x1C;  // ops 7.3
    if (goal != Goal::acc32 || !never_acc32) {
      out.push_back(row.opcode);
    }
  }
  return out;
}

}  // namespace

Range64 random_range(SplitMix64& r, unsigned n) {
  const std::uint64_t top = (std::uint64_t{1} << n) - 1;
  const auto end = static_cast<std::int64_t>(top);
  const std::int64_t a = r.within(-end - 1, end);
  const std::int64_t b = r.within(-end - 1, end);
  switch (r.below(8)) {
    case 0:
      return {-end, end};
    case 1:
      return {-end - 1, end};
    case 2:
      return {0, end};
    case 3:
      return {-end - 1, std::min<std::int64_t>(-1, end)};
    case 4:
      return r.chance(30) ? Range64{a, a} : Range64{end - end / 8, end};
    default:
      return {std::min(a, b), std::max(a, b)};
  }
}

std::uint32_t GraphMaker::add_tensor(const TensorRecord& record, const Known& known) {
  model_.tensors.push_back(record);
  known_.push_back(known);
  return static_cast<std::uint32_t>(model_.tensors.size() - 1);
}

std::uint32_t GraphMaker::any_tensor() {
  const auto n = static_cast<std::uint32_t>(model_.tensors.size());
  return n > 2 && r.chance(60) ? r.upto(n - 2, n - 1) : r.upto(0, n - 1);
}

std::optional<std::uint32_t> GraphMaker::tensor_of(const Shapes& fits) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t t = 0; t < known_.size(); ++t) {
    if (fits(shape(t))) {
      found.push_back(t);
    }
  }
  if (found.empty()) {
    return std::nullopt;
  }
  return r.chance(50) ? found.back() : r.pick(found);
}

std::uint32_t GraphMaker::tensor_or_input(const Shapes& fits, const Shape& wanted, std::int8_t exponent) {
  const auto found = tensor_of(fits);
  if (found && (model_.inputs.size() >= kMostInputs || r.chance(70))) {
    return *found;
  }
  return new_input(wanted, exponent);
}

// A data input, or now and then a state input of input 0's sides.
std::uint32_t GraphMaker::new_input(const Shape& s, std::int8_t e, unsigned max_bits) {
  const Range64 range = random_range(r, std::min(max_bits, input_bits(r, goal_)));
  const RangePolicy policy = r.chance(60) ? RangePolicy::check : RangePolicy::clamp;
  const std::uint32_t t = add_tensor({static_cast<std::uint32_t>(s.c), e, policy, range.lo, range.hi},
                                     {s, {Wide(range.lo), Wide(range.hi)}});
  InputRecord input;
  input.tensor = t;
  if (declared_) {
    input.max_h = static_cast<std::uint32_t>(s.h);
    input.max_w = static_cast<std::uint32_t>(s.w);
  }
  const bool has_sides_of_input_0 = t != 0 && s.h == shape(0).h && s.w == shape(0).w;
  if (has_sides_of_input_0 && n_states_ < 2 && r.chance(25)) {
    input.kind = InputKind::state;
    input.init = r.biased(range.lo, range.hi);
    ++n_states_;
  }
  model_.inputs.push_back(input);
  return t;
}

std::uint32_t GraphMaker::scalar_within(std::int64_t lo, std::int64_t hi) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < model_.scalars.size(); ++i) {
    if (model_.scalars[i].lo >= lo && model_.scalars[i].hi <= hi) {
      found.push_back(i);
    }
  }
  if (!found.empty() && r.chance(50)) {
    return r.pick(found);
  }
  const std::int64_t a = r.biased(lo, hi);
  const std::int64_t b = r.biased(lo, hi);
  model_.scalars.push_back({std::min(a, b), std::max(a, b)});
  return static_cast<std::uint32_t>(model_.scalars.size() - 1);
}

PackedInts GraphMaker::parameters(std::size_t n, unsigned n_bits, bool narrow_widths) {
  std::vector<std::int64_t> values(n);
  unsigned needed = 1;
  for (std::int64_t& v : values) {
    v = r.signed_bits(n_bits);
    needed = std::max(needed, Wide(v).bits());
  }
  unsigned width = needed <= 8 ? 1 : (needed <= 16 ? 2 : (needed <= 32 ? 4 : 8));
  width = std::max(width, narrow_widths ? 1U : 4U);
  if (width < 8 && r.chance(20)) {
    width *= 2;
  }
  ByteWriter bytes;
  for (const std::int64_t v : values) {
    for (unsigned i = 0; i < width; ++i) {
      bytes.u8(static_cast<std::uint8_t>((static_cast<std::uint64_t>(v) >> (8 * i)) & 0xFFU));
    }
  }
  return PackedInts::read(std::move(bytes).finish(), width);
}

// The block RQ: its shift mostly brings the product down to a few bits, so that depth saturates nothing.
Rq GraphMaker::requantisation(std::size_t n, unsigned t_bits, unsigned n_bits, bool biased) {
  Rq rq;
  rq.round = static_cast<Round>(r.below(3));
  rq.m_kind = static_cast<RqKind>(r.below(3));
  const auto m_bits = static_cast<unsigned>(rq.m_kind == RqKind::absent ? 0 : r.below(n_bits + 1));
  if (rq.m_kind != RqKind::absent) {
    const PackedInts mult = parameters(rq.m_kind == RqKind::one ? 1 : n, m_bits, false);
    rq.m_bytes = static_cast<std::uint8_t>(mult.width());
    for (std::size_t i = 0; i < mult.size(); ++i) {
      rq.mult.push_back(mult[i]);
    }
  }
  const std::vector<unsigned> kShifts = {0, 1, 31, 32, 62, 63, 64, 127};
  rq.s_kind = r.chance(50) ? RqKind::one : RqKind::per_channel;
  const auto wanted = static_cast<unsigned>(r.below(28));
  const unsigned product = t_bits + m_bits;
  rq.shift.resize(rq.s_kind == RqKind::one ? 1 : n);
  for (auto& s : rq.shift) {
    const unsigned near = product > wanted ? product - wanted + static_cast<unsigned>(r.below(3)) : 0;
    s = static_cast<std::uint8_t>(std::min(r.chance(15) ? r.pick(kShifts) : near, most_shift()));
  }
  rq.placement = biased ? static_cast<BiasPlacement>(r.below(3)) : BiasPlacement::none;
  if (rq.placement != BiasPlacement::none) {
    const PackedInts bias = parameters(n, static_cast<unsigned>(r.below(n_bits + 1)), false);
    rq.b_bytes = static_cast<std::uint8_t>(bias.width());
    for (std::size_t i = 0; i < bias.size(); ++i) {
      rq.bias.push_back(bias[i]);
    }
  }
  return rq;
}

// Around the result, inside it, or anywhere.
Range64 GraphMaker::range_near(const Interval& result) {
  const std::int64_t lo = clipped(result.lo);
  const std::int64_t hi = clipped(result.hi);
  const auto n = static_cast<unsigned>(r.below(goal_ == Goal::acc32 && !r.chance(10) ? 32 : 64));
  switch (r.below(4)) {
    case 0:
      return {lo, hi};
    case 1: {
      const std::int64_t a = r.biased(lo, hi);
      const std::int64_t b = r.biased(lo, hi);
      return {std::min(a, b), std::max(a, b)};
    }
    default:
      return random_range(r, n);
  }
}

// The output's policy. A `check` range holds some value of the result (ops 8.1), mostly all of them.
TensorRecord GraphMaker::output_record(std::uint32_t n_channels, std::int8_t e, const Interval& result) {
  const TensorRecord derived{n_channels, e, RangePolicy::derived, 0, 0};
  const bool is_large = bits(result) > (goal_ == Goal::acc32 ? 26U : 52U);
  const std::uint64_t n = r.below(100);
  const bool is_clamp = n < (is_large ? 60U : 25U);
  const bool is_check = n >= 88 && goal_ != Goal::acc32;
  if (!is_clamp && !is_check) {
    return derived;
  }
  const Range64 range = range_near(result);
  if (is_clamp) {
    return {n_channels, e, RangePolicy::clamp, range.lo, range.hi};
  }
  TensorRecord checked{n_channels, e, RangePolicy::check, range.lo, range.hi};
  if (r.chance(70)) {
    checked.lo = std::min(checked.lo, clipped(result.lo));
    checked.hi = std::max(checked.hi, clipped(result.hi));
  }
  const Interval v = after_policy(checked, result);
  return v.hi < v.lo ? derived : checked;
}

bool GraphMaker::bounded(const Operator& op, const std::vector<Shape>& shapes, const Draft& draft,
                         NodeRecord& node) const {
  for (std::size_t k = 0; k < draft.in.size(); ++k) {
    node.in.push_back({interval(draft.in[k]), shapes[k], false});
  }
  for (const ScalarRecord& s : model_.scalars) {
    node.scalars.push_back({s.lo, s.hi});
  }
  if (!op.bounds(node)) {
    return false;
  }
  if (goal_ == Goal::acc32) {
    return values_meet(node, Profile::acc32) && node.acc32_params.empty();
  }
  return goal_ == Goal::none || values_meet(node, Profile::acc64);
}

// What the operator just put at the graph's end would give: none when it does not read, does not plan within the cap on
// elements, or misses the goal.
std::optional<GraphMaker::Planned> GraphMaker::consider(const OperatorRow& row, const Draft& draft) const {
  ParamReader reader(model_, model_.ops.size() - 1);
  const auto op = row.read(reader);
  if (!op) {
    return std::nullopt;
  }
  std::vector<std::uint64_t> in_channels;
  std::vector<Shape> in_shapes;
  for (const std::uint32_t t : draft.in) {
    in_channels.push_back(channels(t));
    in_shapes.push_back(shape(t));
  }
  const auto counts = (*op)->channels(in_channels, std::vector<std::uint64_t>(row.n_out, draft.declared));
  if (!counts) {
    return std::nullopt;
  }
  const auto shapes = (*op)->plan(in_shapes, *counts, {true, model_.scalars, {}});
  NodeRecord node;
  if (!shapes || !bounded(**op, in_shapes, draft, node)) {
    return std::nullopt;
  }
  if (std::any_of(shapes->begin(), shapes->end(), [](const Shape& s) { return s.elements() > kMostElements; })) {
    return std::nullopt;
  }
  return Planned{*shapes, node.results};
}

bool GraphMaker::keep(std::uint8_t opcode, const Draft& draft) {
  OperatorRecord record;
  record.opcode = opcode;
  record.in = draft.in;
  record.params = draft.params;
  model_.ops.push_back(std::move(record));
  const auto planned = consider(*find_operator(opcode), draft);
  if (!planned) {
    model_.ops.pop_back();
    return false;
  }
  for (std::size_t k = 0; k < planned->shapes.size(); ++k) {
    const Shape& s = planned->shapes[k];
    const TensorRecord out = output_record(static_cast<std::uint32_t>(s.c), draft.e_out, planned->results[k]);
    model_.ops.back().out.push_back(add_tensor(out, {s, after_policy(out, planned->results[k])}));
  }
  return true;
}

// A few drafts, each of smaller parameters than the one before.
bool GraphMaker::add_operator(std::uint8_t opcode) {
  auto n_bits = static_cast<unsigned>(r.below(parameter_bits() + 1));
  for (int attempt = 0; attempt < 6; ++attempt) {
    const std::size_t n_scalars = model_.scalars.size();
    const std::optional<Draft> draft = draft_of(opcode)(*this, n_bits);
    if (draft && keep(opcode, *draft)) {
      return true;
    }
    model_.scalars.resize(n_scalars);
    n_bits = static_cast<unsigned>(r.below(n_bits + 1));
  }
  return false;
}

// The last operator's outputs, and a few more: any tensor may be an output, and twice (readings G12).
void GraphMaker::choose_outputs() {
  model_.outputs = model_.ops.back().out;
  const std::uint64_t n = r.below(3);
  for (std::uint64_t i = 0; i < n; ++i) {
    model_.outputs.push_back(r.upto(0, static_cast<std::uint32_t>(model_.tensors.size() - 1)));
  }
}

// Each state input is fed by an output of its channels, mostly of its sides too: later decodes then plan.
void GraphMaker::feed_states() {
  for (InputRecord& input : model_.inputs) {
    if (input.kind == InputKind::data) {
      continue;
    }
    const Shape wanted = shape(input.tensor);
    auto source = tensor_of([&](const Shape& s) { return s == wanted; });
    if (r.chance(15)) {
      source = tensor_of([&](const Shape& s) { return s.c == wanted.c; });
    }
    input.src = static_cast<std::uint32_t>(model_.outputs.size());
    model_.outputs.push_back(source.value_or(input.tensor));
  }
}

// Now and then a cap that the largest tensor just meets, so that a larger decode is too_large; rarely one below it.
void GraphMaker::choose_caps() {
  if (!r.chance(20)) {
    return;
  }
  std::uint64_t most = 1;
  for (const Known& k : known_) {
    most = std::max<std::uint64_t>(most, k.shape.elements());
  }
  const bool too_small = most > 1 && r.chance(8);
  model_.max_elems = static_cast<std::uint32_t>(most - (too_small ? 1 : 0));
}

RandomGraph GraphMaker::make(const RandomGraphOptions& options) {
  declared_ = r.chance(65);
  const Shape first{1 + r.below(5), 1 + r.below(6), 1 + r.below(6)};
  (void)new_input(first, r.chance(20) ? static_cast<std::int8_t>(r.within(-127, 127)) : kNoExponent);
  const std::vector<std::uint8_t> opcodes = options.opcodes.empty() ? opcodes_for(goal_) : options.opcodes;
  const std::size_t wanted = r.upto(options.min_ops, options.max_ops);
  for (int attempt = 0; attempt < 200 && model_.ops.size() < wanted; ++attempt) {
    (void)add_operator(r.pick(opcodes));
  }
  if (model_.ops.empty()) {
    model_.ops.push_back({0x13, {0}, {1}, {}, 0, 0});  // abs
    (void)add_tensor({channels(0), kNoExponent, RangePolicy::derived, 0, 0}, known_[0]);
  }
  choose_outputs();
  feed_states();
  choose_caps();
  RandomGraph out{goal_, std::move(model_), {}};
  for (const Known& k : known_) {
    out.shapes.push_back(k.shape);
  }
  return out;
}

RandomGraph random_graph(SplitMix64& random, const RandomGraphOptions& options) {
  const Goal goal = options.goal ? *options.goal : random_goal(random);
  return GraphMaker(random, goal).make(options);
}

namespace {

// Sides of one decode: those the graph was drawn for, all smaller by the same, or anything.
Shape decode_shape(const Shape& planned, std::uint64_t style, std::uint64_t less, SplitMix64& r) {
  Shape s = planned;
  if (style < 12) {
    s.h -= std::min(s.h - 1, less / 3);
    s.w -= std::min(s.w - 1, less % 3);
  } else if (style < 18) {
    s.h = 1 + r.below(s.h + 1);
    s.w = 1 + r.below(s.w + 1);
  }
  return s;
}

void fill_tensor(Tensor& t, const TensorRecord& range, SplitMix64& r) {
  const std::uint64_t style = r.below(6);
  for (std::int64_t& v : t.data) {
    v = style == 0 ? range.lo : (style == 1 ? range.hi : r.biased(range.lo, range.hi));
  }
  if (r.chance(4) && (range.lo > kMin || range.hi < kMax)) {
    const bool below = range.hi == kMax || (range.lo > kMin && r.chance(50));
    t.data[static_cast<std::size_t>(r.below(t.data.size()))] = below ? range.lo - 1 : range.hi + 1;
  }
}

}  // namespace

RandomDecode random_decode(const RandomGraph& graph, SplitMix64& r) {
  RandomDecode out;
  const std::uint64_t style = r.below(100);
  const std::uint64_t less = r.below(9);
  for (const InputRecord& input : graph.model.inputs) {
    if (input.kind == InputKind::data) {
      Tensor t(decode_shape(graph.shapes[input.tensor], style, less, r));
      fill_tensor(t, graph.model.tensors[input.tensor], r);
      out.inputs.push_back(std::move(t));
    }
  }
  for (const ScalarRecord& s : graph.model.scalars) {
    const bool is_past = r.chance(2) && s.hi < kMax;
    out.scalars.push_back(is_past ? s.hi + 1 : r.biased(s.lo, s.hi));
  }
  return out;
}

}  // namespace wai::test
