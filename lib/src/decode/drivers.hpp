// Making each capability's driver. Each stands in its own file.
#pragma once

#include <memory>

#include "decode/driver.hpp"

namespace wai {

[[nodiscard]] std::unique_ptr<Session::Driver> make_int_synth(ParameterSet set);
[[nodiscard]] std::unique_ptr<Session::Driver> make_int_hyper(ParameterSet set);
[[nodiscard]] std::unique_ptr<Session::Driver> make_int_motion();
[[nodiscard]] std::unique_ptr<Session::Driver> make_video_int_hyper(ParameterSet set);
[[nodiscard]] std::unique_ptr<Session::Driver> make_int_audio(ParameterSet set);
[[nodiscard]] std::unique_ptr<Session::Driver> make_int_splat(ParameterSet set);

}  // namespace wai
