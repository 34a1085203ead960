#include "sessions.hpp"

#include "cli/library_set.hpp"

namespace wai::decode_app {

Expected<std::string> Sessions::capability(std::span<const std::uint8_t> payload) const {
  if (!options_.capability.empty()) {
    return options_.capability;
  }
  if (const auto name = capability_of(payload)) {
    return std::string(*name);
  }
  return Refusal{RefusalCode::bad_magic,
                 "the payload starts with no magic of pay 3 to 6; --capability says what it is for (pay 8)",
                 {}};
}

Expected<const Session*> Sessions::of(std::span<const std::uint8_t> payload) {
  WAI_TRY(const std::string name, capability(payload));
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto known = open_.find(name);
  if (known != open_.end()) {
    return &known->second;
  }
  ParameterSet set;
  if (!options_.set.empty() && !set_files(name).empty()) {
    set = cli::read_parameter_set(options_.set, name, max_input_);
  }
  WAI_TRY(Session session, Session::open(name, std::move(set)));
  return &open_.emplace(name, std::move(session)).first->second;
}

}  // namespace wai::decode_app
