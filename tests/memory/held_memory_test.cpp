// The memory a decode really holds stays within its declared working bytes, the set and 16 MB (pay 7, Memory and work).
// This program counts every byte that operator new gives: it is a program of its own.
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

#include "support/made_decodes.hpp"

namespace {

std::atomic<std::size_t> held{0};  // bytes given and not taken back
std::atomic<std::size_t> most{0};  // the most that `held` has been

void* give(std::size_t bytes) {
  void* p = std::malloc(std::max<std::size_t>(bytes, 1));
  if (p == nullptr) {
    throw std::bad_alloc();
  }
  const std::size_t now = held += ::malloc_usable_size(p);
  std::size_t seen = most.load();
  while (seen < now && !most.compare_exchange_weak(seen, now)) {
  }
  return p;
}

void take_back(void* p) noexcept {
  if (p != nullptr) {
    held -= ::malloc_usable_size(p);
    std::free(p);
  }
}

}  // namespace

void* operator new(std::size_t bytes) {
  return give(bytes);
}
void* operator new[](std::size_t bytes) {
  return give(bytes);
}
void operator delete(void* p) noexcept {
  take_back(p);
}
void operator delete[](void* p) noexcept {
  take_back(p);
}
void operator delete(void* p, std::size_t) noexcept {
  take_back(p);
}
void operator delete[](void* p, std::size_t) noexcept {
  take_back(p);
}

