// int_synth.json and int_synth/1 (ops 13.1, 15.3; pins P3; readings P8).
#include "lower/int_synth.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/networks.hpp"

namespace wai {
namespace {

using namespace test;
using ::testing::HasSubstr;

// The message of the refusal, or "" when the text is accepted; every refusal is payload_malformed.
std::string refusal_of(const Blob& bytes) {
  const auto spec = parse_int_synth(bytes);
  if (spec) {
    return "";
  }
  EXPECT_EQ(spec.refusal().code, RefusalCode::payload_malformed);
  return spec.refusal().message;
}

// tiny_synth with one member of one layer changed, or taken out.
SynthText with(std::size_t layer, const std::string& key, const std::string& value) {
  SynthText text = tiny_synth();
  text.layers[layer][key] = value;
  return text;
}
SynthText without(std::size_t layer, const std::string& key) {
  SynthText text = tiny_synth();
  text.layers[layer].erase(key);
  return text;
}

TEST(IntSynthSet, GivesEveryField) {
  const auto spec = parse_int_synth(tiny_synth().bytes());
  ASSERT_TRUE(spec) << spec.refusal().message;
  ASSERT_EQ(spec->layers.size(), 2U);
  EXPECT_EQ(spec->channels(), 2U);
  const SynthLayer& first = spec->layers[0];
  EXPECT_EQ(first.in_ch, 2U);
  EXPECT_EQ(first.out_ch, 1U);
  EXPECT_EQ(first.k, 2U);
  EXPECT_EQ(first.stride, 2U);
  EXPECT_EQ(first.shift, 5U);
  EXPECT_TRUE(first.relu);
  EXPECT_EQ(first.weights.width(), 4U);
  EXPECT_EQ(first.weights.size(), 8U);
  EXPECT_EQ(first.weights[4], 2147483647);
  EXPECT_EQ(first.weights[5], -2147483648LL);
  EXPECT_EQ(first.bias, (std::vector<std::int64_t>{-9}));
  const SynthLayer& second = spec->layers[1];
  EXPECT_EQ(second.out_pad, 0U);  // absent members
  EXPECT_EQ(second.shift, 0U);
  EXPECT_FALSE(second.relu);
}

TEST(IntSynthSet, TakesPadsAndOutPads) {
  SynthText text = with(0, "pad", "3");
  text.layers[0]["out_pad"] = "4294967295";
  const auto spec = parse_int_synth(text.bytes());
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->layers[0].pad, 3U);
  EXPECT_EQ(spec->layers[0].out_pad, 4294967295U);
}

TEST(IntSynthSet, TakesNestedWeights) {
  const auto nested =
      parse_int_synth(with(0, "weight", "[[[[1,-2],[3,-4]]],[[[2147483647,-2147483648],[7,8]]]]").bytes());
  ASSERT_TRUE(nested) << nested.refusal().message;
  const auto flat = parse_int_synth(tiny_synth().bytes());
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(nested->layers[0].weights[i], flat->layers[0].weights[i]) << i;
  }
}

TEST(IntSynthSet, IgnoresOtherMembersWhateverTheyHold) {
  SynthText text = tiny_synth();
  text.others = {{"name", R"("\ud800")"}, {"big", "[1e999,123456789012345678901234567890,{\"x\":1,\"x\":2}]"}};
  text.layers[1]["note"] = R"({"layers":[null,-0.0]})";
  EXPECT_EQ(refusal_of(text.bytes()), "");
}

TEST(IntSynthSet, RefusesWeightsOfAnotherShape) {
  for (const char* weight : {"[1,-2,3,-4,5,6,7]",
                             "[1,-2,3,-4,5,6,7,8,9]",
                             "[]",
                             "5",
                             "\"a\"",
                             "null",
                             "{}",
                             "[[[[1,2],[3,4]]]]",                                  // one input channel
                             "[[[[1,2],[3,4]],[[1,2],[3,4]]],[[[5,6],[7,8]]]]",    // two output channels
                             "[[[[1,2]]],[[[5,6],[7,8]]]]",                        // a kernel of one row
                             "[[[[1,2],[3]]],[[[5,6],[7,8]]]]",                    // a row of one
                             "[[[[1,2],[3,4]]],[[[5,6],[7,8,9]]]]",                // a row of three
                             "[[1,2,3,4],[5,6,7,8]]",                              // two levels
                             "[[[1,2,3,4]],[[5,6,7,8]]]",                          // three levels
                             "[[[[[1],[2]],[[3],[4]]]],[[[[5],[6]],[[7],[8]]]]]",  // five levels
                             "[1,-2,3,[-4],5,6,7,8]",
                             "[[[[1,2],[3,4]]],5]",
                             "[5,[[[1,2],[3,4]]]]",
                             "[[[[1,2],[3,4]]],[[[5,6],7]]]",
                             "[1,2,3,4,5,6,7,null]",
                             "[1,2,3,4,5,6,7,\"8\"]"}) {
    EXPECT_NE(refusal_of(with(0, "weight", weight).bytes()), "") << weight;
  }
}

