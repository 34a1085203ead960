#include <algorithm>
#include <array>

#include "decode/drivers.hpp"
#include "payload/wih1.hpp"

namespace wai {
namespace {

struct DriverRow {
  std::string_view capability;
  std::string_view magic;  // none for a payload without one
  std::unique_ptr<Session::Driver> (*make)(ParameterSet set);
};

constexpr std::array<DriverRow, 6> kDrivers = {{
    {"wai.neural.int_synth", "", make_int_synth},
    {"wai.neural.int_hyper", kWih1Magic, make_int_hyper},
    {"wai.video.int_motion", kWiv1Magic, [](ParameterSet) { return make_int_motion(); }},
    {"wai.video.int_hyper", kWiv1Magic, make_video_int_hyper},
    {"wai.audio.int_codec", kWia1Magic, make_int_audio},
    {"wai.splat.int_codec", kWis1Magic, make_int_splat},
}};

constexpr std::size_t kWiv1KeyframeOffset = 6;  // pay 3

}  // namespace

std::optional<std::string_view> capability_of(std::span<const std::uint8_t> payload) {
  if (payload.size() < kMagicBytes) {
    return std::nullopt;
  }
  const std::string_view magic(reinterpret_cast<const char*>(payload.data()), kMagicBytes);
  if (magic == kWiv1Magic && payload.size() > kWiv1KeyframeOffset && payload[kWiv1KeyframeOffset] == 1) {
    return "wai.video.int_hyper";
  }
  const auto row = std::find_if(kDrivers.begin(), kDrivers.end(), [&](const DriverRow& r) { return r.magic == magic; });
  return row == kDrivers.end() ? std::nullopt : std::optional(row->capability);
}

Session::Session(std::unique_ptr<Driver> driver) : driver_(std::move(driver)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

Expected<Session> Session::open(std::string_view capability, ParameterSet set) {
  for (const DriverRow& row : kDrivers) {
    if (row.capability == capability) {
      return Session(row.make(std::move(set)));
    }
  }
  return refuse(RefusalCode::unsupported_capability, "no decoder for the capability {} (pay 8)", capability);
}

Expected<Decoded> Session::decode(std::span<const std::uint8_t> payload, const DecodeOptions& options) const {
  return driver_->decode(payload, options);
}

Expected<DeclaredCost> Session::declared(std::span<const std::uint8_t> payload) const {
  return driver_->declared(payload);
}

}  // namespace wai
