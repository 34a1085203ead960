// The made sets of the corpus (ops 14.3): at the edges of the profiles, and past them by one.
#include <gtest/gtest.h>

#include "conform/generate_sets.hpp"
#include "wai/conform.hpp"

namespace wai {
namespace {

const MadeSet& set_named(const std::string& name) {
  static const std::vector<MadeSet> sets = made_sets();
  return *std::find_if(sets.begin(), sets.end(), [&](const MadeSet& s) { return s.name == name; });
}

Certificate certificate_of(const std::string& name) {
  const MadeSet& made = set_named(name);
  const auto lowered = lower_set(made.set, made.pin.capability);
  EXPECT_TRUE(lowered);
  return *certify(lowered->graphs, {lowered->capability, lowered->lowering, lowered->set_sha256});
}

// (2^31 - 1)*(2^32 + 2) = 2^63 - 2, and a bias of 1 or 2.
TEST(MadeSets, FailAcc64ByOneUnit) {
  EXPECT_TRUE(certificate_of("synth-acc64-at-its-edge").acc64);
  const Certificate past = certificate_of("synth-acc64-past-by-one-unit");
  EXPECT_FALSE(past.acc64);
  EXPECT_NE(past.json.find(R"("hi":"9223372036854775808")"), std::string::npos);
}

// -128*(2^24 - 1 + 1) = -2^31, and one weight more.
TEST(MadeSets, FailTheClaimOfAcc32ByOneWeight) {
  EXPECT_TRUE(certificate_of("synth-acc32-at-its-edge").acc32);
  const Certificate past = certificate_of("synth-acc32-past-by-one-weight");
  EXPECT_FALSE(past.acc32);
  EXPECT_TRUE(past.acc64);
}

TEST(Pins, SayWhatASinkThatResolvesThemSays) {
  for (const auto& [name, resolve] : {std::pair{"synth-acc64-at-its-edge", "ok"},
                                      {"synth-acc64-past-by-one-unit", "payload_malformed"},
                                      {"synth-acc32-at-its-edge", "ok"},
                                      {"synth-acc32-past-by-one-weight", "model_mismatch"},
                                      {"hyper-small", "ok"}}) {
    const MadeSet& made = set_named(name);
    const auto pin = pin_json(made.pin, made.set);
    ASSERT_TRUE(pin);
    EXPECT_NE(pin->find(fmt::format("\"resolve\":\"{}\"", resolve)), std::string::npos) << *pin;
    EXPECT_EQ(*resolve_pin(*pin, made.set), *pin);
  }
}

TEST(Pins, AreRefusedInAnotherForm) {
  for (const char* text : {"", "{}", R"({"capability":"c","resolve":"ok"})",
                           R"({"capability":"c","ops_profile":"acc16","resolve":"ok","set_sha256":"0"})"}) {
    EXPECT_FALSE(read_pin(text)) << text;
  }
}

}  // namespace
}  // namespace wai
