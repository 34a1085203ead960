// Parameter sets by capability (pay 7 steps 1 and 2, pay 9, ops 13.0, pins P2; readings P3, P4, G16).
#include "lower/set.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/sha256.hpp"
#include "graph/whg1.hpp"
#include "lower/capability.hpp"
#include "lower/wam1.hpp"
#include "lower/whm1.hpp"
#include "support/networks.hpp"
#include "wai/lower.hpp"

namespace wai {
namespace {

using namespace test;
using Code = RefusalCode;
using ::testing::HasSubstr;

ParameterSet tiny_hyper() {
  ParameterSet set;
  set.members = {{"g_s.whm", tiny_g_s().bytes()},
                 {"h_s.whm", tiny_h_s().bytes()},
                 {"entropy.json", text_bytes(json_object(tiny_entropy()))}};
  return set;
}
ParameterSet one_file(const std::string& name, const Blob& bytes) {
  return {{{name, bytes}}, true};
}
SetMember& member(ParameterSet& set, const std::string& name) {
  for (SetMember& m : set.members) {
    if (m.name == name) {
      return m;
    }
  }
  set.members.push_back({name, {}});
  return set.members.back();
}

std::optional<Code> code_of(const ParameterSet& set, std::string_view capability) {
  const auto lowered = lower_set(set, capability);
  return lowered ? std::nullopt : std::optional(lowered.refusal().code);
}

std::string hand_listing(const ParameterSet& set) {
  ParameterSet copy = set;
  const auto entry = [&](const std::string& name) {
    const Blob& bytes = member(copy, name).bytes;
    return "{\"bytes\":\"" + std::to_string(bytes.size()) + "\",\"name\":\"" + name + "\",\"sha256\":\"" +
           sha256_hex(bytes) + "\"}";
  };
  return "{\"files\":[" + entry("entropy.json") + "," + entry("g_s.whm") + "," + entry("h_s.whm") +
         "],\"form\":\"wai.prior.set\"}";
}

TEST(LoweredSet, OfTheConditionalCodecHasItsGraphsInRoleOrder) {
  for (const char* capability : {"wai.neural.int_hyper", "wai.video.int_hyper"}) {
    const auto lowered = lower_set(tiny_hyper(), capability);
    ASSERT_TRUE(lowered) << lowered.refusal().message;
    EXPECT_EQ(lowered->capability, capability);
    EXPECT_EQ(lowered->lowering, "whm1/1");
    ASSERT_EQ(lowered->graphs.size(), 2U);
    EXPECT_EQ(lowered->graphs[0].role, "h_s");
    EXPECT_EQ(lowered->graphs[0].whg1, *lower_whm1(*parse_network(tiny_h_s().bytes(), NetworkForm::whm1), false));
    EXPECT_EQ(lowered->graphs[1].role, "g_s");
    EXPECT_EQ(lowered->graphs[1].whg1, *lower_whm1(*parse_network(tiny_g_s().bytes(), NetworkForm::whm1), true));
    EXPECT_EQ(lowered->set_sha256, sha256_hex(text_bytes(hand_listing(tiny_hyper()))));
  }
}

TEST(LoweredSet, OfOneFileHasItsGraphAndTheFilesDigestWhateverItsName) {
  const auto audio = lower_set(one_file("x.bin", tiny_wam().bytes()), "wai.audio.int_codec");
  ASSERT_TRUE(audio) << audio.refusal().message;
  EXPECT_EQ(audio->lowering, "wam1/1");
  EXPECT_EQ(audio->graphs.at(0).role, "g_s");
  EXPECT_EQ(audio->graphs[0].whg1, *lower_wam1(*parse_network(tiny_wam().bytes(), NetworkForm::wam1), true));
  EXPECT_EQ(audio->set_sha256, sha256_hex(tiny_wam().bytes()));
  const auto splat = lower_set(one_file("model", tiny_g_s().bytes()), "wai.splat.int_codec");
  ASSERT_TRUE(splat) << splat.refusal().message;
  EXPECT_EQ(splat->graphs.at(0).role, "g_s");
  EXPECT_EQ(splat->graphs[0].whg1, *lower_whm1(*parse_network(tiny_g_s().bytes(), NetworkForm::whm1), true));
  const auto synth = lower_set(one_file("a", tiny_synth().bytes()), "wai.neural.int_synth");
  ASSERT_TRUE(synth) << synth.refusal().message;
  EXPECT_EQ(synth->lowering, "int_synth/1");
  EXPECT_EQ(synth->graphs.at(0).role, "synth");
}

TEST(LoweredSet, OfOneFileInADirectoryNeedsTheMembersName) {
  const ParameterSet named = {{{"readme", {1}}, {"model.wam", tiny_wam().bytes()}}, false};
  const auto lowered = lower_set(named, "wai.audio.int_codec");
  ASSERT_TRUE(lowered) << lowered.refusal().message;
  EXPECT_EQ(lowered->set_sha256, sha256_hex(tiny_wam().bytes()));
  const ParameterSet other = {{{"x.wam", tiny_wam().bytes()}}, false};
  EXPECT_EQ(code_of(other, "wai.audio.int_codec"), Code::set_incomplete);
}

TEST(ParameterSets, WithoutAMemberAreIncomplete) {
  for (const char* name : {"g_s.whm", "h_s.whm", "entropy.json"}) {
    ParameterSet set = tiny_hyper();
    std::erase_if(set.members, [&](const SetMember& m) { return m.name == name; });
    EXPECT_EQ(code_of(set, "wai.neural.int_hyper"), Code::set_incomplete) << name;
  }
  for (const char* capability : {"wai.neural.int_synth", "wai.audio.int_codec", "wai.splat.int_codec"}) {
    EXPECT_EQ(code_of({}, capability), Code::set_incomplete) << capability;
    EXPECT_EQ(code_of({{}, true}, capability), Code::set_incomplete) << capability;
  }
  // One file is not the whole of a set of three, whatever its name.
  EXPECT_EQ(code_of(one_file("g_s.whm", tiny_g_s().bytes()), "wai.neural.int_hyper"), Code::set_incomplete);
}

TEST(ParameterSets, MembersAreReadOneAfterTheOther) {
  ParameterSet set = tiny_hyper();
  member(set, "g_s.whm").bytes.pop_back();
  std::erase_if(set.members, [](const SetMember& m) { return m.name == "h_s.whm"; });
  EXPECT_EQ(code_of(set, "wai.neural.int_hyper"), Code::model_mismatch);  // g_s is parsed before h_s is missed
  set = tiny_hyper();
  member(set, "entropy.json").bytes.pop_back();
  std::erase_if(set.members, [](const SetMember& m) { return m.name == "h_s.whm"; });
  EXPECT_EQ(code_of(set, "wai.neural.int_hyper"), Code::set_incomplete);  // h_s comes before entropy.json
}

TEST(ParameterSets, EveryMemberIsParsed) {
  for (const char* name : {"g_s.whm", "h_s.whm", "entropy.json"}) {
    ParameterSet set = tiny_hyper();
    member(set, name).bytes.push_back('x');
    const auto lowered = lower_set(set, "wai.neural.int_hyper");
    ASSERT_FALSE(lowered);
    EXPECT_EQ(lowered.refusal().code, Code::model_mismatch);
    EXPECT_THAT(lowered.refusal().message, HasSubstr(name));
  }
  EXPECT_EQ(code_of(one_file("a", {}), "wai.audio.int_codec"), Code::model_mismatch);
  EXPECT_EQ(code_of(one_file("a", tiny_g_s().bytes()), "wai.audio.int_codec"), Code::model_mismatch);
  EXPECT_EQ(code_of(one_file("a", tiny_wam().bytes()), "wai.splat.int_codec"), Code::model_mismatch);
  EXPECT_EQ(code_of(one_file("a", {}), "wai.neural.int_synth"), Code::payload_malformed);
}

TEST(SetListing, OfADirectoryIsThatOfItsFiles) {
  ParameterSet set = tiny_hyper();
  const std::string listing = hand_listing(set);
  const auto names = find_capability("wai.neural.int_hyper")->member_names();
  EXPECT_EQ(set_listing(set, names), listing);
  member(set, "wai.prior.set.json").bytes = text_bytes(listing);
  member(set, "notes.txt").bytes = {1, 2, 3};  // another file, which is ignored
  EXPECT_EQ(code_of(set, "wai.neural.int_hyper"), std::nullopt);
  for (const std::string& wrong : {listing + "\n", listing.substr(1), std::string("{}"), std::string()}) {
    member(set, "wai.prior.set.json").bytes = text_bytes(wrong);
    EXPECT_EQ(code_of(set, "wai.neural.int_hyper"), Code::model_mismatch) << wrong.size();
  }
  member(set, "wai.prior.set.json").bytes = text_bytes(listing);
  NetworkFile other = tiny_h_s();
  other.gf = 5;  // another valid member than the listing's
  member(set, "h_s.whm").bytes = other.bytes();
  EXPECT_EQ(code_of(set, "wai.neural.int_hyper"), Code::model_mismatch);
  // A set of one file has no listing: the file may even have that name.
  EXPECT_EQ(code_of(one_file("wai.prior.set.json", tiny_wam().bytes()), "wai.audio.int_codec"), std::nullopt);
}

// ops 4: int_synth has one code for every refusal of what is there, and pins P2 changes no code.
TEST(SetListing, OfIntSynthIsRefusedAsAnyOfItsSets) {
  ParameterSet set;
  set.members = {{"int_synth.json", tiny_synth().bytes()}, {"wai.prior.set.json", {'{', '}'}}};
  EXPECT_EQ(code_of(set, "wai.neural.int_synth"), Code::payload_malformed);
  const std::vector<std::string_view> names = {"int_synth.json"};
  member(set, "wai.prior.set.json").bytes = text_bytes(set_listing(set, names));
  EXPECT_EQ(code_of(set, "wai.neural.int_synth"), std::nullopt);
}

// Readings P4: a wrong listing stands after the members, and before the networks' scales.
TEST(SetListing, IsComparedWhenEveryMemberIsParsed) {
  ParameterSet set = tiny_hyper();
  member(set, "wai.prior.set.json").bytes = {'{'};
  std::erase_if(set.members, [](const SetMember& m) { return m.name == "entropy.json"; });
  EXPECT_EQ(code_of(set, "wai.neural.int_hyper"), Code::set_incomplete);
}

TEST(ParameterSets, ShareOneScale) {
  for (const char* name : {"g_s.whm", "h_s.whm"}) {
    ParameterSet set = tiny_hyper();
    NetworkFile file = std::string(name) == "g_s.whm" ? tiny_g_s() : tiny_h_s();
    file.afrac += 1;
    member(set, name).bytes = file.bytes();
    EXPECT_EQ(code_of(set, "wai.neural.int_hyper"), Code::model_mismatch) << name;
  }
  for (const std::uint32_t afrac : {0U, 1U, 30U, 31U}) {
    ParameterSet set = tiny_hyper();
    NetworkFile g_s = tiny_g_s();
    NetworkFile h_s = tiny_h_s();
    g_s.afrac = h_s.afrac = afrac;
    member(set, "g_s.whm").bytes = g_s.bytes();
    member(set, "h_s.whm").bytes = h_s.bytes();
    const bool within = afrac >= 1 && afrac <= 30;
    EXPECT_EQ(code_of(set, "wai.neural.int_hyper"), within ? std::nullopt : std::optional(Code::model_mismatch));
    const auto parts = read_parts(set, *find_capability("wai.neural.int_hyper"));
    ASSERT_TRUE(parts);  // step 2, not step 1
    EXPECT_EQ(check_scale(*parts).has_value(), within);
  }
}

TEST(ParameterSets, LoweringChecksEveryNetwork) {
  for (const char* name : {"g_s.whm", "h_s.whm"}) {
    ParameterSet set = tiny_hyper();
    NetworkFile file = std::string(name) == "g_s.whm" ? tiny_g_s() : tiny_h_s();
    file.layers = {relu_layer()};
    member(set, name).bytes = file.bytes();
    EXPECT_EQ(code_of(set, "wai.neural.int_hyper"), Code::model_mismatch) << name;
  }
}

// ops 8.1, 15.3: layer 0 gives at least 2^62 for every input, and layer 1 reads at most 2^48.
TEST(ParameterSets, ACheckRangeThatNoValueReachesIsRefused) {
  NetworkFile file;
  file.layers = {conv_layer({1, 1, 1, 1, 1, 0, 0, {0}, {0}, {std::int64_t{1} << 62}}),
                 conv_layer({1, 1, 3, 1, 1, 0, 0, {32767, 1, 1}, {1, 1, 1}, {0, 0, 0}})};
  const auto network = parse_network(file.bytes(), NetworkForm::whm1);
  ASSERT_TRUE(network);
  EXPECT_TRUE(lower_whm1(*network, true));  // the graph can be written, and no one may load it
  EXPECT_EQ(code_of(one_file("g_s.whm", file.bytes()), "wai.splat.int_codec"), Code::model_mismatch);
}

// Readings G16. Latents of 2^7 through a weight of 2^31 and a shift of 5 reach 2^33, and through another of 2^31 pass
// 2^63: no decode may use the set, but it has its graph.
TEST(ParameterSets, AreLoweredWithoutTheirProfile) {
  SynthText text = tiny_synth();
  text.layers[1]["weight"] = "[2147483647,0,0]";
  const auto lowered = lower_set(one_file("a", text.bytes()), "wai.neural.int_synth");
  ASSERT_TRUE(lowered) << lowered.refusal().message;
  const auto certificate = certify(lowered->graphs);
  ASSERT_TRUE(certificate);
  EXPECT_FALSE(certificate->acc64);
  const auto sound = certify(lower_set(one_file("a", tiny_synth().bytes()), "wai.neural.int_synth")->graphs);
  ASSERT_TRUE(sound);
  EXPECT_TRUE(sound->acc64);
}

TEST(Capabilities, WithoutALoweringAreUnsupported) {
  for (const char* name : {"", "wai.video.int_motion", "wai.neural.int_hyper ", "WAI.NEURAL.INT_HYPER"}) {
    EXPECT_EQ(code_of(tiny_hyper(), name), Code::unsupported_capability) << name;
  }
  for (const auto name : lowered_capabilities()) {
    ASSERT_NE(find_capability(name), nullptr);
    EXPECT_EQ(find_capability(name)->name, name);
  }
}

TEST(FileLowering, LowersOneNetworkByName) {
  const auto h_s = lower_file(tiny_h_s().bytes(), "whm1/1", "anything", OutputStep::none);
  ASSERT_TRUE(h_s) << h_s.refusal().message;
  EXPECT_EQ(h_s->role, "anything");
  EXPECT_EQ(h_s->whg1, lower_set(tiny_hyper(), "wai.neural.int_hyper")->graphs[0].whg1);
  const auto g_s = lower_file(tiny_g_s().bytes(), "whm1/1", "g_s", OutputStep::rgb8);
  ASSERT_TRUE(g_s);
  EXPECT_EQ(g_s->whg1, lower_set(tiny_hyper(), "wai.neural.int_hyper")->graphs[1].whg1);
  const auto audio = lower_file(tiny_wam().bytes(), "wam1/1", "g_s", OutputStep::pcm);
  ASSERT_TRUE(audio);
  EXPECT_EQ(audio->whg1, lower_set(one_file("a", tiny_wam().bytes()), "wai.audio.int_codec")->graphs[0].whg1);
  const auto synth = lower_file(tiny_synth().bytes(), "int_synth/1", "synth", OutputStep::none);
  ASSERT_TRUE(synth);
  const auto code = [](const Blob& bytes, std::string_view lowering) {
    return lower_file(bytes, lowering, "r", OutputStep::none).refusal().code;
  };
  EXPECT_EQ(code(tiny_wam().bytes(), "whm1/1"), Code::model_mismatch);
  EXPECT_EQ(code({}, "int_synth/1"), Code::payload_malformed);
  EXPECT_EQ(code(tiny_h_s().bytes(), "whm1"), Code::unsupported_capability);
}

TEST(FileLowering, KnowsTheOutputStepOfEachRole) {
  EXPECT_EQ(output_step("whm1/1", "h_s"), OutputStep::none);
  EXPECT_EQ(output_step("whm1/1", "g_s"), OutputStep::rgb8);
  EXPECT_EQ(output_step("wam1/1", "g_s"), OutputStep::pcm);
  EXPECT_EQ(output_step("int_synth/1", "synth"), OutputStep::none);
  EXPECT_EQ(output_step("whm1/1", "synth"), std::nullopt);
  EXPECT_EQ(output_step("none/1", "g_s"), std::nullopt);
}

// What a set lowers to depends on its members' bytes alone.
TEST(LoweredSet, DoesNotDependOnTheOrderOfFiles) {
  ParameterSet set = tiny_hyper();
  const auto first = lower_set(set, "wai.neural.int_hyper");
  std::reverse(set.members.begin(), set.members.end());
  const auto second = lower_set(set, "wai.neural.int_hyper");
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->set_sha256, second->set_sha256);
  EXPECT_EQ(first->graphs[0].whg1, second->graphs[0].whg1);
  EXPECT_EQ(first->graphs[1].whg1, second->graphs[1].whg1);
}

}  // namespace
}  // namespace wai
