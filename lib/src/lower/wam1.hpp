// The lowering wam1/1 (ops 13.3).
#pragma once

#include "lower/canonical.hpp"
#include "lower/whm_form.hpp"

namespace wai {

// The graph of a WAM1 network over [C, 1, T], with the PCM step or without; scalar 0 is t_out either way (ops 13.0).
[[nodiscard]] Expected<Bytes> lower_wam1(const Network& network, bool pcm);

}  // namespace wai