// Exact or refused, and the refusal says where: never a rounded weight.
TEST(IntSynthSet, TakesExactIntegersOfThirtyTwoBitsOnly) {
  const auto weight = [](const std::string& w) { return with(0, "weight", "[1,2," + w + ",4,5,6,7,8]").bytes(); };
  for (const auto& [text, value] :
       {std::pair("2147483647", INT32_MAX), {"-2147483648", INT32_MIN}, {"-0", 0}, {"0", 0}}) {
    const auto spec = parse_int_synth(weight(text));
    ASSERT_TRUE(spec) << text;
    EXPECT_EQ(spec->layers[0].weights[2], value);
  }
  for (const char* text : {"2147483648", "-2147483649", "9007199254740993", "9223372036854775808",
                           "123456789012345678901234567890", "1.0", "1e3", "1E0", "0.0", "-0.0", "true", "null"}) {
    EXPECT_THAT(refusal_of(weight(text)), HasSubstr("$.layers[0].weight[2] at offset")) << text;
  }
  for (const char* text : {"007", "+1", "NaN", "Infinity", "", "0x1", "1 2"}) {
    EXPECT_THAT(refusal_of(weight(text)), HasSubstr("$.layers[0].weight[2]")) << text;
  }
  EXPECT_NE(refusal_of(with(0, "bias", "[2147483648]").bytes()), "");
  EXPECT_EQ(refusal_of(with(0, "bias", "[-2147483648]").bytes()), "");
}

TEST(IntSynthSet, RefusesEveryFieldOutsideItsRange) {
  for (const char* key : {"in_ch", "out_ch", "k", "stride"}) {
    EXPECT_THAT(refusal_of(with(0, key, "0").bytes()), HasSubstr(key)) << key;
  }
  for (const char* key : {"in_ch", "out_ch", "k", "stride", "pad", "out_pad"}) {
    for (const char* value : {"4294967296", "-1", "18446744073709551617", "1.0", "\"1\"", "null", "[1]", "true"}) {
      EXPECT_THAT(refusal_of(with(0, key, value).bytes()), HasSubstr(std::string("$.layers[0].") + key)) << value;
    }
  }
  EXPECT_EQ(refusal_of(with(0, "shift", "127").bytes()), "");
  for (const char* value : {"128", "-1", "1.0", "null"}) {
    EXPECT_THAT(refusal_of(with(0, "shift", value).bytes()), HasSubstr("$.layers[0].shift")) << value;
  }
  EXPECT_EQ(refusal_of(with(0, "relu", "false").bytes()), "");
  for (const char* value : {"0", "1", "null", "\"true\""}) {
    EXPECT_THAT(refusal_of(with(0, "relu", value).bytes()), HasSubstr("$.layers[0].relu")) << value;
  }
  for (const char* value : {"[]", "[1,2]", "1", "[[1]]", "[1.5]"}) {
    EXPECT_THAT(refusal_of(with(0, "bias", value).bytes()), HasSubstr("$.layers[0].bias")) << value;
  }
}

TEST(IntSynthSet, RefusesAMissingMember) {
  for (const char* key : {"in_ch", "out_ch", "k", "stride", "pad", "weight", "bias"}) {
    EXPECT_THAT(refusal_of(without(0, key).bytes()), HasSubstr(std::string("no member ") + key)) << key;
  }
  for (const char* key : {"out_pad", "shift", "relu"}) {
    EXPECT_EQ(refusal_of(without(0, key).bytes()), "") << key;
  }
  EXPECT_THAT(refusal_of(text_bytes("{}")), HasSubstr("no member layers"));
}

TEST(IntSynthSet, RefusesTwoMembersOfOneName) {
  const std::string text = tiny_synth().text();
  EXPECT_NE(refusal_of(text_bytes("{\"layers\":[]," + text.substr(1))), "");
  const std::size_t shift = text.find("\"shift\"");
  std::string twice = text;
  twice.insert(shift, "\"shift\":5,");
  EXPECT_THAT(refusal_of(text_bytes(twice)), HasSubstr("$.layers[0].shift"));
  twice = text;
  twice.insert(shift, "\"\\u0073hift\":5,");
  EXPECT_NE(refusal_of(text_bytes(twice)), "");
  twice = text;
  twice.insert(shift, "\"x\":1,\"x\":1,");  // of an ignored name too: the object is read
  EXPECT_NE(refusal_of(text_bytes(twice)), "");
}

