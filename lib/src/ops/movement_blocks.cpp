// The movement operators that trade channels or tensors for positions (ops 5.10): pixel_shuffle, pixel_unshuffle,
// subpos_split and subpos_merge.
#include <algorithm>

#include "ops/families.hpp"
#include "ops/movement.hpp"

namespace wai {
namespace {

// The element of `whole`, a plane of side sh*H by sw*W, that stands at (y, x) of its every-s-th sub-plane with offset
// (i, j): row y*s + i, column x*s + j. f(sub, whole) with both positions, over a sub-plane of h by w.
template <class F>
void for_each_in_sub_plane(std::uint64_t h, std::uint64_t w, std::uint64_t s, std::uint64_t i, std::uint64_t j, F f) {
  for (std::uint64_t y = 0; y < h; ++y) {
    for (std::uint64_t x = 0; x < w; ++x) {
      f(static_cast<std::size_t>(y * w + x), static_cast<std::size_t>((y * s + i) * (w * s) + (x * s + j)));
    }
  }
}

// ---------------------------------------------------------------- pixel_shuffle, pixel_unshuffle

// Deep channel c*r^2 + i*r + j is the sub-plane with offset (i, j) of wide channel c. f(deep, wide) over all elements
// of a deep tensor, as positions in the two tensors.
template <class F>
void for_each_shuffled(const Shape& deep, std::uint64_t r, F f) {
  const std::size_t plane = deep.plane();
  for (std::uint64_t k = 0; k < deep.c; ++k) {
    const auto from = static_cast<std::size_t>(k) * plane;
    const auto to = static_cast<std::size_t>(k / (r * r) * (r * r)) * plane;
    for_each_in_sub_plane(deep.h, deep.w, r, k / r % r, k % r,
                          [&](std::size_t sub, std::size_t whole) { f(from + sub, to + whole); });
  }
}

// out[c][h*r + i][w*r + j] = in[c*r^2 + i*r + j][h][w]
class PixelShuffle final : public Operator {
 public:
  explicit PixelShuffle(PixelShuffleParams p) : r_(p.r) {}

  Expected<std::vector<std::uint64_t>> channels(std::span<const std::uint64_t> in,
                                                std::span<const std::uint64_t>) const override {
    if (in[0] % (r_ * r_) != 0) {
      return refuse(RefusalCode::model_mismatch, "pixel_shuffle: {} channels with r = {} (ops 5.10)", in[0], r_);
    }
    return one_count(in[0] / (r_ * r_));
  }
  Expected<std::vector<Shape>> plan(std::span<const Shape> in, std::span<const std::uint64_t>,
                                    const PlanContext&) const override {
    WAI_TRY(const std::uint64_t h, formed_size(CheckedSize(in[0].h) * r_, "pixel_shuffle: the output height"));
    WAI_TRY(const std::uint64_t w, formed_size(CheckedSize(in[0].w) * r_, "pixel_shuffle: the output width"));
    return one_shape({in[0].c / (r_ * r_), h, w});
  }
  Expected<void> bounds(NodeRecord& node) const override {
    node.result(0, node.x());
    return {};
  }
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext&) const override {
    for_each_shuffled(in[0]->shape, r_,
                      [&](std::size_t deep, std::size_t wide) { out[0].data[wide] = in[0]->data[deep]; });
  }

 private:
  std::uint64_t r_;  // a u32, so r^2 fits
};

// out[c*r^2 + i*r + j][h][w] = in[c][h*r + i][w*r + j]
class PixelUnshuffle final : public Operator {
 public:
  explicit PixelUnshuffle(PixelShuffleParams p) : r_(p.r) {}

  // A count past 64 bits is no tensor's.
  Expected<std::vector<std::uint64_t>> channels(std::span<const std::uint64_t> in,
                                                std::span<const std::uint64_t>) const override {
    const auto count = (CheckedSize(in[0]) * r_ * r_).value();
    if (!count) {
      return refuse(RefusalCode::model_mismatch, "pixel_unshuffle: {} channels with r = {} (ops 5.10)", in[0], r_);
    }
    return one_count(*count);
  }
  Expected<std::vector<Shape>> plan(std::span<const Shape> in, std::span<const std::uint64_t>,
                                    const PlanContext& ctx) const override {
    if (in[0].h % r_ != 0 || in[0].w % r_ != 0) {
      return refuse(ctx.shape_code(), "pixel_unshuffle: {} x {} with r = {} (ops 5.10)", in[0].h, in[0].w, r_);
    }
    return one_shape({in[0].c * r_ * r_, in[0].h / r_, in[0].w / r_});  // as many elements as the input
  }
  Expected<void> bounds(NodeRecord& node) const override {
    node.result(0, node.x());
    return {};
  }
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext&) const override {
    for_each_shuffled(out[0].shape, r_,
                      [&](std::size_t deep, std::size_t wide) { out[0].data[deep] = in[0]->data[wide]; });
  }

 private:
  std::uint64_t r_;
};

// ---------------------------------------------------------------- subpos_split, subpos_merge

// f(k, part, whole) over all elements of four parts of shape `part`: part k holds the positions (2y + a, 2x + b) of
// the whole, with (a, b) = order[k].
template <class F>
void for_each_subpos(const SubposParams& p, const Shape& part, F f) {
  const std::size_t plane = part.plane();
  for (std::size_t k = 0; k < 4; ++k) {
    const std::uint64_t a = p.order[k] / 2U;
    const std::uint64_t b = p.order[k] % 2U;
    for (std::size_t c = 0; c < part.c; ++c) {
      for_each_in_sub_plane(part.h, part.w, 2, a, b,
                            [&](std::size_t sub, std::size_t whole) { f(k, c * plane + sub, c * 4 * plane + whole); });
    }
  }
}

