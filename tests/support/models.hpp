// The graph builder under the name the tests use.
#pragma once

#include "conform/builder.hpp"

namespace wai::test {

using wai::checked;
using wai::clamped;
using wai::derived;
using wai::ModelBuilder;
using wai::ranged;

}  // namespace wai::test
