// The tools' JSON forms (pay 10, pins P11, readings P8 and P25).
#include "payload/json_forms.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/corpus.hpp"
#include "support/payload_faults.hpp"
#include "support/payloads.hpp"

namespace wai {
namespace {

using test::outcome;

const std::string kState = "0000008000000000";  // the words 2^31 and 0
const std::string kWih1Members = R"("m": 2, "sh": 3, "sw": 4, "n_z": 5, "zh": 1, "zw": 2, "z_stream": ")" + kState +
                                 R"(", "y_stream": ")" + kState + "\"";
const std::string kWih1 = "{" + kWih1Members + "}";
// The builder's payloads, member by member.
const std::string kWiv1 = R"({"mv_precision": 2, "n_frames": 2, "h": 2, "w": 3, "block": 2, "q": 7, "offset": -1,
  "cdf": [0, 30000, 60000, 65536], "mvs": [[], [[1, -2], [-3, 4]]], "rmax": 12, "stream": ")" +
                          kState + "\"}";
const std::string kWia1 = R"({"afrac": 14, "sample_rate": 8000, "n_ch": 2, "lat_len": 5, "t_out": 17, "lo": -3,
  "medians": [-5, 6], "cdfs": [[0, 1, 2, 65536], [0, 40000, 50000, 65536]], "stream": ")" +
                          kState + "\"}";
const std::string kWis1 = R"({"afrac": 12, "c": 2, "sh": 3, "sw": 4, "s": 5, "attr": 2, "n_gaussians": 25,
  "ranges": [[-1, 1.0], ["2", 0.2e1]], "offsets": [-7, 8], "medians": [9, -10],
  "cdfs": [[0, 65535, 65536], [0, 1, 40000, 50000, 65536]], "stream": ")" +
                          kState + "\"}";

// `text` with its one occurrence of `from` replaced.
std::string with(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  if (at == std::string::npos || text.find(from, at + 1) != std::string::npos) {
    ADD_FAILURE() << from << " does not stand once in the form";
    return text;
  }
  return text.replace(at, from.size(), to);
}

Bytes converted(const Expected<Bytes>& payload) {
  if (!payload) {
    ADD_FAILURE() << payload.refusal().message;
    return {};
  }
  return *payload;
}

TEST(JsonForms, GiveTheFieldsOfTheirMembers) {
  EXPECT_EQ(converted(wiv1_from_json(kWiv1)), test::Wiv1Fields{}.bytes());
  EXPECT_EQ(converted(wih1_from_json(kWih1)), test::Wih1Fields{}.bytes());
  EXPECT_EQ(converted(wia1_from_json(kWia1)), test::Wia1Fields{}.bytes());
  EXPECT_EQ(converted(wis1_from_json(kWis1)), test::Wis1Fields{}.bytes());
}

TEST(JsonForms, AreToldByTheirMembers) {
  EXPECT_EQ(converted(payload_from_json(kWiv1)), test::Wiv1Fields{}.bytes());
  EXPECT_EQ(converted(payload_from_json(kWih1)), test::Wih1Fields{}.bytes());
  EXPECT_EQ(converted(payload_from_json(kWia1)), test::Wia1Fields{}.bytes());
  EXPECT_EQ(converted(payload_from_json(kWis1)), test::Wis1Fields{}.bytes());
  EXPECT_EQ(outcome(payload_from_json("{}")), "payload_malformed");
  EXPECT_EQ(outcome(payload_from_json("[1]")), "payload_malformed");
  EXPECT_EQ(outcome(payload_to_json(test::Blob{'{', '}', ' ', ' '})), "bad_magic");
}

TEST(JsonForms, AreNeverPayloads) {
  for (const std::string& form : {kWiv1, kWih1, kWia1, kWis1}) {
    const test::Blob bytes(form.begin(), form.end());
    EXPECT_EQ(outcome(parse_wiv1(bytes, std::nullopt)), "bad_magic");
    EXPECT_EQ(outcome(parse_wih1(bytes)), "bad_magic");
  }
}

TEST(JsonForms, GiveThePayloadBack) {
  test::Wiv1Fields nested;
  nested.keyframe = 1;
  test::Wiv1Fields one;
  one.n_frames = one.block = 1;
  one.mv_precision = 1;
  one.vectors.clear();
  test::Wis1Fields ranges;
  ranges.range_bits = {0x80000000, 0x00000001, 0xFF7FFFFF, 0x7F7FFFFF};  // -0.0, the least, and both far ends
  for (const test::Blob& bytes : {test::Wiv1Fields{}.bytes(), nested.bytes(), one.bytes(), test::Wih1Fields{}.bytes(),
                                  test::Wia1Fields{}.bytes(), test::Wis1Fields{}.bytes(), ranges.bytes()}) {
    const auto form = payload_to_json(bytes);
    ASSERT_TRUE(form) << form.refusal().message;
    EXPECT_EQ(converted(payload_from_json(*form)), bytes) << *form;
  }
}

TEST(JsonForms, GiveTheRealPayloadsBack) {
  for (const char* name : {"wiv/chelsea_whole_8x80x112.wiv", "wiv/raccoon_key1_8x128x128.wiv", "wih/chelsea256.wih",
                           "audio/tune.wia", "splat/knot.wis"}) {
    const auto bytes = test::real_file(name);
    const auto form = payload_to_json(bytes);
    ASSERT_TRUE(form) << name << ": " << form.refusal().message;
    EXPECT_EQ(converted(payload_from_json(*form)), bytes) << name;
  }
}

TEST(JsonForms, AreWrittenInTheMembersOfTheText) {
  const auto form = payload_to_json(test::Wih1Fields{}.bytes());
  ASSERT_TRUE(form);
  EXPECT_EQ(*form,
            "{\n  \"m\": 2,\n  \"sh\": 3,\n  \"sw\": 4,\n  \"n_z\": 5,\n  \"zh\": 1,\n  \"zw\": 2,\n"
            "  \"z_stream\": \"0000008000000000\",\n  \"y_stream\": \"0000008000000000\"\n}\n");
}

// pay 10: what WIV1's form leaves implicit.
TEST(Wiv1Form, TakesAnAbsentPrecisionAs1) {
  test::Wiv1Fields fields;
  fields.mv_precision = 1;
  EXPECT_EQ(converted(wiv1_from_json(with(kWiv1, "\"mv_precision\": 2, ", ""))), fields.bytes());
  for (const char* precision : {"0", "3", "-1"}) {
    EXPECT_EQ(
        outcome(wiv1_from_json(with(kWiv1, "\"mv_precision\": 2", std::string("\"mv_precision\": ") + precision))),
        "field_range");
  }
}

TEST(Wiv1Form, WritesOneFrameWithoutMotion) {
  test::Wiv1Fields fields;
  fields.n_frames = fields.block = 1;
  fields.mv_precision = 1;
  fields.vectors.clear();
  const std::string form = with(with(kWiv1, "\"n_frames\": 2", "\"n_frames\": 1"), ", [[1, -2], [-3, 4]]", "");
  EXPECT_EQ(converted(wiv1_from_json(form)), fields.bytes());
  EXPECT_EQ(converted(wiv1_from_json(with(form, "\"block\": 2", "\"block\": 0"))), fields.bytes());
  EXPECT_EQ(outcome(wiv1_from_json(with(form, "\"mv_precision\": 2", "\"mv_precision\": 3"))), "field_range");
}

TEST(Wiv1Form, PadsAShortFrameWithZeroVectors) {
  test::Wiv1Fields fields;
  fields.vectors = {{1, -2}, {0, 0}};
  EXPECT_EQ(converted(wiv1_from_json(with(kWiv1, ", [-3, 4]", ""))), fields.bytes());
  fields.vectors = {{0, 0}, {0, 0}};
  EXPECT_EQ(converted(wiv1_from_json(with(kWiv1, "[[1, -2], [-3, 4]]", "[]"))), fields.bytes());
}

TEST(Wiv1Form, RefusesVectorsThatDoNotFit) {
  const auto vectors = [](const std::string& lists) {
    return outcome(wiv1_from_json(with(kWiv1, "[[], [[1, -2], [-3, 4]]]", lists)));
  };
  EXPECT_EQ(vectors("[[], [[32767, -32768]]]"), "ok");
  EXPECT_EQ(vectors("[[], [[32768, 0]]]"), "field_range");
  EXPECT_EQ(vectors("[[], [[0, -32769]]]"), "field_range");
  EXPECT_EQ(vectors("[[], [[1, 2], [3, 4], [5, 6]]]"), "field_range");  // nb is 2
  EXPECT_EQ(vectors("[[[0, 0]], [[1, 2]]]"), "field_range");            // frame 0 has none
  EXPECT_EQ(vectors("[[]]"), "field_range");
  EXPECT_EQ(vectors("[[], [], []]"), "field_range");
  EXPECT_EQ(vectors("[[], [[1]]]"), "payload_malformed");
  EXPECT_EQ(vectors("[[], [[1, 2, 3]]]"), "payload_malformed");
  EXPECT_EQ(vectors("[[], [7]]"), "payload_malformed");
  EXPECT_EQ(vectors("[[], 7]"), "payload_malformed");
  EXPECT_EQ(vectors("{}"), "payload_malformed");
}

TEST(Wiv1Form, ChecksTheVectorsCapBeforeItPads) {
  std::string form = with(kWiv1, "\"h\": 2", "\"h\": 4294967295");
  form = with(with(form, "\"w\": 3", "\"w\": 4294967295"), "\"block\": 2", "\"block\": 1");
  EXPECT_EQ(outcome(wiv1_from_json(form)), "too_large");
  EXPECT_EQ(outcome(wiv1_from_json(with(kWiv1, "\"block\": 2", "\"block\": 0"))), "field_range");
}

TEST(Wiv1Form, NestsTheKeyframesForm) {
  test::Wiv1Fields fields;
  fields.keyframe = 1;
  const auto keyed = [](const std::string& key) { return with(kWiv1, "\"rmax\": 12", "\"keyframe\": " + key); };
  EXPECT_EQ(converted(wiv1_from_json(keyed(kWih1))), fields.bytes());
  EXPECT_EQ(outcome(wiv1_from_json(keyed("null"))), "payload_malformed");
  EXPECT_EQ(outcome(wiv1_from_json(keyed("{}"))), "payload_malformed");
  EXPECT_EQ(outcome(wiv1_from_json(keyed("{" + with(kWih1Members, "\"m\": 2", "\"m\": 0") + "}"))), "field_range");
}

// readings P8, F07: JSON is read strictly, and no number is rounded.
TEST(JsonForms, RefuseWhatIsNotTheForm) {
  const auto height = [](const std::string& value) {
    return outcome(wih1_from_json(with(kWih1, "\"sh\": 3", "\"sh\": " + value)));
  };
  for (const char* value : {"1.0", "1e3", "\"3\"", "null", "[3]", "true"}) {
    EXPECT_EQ(height(value), "payload_malformed") << value;
  }
  for (const char* value : {"-1", "4294967296", "9007199254740993", "99999999999999999999999"}) {
    EXPECT_EQ(height(value), "field_range") << value;
  }
  EXPECT_EQ(height("0"), "field_range");
  EXPECT_EQ(height("-0"), "field_range");
  EXPECT_EQ(height("03"), "payload_malformed");
  EXPECT_EQ(height("3, \"sh\": 3"), "payload_malformed");         // two members of one name
  EXPECT_EQ(height("3, \"extra\": [1e999, {\"sh\": 1}]"), "ok");  // another name, any JSON
  EXPECT_EQ(outcome(wih1_from_json("[" + kWih1 + "]")), "payload_malformed");
  EXPECT_EQ(outcome(wih1_from_json(kWih1 + "1")), "payload_malformed");
  EXPECT_EQ(outcome(wih1_from_json("\xEF\xBB\xBF" + kWih1)), "payload_malformed");
  EXPECT_EQ(outcome(wih1_from_json("")), "payload_malformed");
  EXPECT_EQ(outcome(wih1_from_json(std::string(100000, '['))), "payload_malformed");
}

TEST(JsonForms, NeedEveryMember) {
  const auto without = [](const std::string& form, const std::string& key) {
    return outcome(payload_from_json(with(form, "\"" + key + "\"", "\"no_" + key + "\"")));
  };
  for (const char* key : {"n_frames", "h", "w", "block", "q", "offset", "cdf", "mvs", "stream"}) {
    EXPECT_EQ(without(kWiv1, key), "payload_malformed") << key;
  }
  for (const char* key : {"m", "sh", "sw", "n_z", "zh", "zw", "z_stream", "y_stream"}) {
    EXPECT_EQ(without(kWih1, key), "payload_malformed") << key;
  }
  for (const char* key : {"afrac", "sample_rate", "n_ch", "lat_len", "t_out", "lo", "medians", "cdfs", "stream"}) {
    EXPECT_EQ(without(kWia1, key), "payload_malformed") << key;
  }
  for (const char* key :
       {"afrac", "c", "sh", "sw", "s", "attr", "n_gaussians", "ranges", "offsets", "medians", "cdfs", "stream"}) {
    EXPECT_EQ(without(kWis1, key), "payload_malformed") << key;
  }
}

TEST(JsonForms, TakeStreamsInLowercaseHexadecimal) {
  const auto stream = [](const std::string& text) {
    return outcome(wiv1_from_json(with(kWiv1, "\"" + kState + "\"", text)));
  };
  EXPECT_EQ(stream("\"0123456789abcdef\""), "ok");
  EXPECT_EQ(stream("\"0123456789abcdeF\""), "payload_malformed");
  EXPECT_EQ(stream("\"0123456789abcde\""), "payload_malformed");
  EXPECT_EQ(stream("\"0123456789abcdeg\""), "payload_malformed");
  EXPECT_EQ(stream("7"), "payload_malformed");
  EXPECT_EQ(stream("\"\""), "stream_length");
  EXPECT_EQ(stream("\"0123456789abcdef01\""), "stream_length");
}

TEST(JsonForms, KeepThePayloadsOwnRefusals) {
  EXPECT_EQ(outcome(wiv1_from_json(with(kWiv1, "65536]", "65535]"))), "cdf_malformed");
  EXPECT_EQ(outcome(wiv1_from_json(with(kWiv1, "\"q\": 7", "\"q\": 65536"))), "field_range");
  EXPECT_EQ(outcome(wih1_from_json(with(kWih1, "\"zw\": 2", "\"zw\": 67108864"))), "too_large");
  // pay 10: every channel's table has the first one's length.
  EXPECT_EQ(outcome(wia1_from_json(with(kWia1, "50000, 65536", "65536"))), "field_range");
  EXPECT_EQ(outcome(wia1_from_json(with(kWia1, "\"n_ch\": 2", "\"n_ch\": 3"))), "field_range");
  EXPECT_EQ(outcome(wia1_from_json(with(kWia1, "[-5, 6]", "[-5, 140737488355329]"))), "field_range");
  EXPECT_EQ(outcome(wis1_from_json(with(kWis1, "[-7, 8]", "[-7]"))), "field_range");
}

// pay 10: each end is carried exactly or refused, never rounded.
TEST(Wis1Form, CarriesRangesExactly) {
  const auto range = [](const std::string& pair) { return wis1_from_json(with(kWis1, "[-1, 1.0]", pair)); };
  test::Wis1Fields fields;
  fields.range_bits[1] = 0x5D800000;  // 2^60
  EXPECT_EQ(converted(range("[-1, 1152921504606846976]")), fields.bytes());
  EXPECT_EQ(converted(range("[\"-1\", \"1152921504606846976\"]")), fields.bytes());
  for (const char* end :
       {"1152921504606846977", "\"1152921504606846977\"", "0.1", "1e39", "\"x\"", "\"inf\"", "\" 1\""}) {
    EXPECT_EQ(outcome(range("[-1, " + std::string(end) + "]")), "field_range") << end;
  }
  for (const char* pair : {"[-1]", "[-1, 0, 1]", "[-1, null]", "[-1, \"\"]", "[-1, [1]]", "7"}) {
    EXPECT_EQ(outcome(range(pair)), "payload_malformed") << pair;
  }
  EXPECT_EQ(outcome(range("[1, -1]")), "field_range");
}

}  // namespace
}  // namespace wai
