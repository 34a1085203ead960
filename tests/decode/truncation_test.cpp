// Payloads and sets cut short or with a bit flipped: refused with the code of the section that ends early (pay 2, 9),
// or decoded whole. A cut payload is refused before anything is decoded.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "support/corpus.hpp"
#include "support/made_decodes.hpp"
#include "support/payload_faults.hpp"

namespace wai {
namespace {

using test::Blob;
using test::decode;
using test::Input;
using test::outcome;

Blob cut_at(const Blob& bytes, std::size_t n) {
  return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n)};
}

std::uint32_t u32_at(const Blob& bytes, std::size_t at) {
  return static_cast<std::uint32_t>(bytes.at(at) | bytes.at(at + 1) << 8U | bytes.at(at + 2) << 16U) |
         static_cast<std::uint32_t>(bytes.at(at + 3)) << 24U;
}

// pay 2: the first four bytes are a magic or none; then every part is first of all present. A nested keyframe's length
// is what remains (readings P1), so a cut within the keyframe is nested_length. `key_at`: where the keyframe starts.
std::string code_of_cut(const std::string& capability, std::size_t n, std::size_t key_at) {
  if (capability == "wai.neural.int_synth") {
    return "payload_malformed";
  }
  if (n < 4) {
    return "bad_magic";
  }
  return n < key_at ? "stream_length" : "nested_length";
}

std::size_t key_of(const Input& input) {
  constexpr std::size_t kHeader = 36;
  if (input.capability != "wai.video.int_hyper") {
    return input.payload.size();
  }
  const Blob& p = input.payload;
  const std::size_t blocks_h = (u32_at(p, 12) - 1) / u32_at(p, 20) + 1;
  const std::size_t blocks_w = (u32_at(p, 16) - 1) / u32_at(p, 20) + 1;
  const std::size_t table = 4 * (p.at(32) + 256U * p.at(33));
  const std::size_t stream = kHeader + table + 4 * blocks_h * blocks_w * (u32_at(p, 8) - 1);
  return stream + 4 + u32_at(p, stream) + 4;
}

void expect_cuts_refused(const Input& input, const std::vector<std::size_t>& places) {
  const auto session = Session::open(input.capability, input.set);
  ASSERT_TRUE(session);
  const std::size_t key_at = key_of(input);
  for (const std::size_t n : places) {
    ASSERT_LT(n, input.payload.size());
    const Blob cut = cut_at(input.payload, n);
    ASSERT_EQ(outcome(session->decode(cut)), code_of_cut(input.capability, n, key_at)) << input.capability << " " << n;
    ASSERT_EQ(outcome(session->declared(cut)), code_of_cut(input.capability, n, key_at)) << n;
  }
}

std::vector<Input> made_inputs() {
  return {test::MadeHyper().bytes(), test::MadeVideo().bytes(), test::MadeMotion().bytes(),
          test::MadeAudio().bytes(), test::MadeSplat().bytes(), test::MadeSynth().bytes()};
}

// --- Made payloads and sets, at every byte ---

