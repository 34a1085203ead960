// WIS1 (pay 6), against the order of checks of pay 2.
#include "payload/wis1.hpp"

#include "support/payload_faults.hpp"

namespace wai {
namespace {

using test::outcome;
using test::Wis1Fields;
using Fault = test::Fault<Wis1Fields>;
using Code = RefusalCode;

constexpr std::int64_t kMedianEnd = std::int64_t{1} << 47;

Expected<Wis1> parse(const test::Blob& bytes) {
  return parse_wis1(bytes);
}

// 32 bytes of header, 2 ranges to 48, lengths to 52, offsets to 60, medians to 76, tables of 3 and 5 to 88 and 108, a
// length to 112, 8 of stream to 120.
std::vector<Fault> faults() {
  return {
      {"no magic", Code::bad_magic, "offset 0", [](auto& f) { f.magic = "WIS2"; }},
      {"another magic", Code::format_capability_mismatch, "another", [](auto& f) { f.magic = "WIA1"; }},
      {"no version", Code::stream_length, "version", [](auto& f) { f.cut = 4; }},
      {"version 2", Code::version, "version 2", [](auto& f) { f.version = 2; }},
      {"cut header", Code::stream_length, "header", [](auto& f) { f.cut = 31; }},
      {"reserved 6", Code::reserved_nonzero, "offset 6", [](auto& f) { f.reserved6 = 1; }},
      {"afrac", Code::field_range, "afrac 0", [](auto& f) { f.afrac = 0; }},
      {"c", Code::field_range, " c 0", [](auto& f) { f.c = 0; }},
      {"sh", Code::field_range, " sh 0", [](auto& f) { f.sh = 0; }},
      {"sw", Code::field_range, " sw 0", [](auto& f) { f.sw = 0; }},
      {"s", Code::field_range, " s 0", [](auto& f) { f.s = 0; }},
      {"attr", Code::field_range, " attr 0", [](auto& f) { f.attr = 0; }},
      {"n_gaussians", Code::field_range, "n_gaussians 0", [](auto& f) { f.n_gaussians = 0; }},
      {"latent cap", Code::too_large, "the latent", [](auto& f) { f.sh = 1U << 26; }},
      {"attribute cap", Code::too_large, "the attributes", [](auto& f) { f.attr = 1U << 26; }},
      {"cut ranges", Code::stream_length, "the ranges", [](auto& f) { f.cut = 47; }},
      {"range 0", Code::field_range, "range of plane 0", [](auto& f) { f.range_bits[1] = 0x7F800000; }},
      {"range 1", Code::field_range, "range of plane 1", [](auto& f) { f.range_bits[3] = 0x3FFFFFFF; }},
      {"cut lengths", Code::stream_length, "the table lengths", [](auto& f) { f.cut = 51; }},
      {"length 0", Code::field_range, "length 2 at offset 48",
       [](auto& f) {
         f.lengths = std::vector<std::uint16_t>{2, 5};
       }},
      {"length 1", Code::field_range, "length 4098 at offset 50",
       [](auto& f) {
         f.lengths = std::vector<std::uint16_t>{3, 4098};
       }},
      {"cut offsets", Code::stream_length, "the symbol offsets", [](auto& f) { f.cut = 59; }},
      {"cut medians", Code::stream_length, "medians", [](auto& f) { f.cut = 75; }},
      {"median 1", Code::field_range, "median 1", [](auto& f) { f.medians[1] = kMedianEnd + 1; }},
      {"cut table 0", Code::stream_length, "table 0", [](auto& f) { f.cut = 87; }},
      {"bad table 0", Code::cdf_malformed, "table 0", [](auto& f) { f.cdfs[0][1] = 65536; }},
      {"cut table 1", Code::stream_length, "table 1", [](auto& f) { f.cut = 107; }},
      {"bad table 1", Code::cdf_malformed, "table 1", [](auto& f) { f.cdfs[1][4] = 65537; }},
      {"cut stream length", Code::stream_length, "the latent stream", [](auto& f) { f.cut = 111; }},
      {"stream length 5", Code::stream_length, "length 5", [](auto& f) { f.stream.length = 5; }},
      {"cut stream", Code::stream_length, "the latent stream", [](auto& f) { f.cut = 119; }},
      {"trailing", Code::trailing, "2 bytes",
       [](auto& f) {
         f.after = {0, 0};
       }},
  };
}

TEST(Wis1, ReadsEveryFieldOfTheTable) {
  const Wis1Fields fields;
  const auto cloud = parse(fields.bytes());
  ASSERT_TRUE(cloud);
  EXPECT_EQ(cloud->afrac, 12);
  EXPECT_EQ((std::vector<std::uint32_t>{cloud->c, cloud->sh, cloud->sw, cloud->s, cloud->attr, cloud->n_gaussians}),
            (std::vector<std::uint32_t>{2, 3, 4, 5, 2, 25}));
  EXPECT_EQ(cloud->ranges, (std::vector<PlaneRange>{{{0xBF800000}, {0x3F800000}}, {{0x40000000}, {0x40000000}}}));
  EXPECT_EQ(cloud->offsets, fields.offsets);
  EXPECT_EQ(cloud->medians, fields.medians);
  EXPECT_EQ(cloud->cdfs, fields.cdfs);
  EXPECT_EQ(cloud->stream, fields.stream.bytes);
}

TEST(Wis1, ReportsTheFirstFaultInTheOrderOfTheText) {
  test::expect_faults_in_order(faults(), Wis1Fields{}, parse);
}

TEST(Wis1, AcceptsBothEndsOfEveryField) {
  const std::vector<std::function<void(Wis1Fields&)>> ends = {
      [](auto& f) { f.afrac = 1; },
      [](auto& f) { f.afrac = 30; },
      [](auto& f) { f.n_gaussians = 1; },
      [](auto& f) {
        f.medians = {-kMedianEnd, kMedianEnd};
      },
      [](auto& f) {
        f.offsets = {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()};
      },
  };
  for (const auto& apply : ends) {
    Wis1Fields fields;
    apply(fields);
    EXPECT_EQ(outcome(parse(fields.bytes())), "ok");
  }
  Wis1Fields past;
  past.n_gaussians = 26;  // s*s is 25
  EXPECT_EQ(outcome(parse(past.bytes())), "field_range");
  past.n_gaussians = 25;
  past.afrac = 31;
  EXPECT_EQ(outcome(parse(past.bytes())), "field_range");
}

TEST(Wis1, TakesSizesAtTheirCaps) {
  Wis1Fields fields;
  fields.sh = fields.sw = 1U << 12;
  fields.c = 4;  // 2^26
  fields.offsets.assign(4, 0);
  fields.medians.assign(4, 0);
  fields.cdfs.assign(4, {0, 1, 65536});
  fields.s = 1U << 12;
  fields.attr = 4;  // 2^26
  fields.range_bits.assign(8, 0);
  EXPECT_EQ(outcome(parse(fields.bytes())), "ok");
  Wis1Fields latent = fields;
  latent.c = 5;
  EXPECT_EQ(outcome(parse(latent.bytes())), "too_large");
  fields.attr = 5;
  EXPECT_EQ(outcome(parse(fields.bytes())), "too_large");
  fields.s = 0xFFFFFFFFU;  // s*s fits 64 bits, attr*s*s does not
  EXPECT_EQ(outcome(parse(fields.bytes())), "too_large");
}

TEST(Wis1, DoesNotAllocateWhatACountOnlyClaims) {
  Wis1Fields fields;
  fields.s = fields.n_gaussians = 1;
  fields.attr = 1U << 26;
  EXPECT_EQ(outcome(parse(fields.bytes())), "stream_length");
}

// The ends of finite values, signs, and the two zeros, which are equal (pay 6).
TEST(Wis1, TakesRangesThatAreFiniteAndOrdered) {
  const auto with = [](std::uint32_t lo, std::uint32_t hi) {
    Wis1Fields fields;
    fields.range_bits = {lo, hi, 0, 0};
    return outcome(parse(fields.bytes()));
  };
  constexpr std::uint32_t kMax = 0x7F7FFFFF, kLowest = 0xFF7FFFFF, kInf = 0x7F800000, kNan = 0x7FC00000;
  EXPECT_EQ(with(kLowest, kMax), "ok");
  EXPECT_EQ(with(0x80000000, 0), "ok");
  EXPECT_EQ(with(0, 0x80000000), "ok");
  EXPECT_EQ(with(0x80000001, 0x00000001), "ok");           // the two least magnitudes
  EXPECT_EQ(with(0xC0000000, 0xBF800000), "ok");           // -2, -1
  EXPECT_EQ(with(0xBF800000, 0xC0000000), "field_range");  // -1, -2
  EXPECT_EQ(with(0x00000001, 0), "field_range");
  EXPECT_EQ(with(0, 0x80000001), "field_range");
  EXPECT_EQ(with(0x3F800001, 0x3F800000), "field_range");
  EXPECT_EQ(with(0xFF800000, 0), "field_range");
  EXPECT_EQ(with(0, kInf), "field_range");
  EXPECT_EQ(with(kNan, kNan), "field_range");
  EXPECT_EQ(with(0, 0x7F800001), "field_range");
}

TEST(Wis1, IsRefusedWhereverItIsCut) {
  test::expect_every_cut_refused(Wis1Fields{}.bytes(), parse);
}

TEST(Wis1, TellsEveryBitApart) {
  test::expect_every_flip_told_apart(Wis1Fields{}.bytes(), parse);
}

TEST(Wis1, IsWrittenAsItWasRead) {
  const test::Blob bytes = Wis1Fields{}.bytes();
  const auto cloud = parse(bytes);
  ASSERT_TRUE(cloud);
  const auto written = write_wis1(*cloud);
  ASSERT_TRUE(written);
  EXPECT_EQ(*written, bytes);
}

TEST(Wis1, IsNotWrittenWhenItWouldNotBeRead) {
  const auto after = [](const std::function<void(Wis1&)>& change) {
    auto cloud = *parse(Wis1Fields{}.bytes());
    change(cloud);
    return outcome(write_wis1(cloud));
  };
  EXPECT_EQ(after([](Wis1&) {}), "ok");
  EXPECT_EQ(after([](Wis1& c) { c.ranges.pop_back(); }), "field_range");
  EXPECT_EQ(after([](Wis1& c) { c.offsets.pop_back(); }), "field_range");
  EXPECT_EQ(after([](Wis1& c) { c.medians.emplace_back(); }), "field_range");
  EXPECT_EQ(after([](Wis1& c) { c.cdfs.emplace_back(); }), "field_range");
  EXPECT_EQ(after([](Wis1& c) { c.cdfs[0].resize(65536 + 3); }), "field_range");
  EXPECT_EQ(after([](Wis1& c) { c.cdfs[0].resize(2); }), "field_range");
  EXPECT_EQ(after([](Wis1& c) { c.ranges[0].hi.bits = 0xC0000000; }), "field_range");
  EXPECT_EQ(after([](Wis1& c) { c.attr = 0; }), "field_range");
  EXPECT_EQ(after([](Wis1& c) { c.cdfs[0][0] = 9; }), "cdf_malformed");
}

}  // namespace
}  // namespace wai
