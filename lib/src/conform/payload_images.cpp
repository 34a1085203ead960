#include "conform/payload_images.hpp"

#include "conform/payload_sets.hpp"
#include "decode/networks.hpp"
#include "stage/bucket.hpp"
#include "stage/dequantize.hpp"

namespace wai {
namespace {

template <class T>
T needed(Expected<T> value) {
  if (!value) {
    bug("payload fixtures: " + value.refusal().message);
  }
  return *std::move(value);
}

// h_s's output on the hyper-latents: the scales, then the means.
Values scales_and_means(const SetParts& parts, const Capability& capability, const Shape& shape, const Values& z) {
  const EntropyTables& tables = *parts.entropy;
  const std::uint32_t afrac = parts.networks.at("h_s").afrac;
  Tensor latent(shape);
  for (std::size_t p = 0; p < z.size(); ++p) {
    latent.data[p] =
        dequantize_value(static_cast<std::int32_t>(z[p]), afrac, tables.z_median[p / shape.plane()]).value();
  }
  return needed(run_one(needed(load_parts(parts, capability)).at(0), std::move(latent))).data;
}

// b of pay 4 step 3 for each latent.
std::vector<std::uint64_t> tables_read(const EntropyTables& tables, const Values& sigma, std::size_t n) {
  std::vector<std::uint64_t> reads;
  for (std::size_t p = 0; p < n; ++p) {
    reads.push_back(bucket_ceil(sigma[p], tables.scale_edges));
  }
  return reads;
}

}  // namespace

Wih1 ImageCase::fields(const ParameterSet& set) const {
  if (z_stream && y_stream) {
    Wih1 whole = image;
    whole.z_stream = *z_stream;
    whole.y_stream = *y_stream;
    return whole;
  }
  const Capability& capability = *find_capability("wai.neural.int_hyper");
  const SetParts parts = needed(read_parts(set, capability));
  const EntropyTables& tables = *parts.entropy;
  const Shape z_shape = {image.n_z, image.zh, image.zw};
  const Shape y_shape = {image.m, image.sh, image.sw};
  const Values z_symbols = cycled(z, z_shape.elements());
  Wih1 whole = image;
  whole.z_stream = z_stream ? *z_stream : stream_by_channel(z_symbols, tables.z, z_shape.plane());
  if (y_stream) {
    whole.y_stream = *y_stream;
    return whole;
  }
  const Values planes = scales_and_means(parts, capability, z_shape, z_symbols);
  const std::size_t n = y_shape.elements();
  whole.y_stream = stream_of(cycled(y, n), tables.y, tables_read(tables, planes, n));
  return whole;
}

Bytes ImageCase::bytes(const ParameterSet& set) const {
  return poked(needed(write_wih1(fields(set))), pokes);
}

ImageCase small_image(std::uint32_t zh, std::uint32_t zw) {
  ImageCase c;
  c.image.m = 2;
  c.image.sh = 2 * zh;
  c.image.sw = 2 * zw;
  c.image.n_z = 1;
  c.image.zh = zh;
  c.image.zw = zw;
  c.z = {1, -1, 0, 2};
  c.y = {0, 1, -1, 2, 0, -4, 1, 0, 5};
  return c;
}

ImageCase tiny_image(std::int64_t z, std::int64_t y) {
  ImageCase c;
  c.image.m = c.image.sh = c.image.sw = 1;
  c.image.n_z = c.image.zh = c.image.zw = 1;
  c.z = {z};
  c.z_stream = stream_of({z}, tiny_z_table());
  c.y_stream = stream_of({y}, tiny_y_table());
  return c;
}

CdfTable tiny_z_table() {
  return {{0, 30000, 60000, 65536}, 0};
}
CdfTable tiny_y_table() {
  return {{0, 20000, 45000, 65536}, -1};
}

}  // namespace wai
