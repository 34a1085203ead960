// WIH1 (pay 4), against the order of checks of pay 2.
#include "payload/wih1.hpp"

#include "support/payload_faults.hpp"

namespace wai {
namespace {

using test::outcome;
using test::Wih1Fields;
using Fault = test::Fault<Wih1Fields>;
using Code = RefusalCode;

Expected<Wih1> parse(const test::Blob& bytes) {
  return parse_wih1(bytes);
}

// 32 bytes of header, then twice a length and 8 bytes: 44 and 56.
std::vector<Fault> faults() {
  return {
      {"no magic", Code::bad_magic, "offset 0", [](auto& f) { f.magic = "{\"m\""; }},  // a tool's JSON form
      {"another magic", Code::format_capability_mismatch, "another", [](auto& f) { f.magic = "WIS1"; }},
      {"no version", Code::stream_length, "version", [](auto& f) { f.cut = 4; }},
      {"version 0", Code::version, "version 0", [](auto& f) { f.version = 0; }},
      {"cut header", Code::stream_length, "header", [](auto& f) { f.cut = 31; }},
      {"reserved 5", Code::reserved_nonzero, "offset 5", [](auto& f) { f.reserved5 = 1; }},
      {"reserved 6", Code::reserved_nonzero, "offset 6", [](auto& f) { f.reserved6 = 1; }},
      {"reserved 7", Code::reserved_nonzero, "offset 7", [](auto& f) { f.reserved7 = 1; }},
      {"m", Code::field_range, " m 0", [](auto& f) { f.m = 0; }},
      {"sh", Code::field_range, " sh 0", [](auto& f) { f.sh = 0; }},
      {"sw", Code::field_range, " sw 0", [](auto& f) { f.sw = 0; }},
      {"n_z", Code::field_range, " n_z 0", [](auto& f) { f.n_z = 0; }},
      {"zh", Code::field_range, " zh 0", [](auto& f) { f.zh = 0; }},
      {"zw", Code::field_range, " zw 0", [](auto& f) { f.zw = 0; }},
      {"hyper cap", Code::too_large, "hyper-latent", [](auto& f) { f.zw = 1U << 26; }},
      {"latent cap", Code::too_large, "2*m*sh*sw", [](auto& f) { f.sw = 1U << 26; }},
      {"cut z length", Code::stream_length, "the hyper-latent stream", [](auto& f) { f.cut = 35; }},
      {"z length 4", Code::stream_length, "length 4", [](auto& f) { f.z_stream.length = 4; }},
      {"cut z", Code::stream_length, "the hyper-latent stream", [](auto& f) { f.cut = 43; }},
      {"cut y length", Code::stream_length, "the latent stream", [](auto& f) { f.cut = 47; }},
      {"y length 9", Code::stream_length, "length 9", [](auto& f) { f.y_stream.length = 9; }},
      {"cut y", Code::stream_length, "the latent stream", [](auto& f) { f.cut = 55; }},
      {"trailing", Code::trailing, "3 bytes",
       [](auto& f) {
         f.after = {1, 2, 3};
       }},
  };
}

TEST(Wih1, ReadsEveryFieldOfTheTable) {
  Wih1Fields fields;
  fields.z_stream.bytes = test::words({1, 2, 3});
  const auto image = parse(fields.bytes());
  ASSERT_TRUE(image);
  EXPECT_EQ((std::vector<std::uint32_t>{image->m, image->sh, image->sw, image->n_z, image->zh, image->zw}),
            (std::vector<std::uint32_t>{2, 3, 4, 5, 1, 2}));
  EXPECT_EQ(image->z_stream, fields.z_stream.bytes);
  EXPECT_EQ(image->y_stream, fields.y_stream.bytes);
}

TEST(Wih1, ReportsTheFirstFaultInTheOrderOfTheText) {
  test::expect_faults_in_order(faults(), Wih1Fields{}, parse);
}

TEST(Wih1, TakesSizesAtTheirCaps) {
  Wih1Fields fields;
  fields.n_z = 1U << 10;
  fields.zh = fields.zw = 1U << 8;  // 2^26
  fields.m = 1U << 9;
  fields.sh = fields.sw = 1U << 8;  // 2 * 2^25
  EXPECT_EQ(outcome(parse(fields.bytes())), "ok");
  fields.n_z += 1;
  EXPECT_EQ(outcome(parse(fields.bytes())), "too_large");
  fields.n_z -= 1;
  fields.m += 1;
  EXPECT_EQ(outcome(parse(fields.bytes())), "too_large");
  fields.m = fields.sh = fields.sw = 0xFFFFFFFFU;  // past 64 bits
  EXPECT_EQ(outcome(parse(fields.bytes())), "too_large");
}

TEST(Wih1, DoesNotAllocateWhatALengthOnlyClaims) {
  Wih1Fields fields;
  fields.y_stream.length = 0xFFFFFFFCU;
  EXPECT_EQ(outcome(parse(fields.bytes())), "stream_length");
}

TEST(Wih1, IsRefusedWhereverItIsCut) {
  test::expect_every_cut_refused(Wih1Fields{}.bytes(), parse);
}

TEST(Wih1, TellsEveryBitApart) {
  test::expect_every_flip_told_apart(Wih1Fields{}.bytes(), parse);
}

TEST(Wih1, IsWrittenAsItWasRead) {
  const test::Blob bytes = Wih1Fields{}.bytes();
  auto image = parse(bytes);
  ASSERT_TRUE(image);
  const auto written = write_wih1(*image);
  ASSERT_TRUE(written);
  EXPECT_EQ(*written, bytes);
  image->sw = 0;
  EXPECT_EQ(outcome(write_wih1(*image)), "field_range");
  image->sw = 1;
  image->z_stream = Bytes();
  EXPECT_EQ(outcome(write_wih1(*image)), "stream_length");
}

}  // namespace
}  // namespace wai