// out_k[c][y][x] = in[c][2y + a_k][2x + b_k]
class SubposSplit final : public Operator {
 public:
  explicit SubposSplit(SubposParams p) : p_(p) {}

  Expected<std::vector<std::uint64_t>> channels(std::span<const std::uint64_t> in,
                                                std::span<const std::uint64_t>) const override {
    return std::vector<std::uint64_t>(4, in[0]);
  }
  Expected<std::vector<Shape>> plan(std::span<const Shape> in, std::span<const std::uint64_t>,
                                    const PlanContext& ctx) const override {
    if (in[0].h % 2 != 0 || in[0].w % 2 != 0) {
      return refuse(ctx.shape_code(), "subpos_split: {} x {} is odd (ops 5.10)", in[0].h, in[0].w);
    }
    return std::vector<Shape>(4, {in[0].c, in[0].h / 2, in[0].w / 2});
  }
  Expected<void> bounds(NodeRecord& node) const override {
    for (std::size_t k = 0; k < 4; ++k) {
      node.result(k, node.x());
    }
    return {};
  }
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext&) const override {
    for_each_subpos(p_, out[0].shape, [&](std::size_t k, std::size_t part, std::size_t whole) {
      out[k].data[part] = in[0]->data[whole];
    });
  }

 private:
  SubposParams p_;
};

// The inverse of subpos_split with the same order.
class SubposMerge final : public Operator {
 public:
  explicit SubposMerge(SubposParams p) : p_(p) {}

  Expected<std::vector<std::uint64_t>> channels(std::span<const std::uint64_t> in,
                                                std::span<const std::uint64_t>) const override {
    if (std::any_of(in.begin(), in.end(), [&](std::uint64_t c) { return c != in[0]; })) {
      return refuse(RefusalCode::model_mismatch, "subpos_merge: {}, {}, {} and {} channels (ops 5.10)", in[0], in[1],
                    in[2], in[3]);
    }
    return one_count(in[0]);
  }
  // The output sides come from the first input, before the four shapes are compared (ops 4; readings G4).
  Expected<std::vector<Shape>> plan(std::span<const Shape> in, std::span<const std::uint64_t>,
                                    const PlanContext& ctx) const override {
    WAI_TRY(const std::uint64_t h, formed_size(CheckedSize(in[0].h) * 2, "subpos_merge: the output height"));
    WAI_TRY(const std::uint64_t w, formed_size(CheckedSize(in[0].w) * 2, "subpos_merge: the output width"));
    for (const Shape& x : in) {
      if (x.h != in[0].h || x.w != in[0].w) {
        return refuse(ctx.shape_code(), "subpos_merge: {} x {} and {} x {} (ops 5.10)", in[0].h, in[0].w, x.h, x.w);
      }
    }
    return one_shape({in[0].c, h, w});
  }
  Expected<void> bounds(NodeRecord& node) const override {
    for (const NodeInput& in : node.in) {
      node.result(0, in.interval);
    }
    return {};
  }
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext&) const override {
    for_each_subpos(p_, in[0]->shape, [&](std::size_t k, std::size_t part, std::size_t whole) {
      out[0].data[whole] = in[k]->data[part];
    });
  }

 private:
  SubposParams p_;
};

// ---------------------------------------------------------------- parameters

Expected<PixelShuffleParams> read_pixel_params(ParamReader& in) {
  WAI_CHECK(in.need(4));
  const PixelShuffleParams p = {in.field<std::uint32_t>()};
  if (p.r < 1) {
    return in.refuse("r is 0 (ops 5.10)");
  }
  return p;
}

// order is a permutation of the four positions.
Expected<SubposParams> read_subpos_params(ParamReader& in) {
  WAI_TRY(const auto bytes, in.take(4));
  constexpr std::array<std::uint8_t, 4> kPositions = {0, 1, 2, 3};
  if (!std::is_permutation(bytes.begin(), bytes.end(), kPositions.begin())) {
    return in.refuse("the order {}, {}, {}, {} is no permutation of 0 to 3 (ops 5.10)", bytes[0], bytes[1], bytes[2],
                     bytes[3]);
  }
  SubposParams p;
  std::copy(bytes.begin(), bytes.end(), p.order.begin());
  return p;
}

}  // namespace

Expected<OperatorPtr> read_pixel_shuffle(ParamReader& in) {
  WAI_TRY(const PixelShuffleParams p, read_pixel_params(in));
  return OperatorPtr(std::make_unique<PixelShuffle>(p));
}

Expected<OperatorPtr> read_pixel_unshuffle(ParamReader& in) {
  WAI_TRY(const PixelShuffleParams p, read_pixel_params(in));
  return OperatorPtr(std::make_unique<PixelUnshuffle>(p));
}

Expected<OperatorPtr> read_subpos_split(ParamReader& in) {
  WAI_TRY(const SubposParams p, read_subpos_params(in));
  return OperatorPtr(std::make_unique<SubposSplit>(p));
}

Expected<OperatorPtr> read_subpos_merge(ParamReader& in) {
  WAI_TRY(const SubposParams p, read_subpos_params(in));
  return OperatorPtr(std::make_unique<SubposMerge>(p));
}

Bytes write_params(const PixelShuffleParams& p) {
  ByteWriter out;
  out.u32(p.r);
  return std::move(out).finish();
}

Bytes write_params(const SubposParams& p) {
  ByteWriter out;
  out.append(p.order);
  return std::move(out).finish();
}

}  // namespace wai