namespace wai::test {
namespace {

constexpr std::size_t kAllowance = 16'000'000;  // 16 MB

// Symbol 0 nearly always, at a small fraction of a bit.
const std::vector<std::uint32_t> kQuietCdf = {0, 1, 65534, 65535, 65536};
const std::string kQuietText = "[0,1,65534,65535,65536]";

// n zeros against the quiet table, at offset -1.
Blob quiet(std::size_t n) {
  return encoded(std::vector<std::int64_t>(n, 0), {{kQuietCdf, -1}}, std::vector<std::uint64_t>(n, 0));
}

std::size_t set_bytes(const ParameterSet& set) {
  std::size_t bytes = 0;
  for (const SetMember& member : set.members) {
    bytes += member.bytes.size();
  }
  return bytes;
}

// Decodes, and compares what was held at most with what the payload declares. The payload and its set are the caller's.
void expect_within_declared(const Input& input, bool stream = false) {
  const auto cost = declared(input);
  ASSERT_TRUE(cost) << cost.refusal().message;
  ASSERT_GT(cost->working_bytes, kAllowance) << "too small to tell";
  DecodeOptions options;
  if (stream) {
    options.frames = [](auto) { return Expected<void>(); };
  }
  const std::size_t before = held;
  most = before;
  {
    const auto session = Session::open(input.capability, input.set);
    ASSERT_TRUE(session);
    const auto decoded = session->decode(input.payload, options);
    ASSERT_TRUE(decoded) << decoded.refusal().message;
  }
  EXPECT_LE(most - before, cost->working_bytes + set_bytes(input.set) + kAllowance)
      << "declared " << cost->working_bytes << ", output " << cost->output_bytes;
}

// [1, 256, 512] -> h_s [4, 512, 1024]; [2, 512, 1024] -> g_s [3, 1023, 2047].
MadeHyper wide_hyper() {
  MadeHyper made;
  made.entropy["y_cdf"] = "[" + kQuietText + "," + kQuietText + "]";
  made.entropy["y_cdf_length"] = "[5,5]";
  made.entropy["z_cdf"] = "[" + kQuietText + "]";
  made.payload.zh = 256;
  made.payload.zw = 512;
  made.payload.sh = 512;
  made.payload.sw = 1024;
  made.payload.z_stream.bytes = quiet(256 * 512);
  made.payload.y_stream.bytes = quiet(std::size_t{2} * 512 * 1024);
  return made;
}

Wiv1Fields wide_clip(std::uint32_t n_frames, std::uint32_t h, std::uint32_t w) {
  Wiv1Fields clip;
  clip.n_frames = n_frames;
  clip.h = h;
  clip.w = w;
  clip.block = n_frames == 1 ? 1 : 64;
  clip.mv_precision = n_frames == 1 ? 1 : 2;
  clip.cdf = kQuietCdf;
  const std::size_t nb = std::size_t{(h + 63) / 64} * ((w + 63) / 64);
  clip.vectors.assign(nb * (n_frames - 1), {1, -1});
  clip.stream.bytes = quiet(std::size_t{n_frames} * h * w * 3);
  return clip;
}

TEST(HeldMemory, IntHyper) {
  expect_within_declared(wide_hyper().bytes());
}

TEST(HeldMemory, IntMotion) {
  for (const std::uint32_t n_frames : {2U, 3U}) {
    expect_within_declared({"wai.video.int_motion", wide_clip(n_frames, 2400, 2500).bytes(), {}, {}});
    expect_within_declared({"wai.video.int_motion", wide_clip(n_frames, 2400, 2500).bytes(), {}, {}}, true);
  }
}

TEST(HeldMemory, VideoIntHyper) {
  const MadeHyper key = wide_hyper();
  for (const std::uint32_t n_frames : {2U, 3U}) {
    Wiv1Fields clip = wide_clip(n_frames, 1023, 2047);
    clip.keyframe = 1;
    clip.key = key.payload;
    clip.stream.bytes = quiet(std::size_t{n_frames - 1} * 1023 * 2047 * 3);
    const Input input{"wai.video.int_hyper", clip.bytes(), set_of(key.made_members(), {}), {}};
    expect_within_declared(input);
    expect_within_declared(input, true);
  }
}

// Streams of many bytes: the payload is the caller's, and no second copy of it is held.
TEST(HeldMemory, IntMotionOfALongStream) {
  Wiv1Fields clip = wide_clip(1, 2400, 2500);
  clip.cdf = {0, 1, 2, 65536};  // symbols 0 and 1 take 16 bits each
  const std::size_t n = std::size_t{2400} * 2500 * 3;
  clip.stream.bytes = encoded(std::vector<std::int64_t>(n, -1), {{clip.cdf, -1}}, std::vector<std::uint64_t>(n, 0));
  ASSERT_GT(clip.stream.bytes.size(), 2 * kAllowance);
  expect_within_declared({"wai.video.int_motion", clip.bytes(), {}, {}});
}

TEST(HeldMemory, IntAudio) {
  MadeAudio made;
  made.payload.lat_len = 1U << 20U;
  made.payload.t_out = 2U << 20U;
  made.payload.cdfs = {kQuietCdf, kQuietCdf};
  made.payload.stream.bytes = quiet(std::size_t{2} << 20U);
  expect_within_declared(made.bytes());
}

TEST(HeldMemory, IntSplat) {
  MadeSplat made;
  made.payload.sh = made.payload.sw = 800;
  made.payload.s = 1599;
  made.payload.offsets = {-1, -1};
  made.payload.cdfs = {kQuietCdf, kQuietCdf};
  made.payload.stream.bytes = quiet(std::size_t{2} * 800 * 800);
  expect_within_declared(made.bytes());
}

// [1, 1, 1] -> [3, 2048, 2048]: the network's last layer makes almost everything.
TEST(HeldMemory, IntSynthOfALatentOfOne) {
  MadeSynth made;
  made.payload.h = made.payload.w = 2048;
  made.payload.c = 1;
  made.payload.s = 1;
  made.payload.latents = {3};
  made.model.layers = {{{"in_ch", "1"},
                        {"out_ch", "3"},
                        {"k", "1"},
                        {"stride", "1"},
                        {"pad", "0"},
                        {"out_pad", "2047"},
                        {"weight", "[1,2,3]"},
                        {"bias", "[4,5,6]"},
                        {"shift", "0"},
                        {"relu", "false"}}};
  expect_within_declared(made.bytes());
}

}  // namespace
}  // namespace wai::test