TEST(IntSynthSet, RefusesWhatIsNotOneObjectWithLayers) {
  for (const char* text : {"", "[]", "1", "null", "{\"layers\":{}}", "{\"layers\":1}", "{\"layers\":[]}",
                           "{\"layers\":[1]}", "{\"layers\":[[]]}", "{\"layers\":[{}]}", "{\"layers\":[null]}"}) {
    EXPECT_NE(refusal_of(text_bytes(text)), "") << text;
  }
  const std::string good = tiny_synth().text();
  ASSERT_EQ(refusal_of(text_bytes(good)), "");
  EXPECT_THAT(refusal_of(text_bytes(good + good)), HasSubstr("after the document"));
  EXPECT_THAT(refusal_of(text_bytes("\xEF\xBB\xBF" + good)), HasSubstr("byte-order mark"));
  EXPECT_NE(refusal_of(text_bytes(good.substr(0, good.size() - 1) + ",}")), "");
  EXPECT_THAT(refusal_of(text_bytes(std::string(100000, '['))), HasSubstr("deeper than 64"));
  std::string utf16;
  for (const char c : good) {
    utf16 += {c, '\0'};
  }
  EXPECT_NE(refusal_of(text_bytes(utf16)), "");
}

TEST(IntSynthSet, RefusesLayersThatDoNotChain) {
  SynthText text = tiny_synth();
  text.layers[1]["in_ch"] = "2";
  text.layers[1]["weight"] = "[1,2,3,4,5,6]";
  EXPECT_THAT(refusal_of(text.bytes()), HasSubstr("2 input channels over 1"));
}

TEST(IntSynthSet, CutAnywhereIsRefused) {
  const Blob whole = tiny_synth().bytes();
  for (std::size_t n = 0; n < whole.size(); ++n) {
    EXPECT_NE(refusal_of(Blob(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n))), "") << n;
  }
}

// Sizes far past the weights that are there cost nothing.
TEST(IntSynthSet, RefusesHugeSizesWithoutAllocating) {
  SynthText text = tiny_synth();
  for (const char* key : {"in_ch", "out_ch", "k"}) {
    text.layers[0][key] = "4294967295";
  }
  EXPECT_NE(refusal_of(text.bytes()), "");
  text.layers[0]["weight"] = "[[[[1]]]]";
  EXPECT_NE(refusal_of(text.bytes()), "");
}

// The bytes of ops 10.1, 10.2 and 10.4, field by field.
TEST(IntSynthLowering, WritesEachFieldOfTheGraph) {
  Blob expected;
  put(expected, std::string("WHG1"));
  put(expected, Blob{1, 1, 0, 0});
  put(expected, std::vector<std::uint32_t>{5, 4});  // n_tensors, n_ops
  put(expected, Blob{1, 0, 1, 0, 0, 0, 0, 0});      // n_inputs, n_outputs, n_scalars, reserved
  put(expected, std::vector<std::uint32_t>{1U << 26U, 0});
  put(expected, Blob(32, 0));                    // input 0: tensor 0, size set per decode, data
  put(expected, std::vector<std::uint32_t>{4});  // the output
  for (const std::uint32_t channels : {2U, 1U, 1U, 3U, 3U}) {
    const bool latents = channels == 2;
    put(expected, channels, 4);
    put(expected, Blob{0x80, static_cast<std::uint8_t>(latents ? 2 : 0), 0, 0});  // no exponent; check or derived
    put_signed(expected, latents ? -128 : 0, 8);
    put_signed(expected, latents ? 127 : 0, 8);
  }
  const auto op = [&](std::uint8_t opcode, std::uint32_t t, const Blob& params) {
    put(expected, Blob{opcode, 1, 1, 0});
    put(expected, std::vector<std::uint32_t>{t, t + 1, static_cast<std::uint32_t>(params.size())});
    put(expected, params);
  };
  Blob first;
  put(first, std::vector<std::uint32_t>{1, 2, 2, 2, 2, 0, 0, 0, 0});  // cout, kh, kw, sh, sw, ph, pw, oph, opw
  put(first, Blob{4, 0, 0, 0});                                       // w_bytes
  put(first, Blob{0, 1, 0, 1, 0, 4, 0, 0});  // RQ: floor, pre, no multiplier, one shift, b_bytes 4
  put(first, 5, 1);
  put_signed(first, -9, 4);
  put_all(first, {1, -2, 3, -4, INT32_MAX, INT32_MIN, 7, 8}, 4);
  op(0x11, 0, first);
  op(0x0C, 1, {});
  Blob second;
  put(second, std::vector<std::uint32_t>{3, 1, 1, 1, 1, 0, 0, 0, 0});
  put(second, Blob{4, 0, 0, 0});
  put(second, Blob{0, 1, 0, 1, 0, 4, 0, 0});
  put(second, 0, 1);
  put_all(second, {0, 1, 2}, 4);
  put_all(second, {1, -2, 3}, 4);
  op(0x11, 2, second);
  Blob clamp;
  put(clamp, 0, 8);
  put(clamp, 255, 8);
  op(0x0B, 3, clamp);

  const auto spec = parse_int_synth(tiny_synth().bytes());
  ASSERT_TRUE(spec);
  const auto lowered = lower_int_synth(*spec);
  ASSERT_TRUE(lowered) << lowered.refusal().message;
  EXPECT_EQ(*lowered, expected);
}

}  // namespace
}  // namespace wai