TEST(CutPayloads, AreRefusedAtEveryByte) {
  for (const Input& input : made_inputs()) {
    ASSERT_EQ(outcome(decode(input)), "ok") << input.capability;
    std::vector<std::size_t> places(input.payload.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    expect_cuts_refused(input, places);
  }
}

// Each member's own parse: model_mismatch, and payload_malformed for int_synth.json.
TEST(CutMembers, AreRefusedAtEveryByte) {
  for (const Input& input : made_inputs()) {
    const std::string code = input.capability == "wai.neural.int_synth" ? "payload_malformed" : "model_mismatch";
    for (std::size_t member = 0; member < input.set.members.size(); ++member) {
      for (std::size_t n = 0; n < input.set.members[member].bytes.size(); ++n) {
        Input cut = input;
        cut.set.members[member].bytes.resize(n);
        ASSERT_EQ(outcome(decode(cut)), code) << input.set.members[member].name << " " << n;
      }
    }
  }
}

// --- Real payloads: the ends of their sections and a byte to either side, and 1,000 places more ---

// Where the parts of a payload end, from the tables of pay 3 to 6.
std::vector<std::size_t> section_ends(const Input& input) {
  const Blob& p = input.payload;
  std::vector<std::size_t> sizes;
  const auto stream = [&] {
    const std::size_t at = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
    sizes.insert(sizes.end(), {4, u32_at(p, at)});
  };
  if (input.capability == "wai.neural.int_hyper") {
    sizes = {4, 1, 3, 24};
    stream();
    stream();
  } else if (input.capability == "wai.audio.int_codec") {
    sizes = {4, 1, 27, 8 * std::size_t{u32_at(p, 12)}};
    sizes.insert(sizes.end(), u32_at(p, 12), 4 * (p.at(28) + 256U * p.at(29)));
    stream();
  } else if (input.capability == "wai.splat.int_codec") {
    const std::size_t c = u32_at(p, 8);
    const std::size_t lengths = 32 + 8 * std::size_t{u32_at(p, 24)};
    sizes = {4, 1, 27, lengths - 32, 2 * c, 4 * c, 8 * c};
    for (std::size_t k = 0; k < c; ++k) {
      sizes.push_back(4 * (p.at(lengths + 2 * k) + 256U * p.at(lengths + 2 * k + 1)));
    }
    stream();
  } else if (input.capability == "wai.neural.int_synth") {
    sizes = {12, p.size() - 12};
  } else {
    const std::size_t table = 4 * (p.at(32) + 256U * p.at(33));
    const bool key = input.capability == "wai.video.int_hyper";
    const std::size_t vectors = ((u32_at(p, 12) - 1) / u32_at(p, 20) + 1) * ((u32_at(p, 16) - 1) / u32_at(p, 20) + 1);
    sizes = {4, 1, 31, table, 4 * vectors * (u32_at(p, 8) - 1)};
    stream();
    if (key) {
      stream();
    }
  }
  std::vector<std::size_t> ends(sizes.size());
  std::partial_sum(sizes.begin(), sizes.end(), ends.begin());
  return ends;
}

std::vector<std::size_t> real_cuts(const Input& input, unsigned seed) {
  const std::vector<std::size_t> ends = section_ends(input);
  EXPECT_EQ(ends.back(), input.payload.size()) << input.capability;
  std::vector<std::size_t> places = {0, 1, 2, 3};
  for (const std::size_t end : ends) {
    places.insert(places.end(), {end - 1, end, end + 1});
  }
  std::mt19937 random(seed);
  for (int i = 0; i < 1000; ++i) {
    places.push_back(std::uniform_int_distribution<std::size_t>(0, input.payload.size() - 1)(random));
  }
  places.erase(std::remove_if(places.begin(), places.end(), [&](std::size_t n) { return n >= input.payload.size(); }),
               places.end());
  return places;
}

std::vector<Input> real_inputs() {
  using test::corpus_file, test::file_set, test::hyper_set;
  return {
      {"wai.neural.int_hyper", corpus_file("real/wih/chelsea64.wih"), hyper_set("real/hyper"), {}},
      {"wai.video.int_hyper", corpus_file("real/wiv/raccoon_key1_8x128x128.wiv"), hyper_set("real/hyper"), {}},
      {"wai.video.int_motion", corpus_file("real/wiv/coffee_half_12x96x96.wiv"), {}, {}},
      {"wai.audio.int_codec", corpus_file("real/audio/tune.wia"), file_set("real/audio/model.wam", "model.wam"), {}},
      {"wai.splat.int_codec", corpus_file("real/splat/knot.wis"), file_set("real/splat/g_s.whm", "g_s.whm"), {}},
      {"wai.neural.int_synth",
       corpus_file("real/int_synth/astronaut128.bin"),
       file_set("real/int_synth/int_synth.json", "int_synth.json"),
       {}},
  };
}

TEST(CutPayloads, AreRefusedWhereRealSectionsEndAndBetween) {
  unsigned seed = 1;
  for (const Input& input : real_inputs()) {
    SCOPED_TRACE(seed);
    expect_cuts_refused(input, real_cuts(input, seed++));
  }
}

// A byte more than the payload, for every format.
TEST(CutPayloads, AreNotMendedByWhatFollows) {
  for (Input input : real_inputs()) {
    input.payload.push_back(0);
    const bool nested = input.capability == "wai.video.int_hyper";
    const bool synth = input.capability == "wai.neural.int_synth";
    EXPECT_EQ(outcome(decode(input)), synth ? "payload_malformed" : nested ? "nested_length" : "trailing");
  }
}

// Real members cut around their header, their ends and at seeded places. A valid payload stands beside them.
TEST(CutMembers, AreRefusedInRealSets) {
  std::mt19937 random(7);
  for (const Input& input : real_inputs()) {
    const std::string code = input.capability == "wai.neural.int_synth" ? "payload_malformed" : "model_mismatch";
    for (std::size_t member = 0; member < input.set.members.size(); ++member) {
      const std::size_t size = input.set.members[member].bytes.size();
      std::vector<std::size_t> places = {0, 1, 3, 4, 19, 20, 21, 44, 45, size - 9, size - 8, size - 1};
      for (int i = 0; i < 8; ++i) {
        places.push_back(std::uniform_int_distribution<std::size_t>(0, size - 1)(random));
      }
      for (const std::size_t n : places) {
        Input cut{input.capability, input.payload, {}, {}};
        cut.set.one_file = input.set.one_file;
        cut.set.members = input.set.members;
        cut.set.members[member].bytes.resize(n);
        ASSERT_EQ(outcome(decode(cut)), code) << input.set.members[member].name << " " << n;
      }
    }
  }
}

// --- Bits flipped ---

// The bytes an output of this form has.
std::uint64_t size_of(const OutputForm& form) {
  switch (form.kind) {
    case OutputForm::Kind::picture:
    case OutputForm::Kind::clip:
      return form.frames * form.height * form.width * 3;
    case OutputForm::Kind::sound:
      return 2 * form.samples;
    case OutputForm::Kind::planes:
      break;
  }
  return form.planes * form.height * form.width;
}

// A refusal, or an output of the size that its form and the declared cost say. The sink's limits keep what a flipped
// size declares small.
void expect_refused_or_whole(Input input, const std::string& what) {
  input.limits = {1U << 16, 1U << 20, 1U << 24};
  const auto out = decode(input);
  if (out) {
    const auto cost = test::declared(input);
    ASSERT_TRUE(cost) << what;
    ASSERT_EQ(out->bytes.size(), size_of(out->form)) << what;
    ASSERT_EQ(out->bytes.size(), cost->output_bytes) << what;
  } else {
    ASSERT_FALSE(out.refusal().message.empty()) << what;
  }
}

void flip(Blob& bytes, std::size_t bit) {
  bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ (1U << (bit % 8)));
}

