// One session a capability, opened when a payload first needs it: the set is read once.
#pragma once

#include <map>
#include <mutex>
#include <span>
#include <string>

#include "cli/input.hpp"
#include "options.hpp"
#include "wai/decode.hpp"

namespace wai::decode_app {

class Sessions {
 public:
  Sessions(const Options& options, std::uint64_t max_input) : options_(options), max_input_(max_input) {}

  // The session of --capability, or of the one that the payload's magic names. Refuses bad_magic when neither says,
  // and unsupported_capability. Any thread may ask.
  [[nodiscard]] Expected<const Session*> of(std::span<const std::uint8_t> payload);

  // The name of that capability; bad_magic when neither says.
  [[nodiscard]] Expected<std::string> capability(std::span<const std::uint8_t> payload) const;

 private:
  const Options& options_;
  std::uint64_t max_input_;
  std::mutex mutex_;
  std::map<std::string, Session> open_;
};

}  // namespace wai::decode_app
