// Decoding payloads (pay 2 to 7): a session holds a capability's parameter set and decodes many payloads against it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wai/export.hpp"
#include "wai/lower.hpp"
#include "wai/refusal.hpp"

namespace wai {

// What a header declares of a decode's output and work (pay 7, Memory and work; readings P21).
struct DeclaredCost {
  std::uint64_t output_bytes = 0;   // the buffer of the capability's digest
  std::uint64_t symbols = 0;        // entropy-decode steps
  std::uint64_t working_bytes = 0;  // the peak, over the steps of the decode, of latents, activations, frames, vectors
  std::uint64_t macs = 0;           // multiply-accumulates of every network, as pay 7 counts them

  friend bool operator==(const DeclaredCost&, const DeclaredCost&) = default;
};

// The sink's own policy; a payload that declares more is refused (cost_over_limit) before any symbol is decoded.
struct CostLimits {
  std::optional<std::uint64_t> output_bytes;
  std::optional<std::uint64_t> working_bytes;
  std::optional<std::uint64_t> macs;
};

// How a plane's byte u is presented: at about lo + (hi - lo)*u/255 (pay 6). IEEE 754 binary32, as bits.
struct PresentedRange {
  std::uint32_t lo_bits = 0;
  std::uint32_t hi_bits = 0;
};

// What the bytes of an output are.
struct OutputForm {
  enum class Kind : std::uint8_t { picture, clip, sound, planes };
  Kind kind = Kind::picture;
  std::uint64_t height = 0;  // picture, clip: rows of RGB8; planes: the side
  std::uint64_t width = 0;
  std::uint64_t frames = 1;            // clip
  std::uint64_t samples = 0;           // sound: i16 little-endian, one channel
  std::uint32_t sample_rate = 0;       // sound: hertz
  std::uint64_t planes = 0;            // planes: u8 each, plane after plane
  std::uint64_t n_gaussians = 0;       // planes: the first cells that hold one Gaussian each
  std::vector<PresentedRange> ranges;  // planes: one each
};

// How a stream was read, for statistics.
struct StreamUse {
  std::string name;
  std::uint64_t symbols = 0;
  std::uint64_t words_read = 0;
  std::uint64_t words = 0;
};

struct Decoded {
  OutputForm form;
  std::vector<std::uint8_t> bytes;  // the buffer of the capability's digest; empty when frames went to a sink
  std::vector<StreamUse> streams;
};

// Told what the output will be once every check before the first symbol has passed, the cost limits among them. A
// refusal from it ends the decode.
using FormSink = std::function<Expected<void>(const OutputForm& form)>;

// Takes a clip's frames one by one as they are decoded. A refusal from it ends the decode.
using FrameSink = std::function<Expected<void>(std::span<const std::uint8_t> frame)>;

struct DecodeOptions {
  CostLimits limits;
  FormSink form;
  FrameSink frames;  // clips only: when set, every frame goes here, and Decoded::bytes stays empty
};

// The capability that reads a payload with this magic, if one does; `WIV1` by its keyframe byte. None for a payload
// without a known magic.
[[nodiscard]] WAI_EXPORT std::optional<std::string_view> capability_of(std::span<const std::uint8_t> payload);

// One capability and its set. The set's members are parsed once, and its graphs loaded once, when first needed; only
// what loaded is kept (ops 8.6). Any number of threads may decode through one session.
class WAI_EXPORT Session {
 public:
  // unsupported_capability for a capability this library does not decode. A set that lacks a member is no failure
  // yet: the refusals of pay 7 come with each payload, after its own parse.
  [[nodiscard]] static Expected<Session> open(std::string_view capability, ParameterSet set = {});

  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  // Every check of pay 2 and pay 7 in its order, then the output.
  [[nodiscard]] Expected<Decoded> decode(std::span<const std::uint8_t> payload,
                                         const DecodeOptions& options = {}) const;

  // The declared cost, after the checks it depends on: pay 2's parse and pay 7's steps 1 to 4.
  [[nodiscard]] Expected<DeclaredCost> declared(std::span<const std::uint8_t> payload) const;

  class Driver;

 private:
  explicit Session(std::unique_ptr<Driver> driver);
  std::unique_ptr<Driver> driver_;
};

}  // namespace wai
