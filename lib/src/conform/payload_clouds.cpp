#include "conform/payload_clouds.hpp"

namespace wai {

Bytes CloudCase::bytes() const {
  std::vector<CdfTable> tables;
  for (std::size_t k = 0; k < cloud.cdfs.size(); ++k) {
    tables.push_back({cloud.cdfs[k], cloud.offsets[k]});
  }
  const std::size_t plane = std::size_t{cloud.sh} * cloud.sw;
  Wis1 whole = cloud;
  whole.stream = stream ? *stream : stream_by_channel(cycled(symbols, cloud.c * plane), tables, plane);
  const auto bytes = write_wis1(whole);
  if (!bytes) {
    bug("payload fixtures: " + bytes.refusal().message);
  }
  return poked(*bytes, pokes);
}

CloudCase base_cloud() {
  CloudCase c;
  c.cloud.afrac = 8;
  c.cloud.c = 4;
  c.cloud.sh = c.cloud.sw = 1;
  c.cloud.s = 2;
  c.cloud.attr = 3;
  c.cloud.n_gaussians = 3;
  c.cloud.ranges = {{{0xBF800000}, {0x3F800000}}, {{0}, {0x40000000}}, {{0x3F000000}, {0x3F000000}}};
  c.cloud.offsets = {-1, -1, -2, 0};
  c.cloud.medians = {9, -10, 0, 40};
  c.cloud.cdfs = {{0, 20000, 45000, 65536}, {0, 30000, 50000, 65536}, {0, 1, 40000, 65536}, {0, 20000, 60000, 65536}};
  c.symbols = {0, 1, -1, 2};
  return c;
}

CloudCase tiny_cloud() {
  CloudCase c;
  c.cloud.afrac = 8;
  c.cloud.c = c.cloud.sh = c.cloud.sw = c.cloud.s = c.cloud.attr = c.cloud.n_gaussians = 1;
  c.cloud.ranges = {{{0}, {0x3F800000}}};
  c.cloud.offsets = {0};
  c.cloud.medians = {100};
  c.cloud.cdfs = {{0, 20000, 45000, 65536}};
  return c;
}

void add_clouds(FixtureList& list, const FixtureGroup& group, const CloudCase& base,
                std::span<const CloudFixture> rows) {
  for (const CloudFixture& row : rows) {
    CloudCase c = base;
    row.edit(c);
    list.add(group, {row.name, row.rule, row.refuse, c.bytes()});
  }
}

}  // namespace wai