TEST(FlippedBits, OfPayloadsAreRefusedOrDecodeWhole) {
  for (const Input& input : made_inputs()) {
    for (std::size_t bit = 0; bit < 8 * input.payload.size(); ++bit) {
      Input flipped = input;
      flip(flipped.payload, bit);
      expect_refused_or_whole(flipped, input.capability + " bit " + std::to_string(bit));
    }
  }
}

TEST(FlippedBits, OfMembersAreRefusedOrDecodeWhole) {
  for (const Input& input : made_inputs()) {
    for (std::size_t member = 0; member < input.set.members.size(); ++member) {
      for (std::size_t bit = 0; bit < 8 * input.set.members[member].bytes.size(); ++bit) {
        Input flipped = input;
        flip(flipped.set.members[member].bytes, bit);
        expect_refused_or_whole(flipped, input.set.members[member].name + " bit " + std::to_string(bit));
      }
    }
  }
}

// Two and more at once, over the whole input.
TEST(FlippedBits, SeveralAtOnceAreRefusedOrDecodeWhole) {
  const unsigned seed = 20261;
  std::mt19937 random(seed);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  for (const Input& input : made_inputs()) {
    for (int i = 0; i < 1000; ++i) {
      Input flipped = input;
      for (std::size_t n = 2 + below(4); n > 0; --n) {
        const std::size_t which = below(input.set.members.size() + 1);
        Blob& bytes = which == 0 ? flipped.payload : flipped.set.members[which - 1].bytes;
        flip(bytes, below(8 * bytes.size()));
      }
      expect_refused_or_whole(flipped, input.capability + " seed " + std::to_string(seed) + " " + std::to_string(i));
    }
  }
}

}  // namespace
}  // namespace wai
