// Every stage operator (ops 5E), whole and in the parts that drivers step.
#pragma once

#include "stage/bucket.hpp"
#include "stage/dequantize.hpp"
#include "stage/mans_decode.hpp"
#include "stage/mc_predict.hpp"
#include "stage/rans64_decode.hpp"
#include "stage/rans64_encode.hpp"
#include "stage/rate_predict.hpp"
#include "stage/residual_step.hpp"
#include "stage/scale_index.hpp"
#include "stage/up2_predict.hpp"
#include "wai/stage.hpp"
