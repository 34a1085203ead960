// Coverage of ops 14.1, item 6: the cases that tell this set's definitions from near neighbours.
#include <algorithm>
#include <limits>

#include "conform/coverage_items.hpp"

namespace wai {
namespace {

constexpr std::int64_t kI64Lo = std::numeric_limits<std::int64_t>::min();

const Bytes& params(const Evidence& e) {
  return e.model()->ops.front().params;
}

// The channels of a decode's first input at one position.
std::vector<i128> column(const Tensor& t, std::size_t pos) {
  std::vector<i128> out;
  for (std::size_t c = 0; c < t.shape.c; ++c) {
    out.push_back(t.data[c * t.shape.plane() + pos]);
  }
  return out;
}
bool some_column(const Evidence& e, const std::function<bool(const std::vector<i128>&)>& f) {
  return e.some_decode([&](const VectorDecode& d) {
    for (std::size_t pos = 0; pos < d.inputs.front().shape.plane(); ++pos) {
      if (f(column(d.inputs.front(), pos))) {
        return true;
      }
    }
    return false;
  });
}

// igdn: the sum of floors is not the floor of the sum, for a row of gamma. Values small enough for i128 only.
bool igdn_floors_differ(const Evidence& e) {
  if (e.bounded() == nullptr) {
    return false;
  }
  const auto gf = load_le<std::uint32_t>(&params(e)[0]);
  const unsigned g_bytes = params(e)[8];
  const std::size_t c = e.model()->tensors[e.model()->inputs.front().tensor].channels;
  if (gf > 60) {
    return false;
  }
  return some_column(e, [&](const std::vector<i128>& x) {
    for (std::size_t i = 0; i < c; ++i) {
      i128 floors = 0;
      i128 sum = 0;
      for (std::size_t j = 0; j < c; ++j) {
        const std::uint8_t* at = &params(e)[16 + (i * c + j) * g_bytes];
        const i128 gamma = g_bytes == 4 ? load_le<std::int32_t>(at) : load_le<std::int64_t>(at);
        if (x[j] > (i128{1} << 30) || x[j] < -(i128{1} << 30)) {
          return false;
        }
        floors += floor_shift(gamma * x[j] * x[j], gf);
        sum += gamma * x[j] * x[j];
      }
      if (floors != floor_shift(sum, gf)) {
        return true;
      }
    }
    return false;
  });
}

// leaky: a negative value whose product is negative and no multiple of 2^f.
bool leaky_floors(const Evidence& e) {
  if (e.bounded() == nullptr) {
    return false;
  }
  const i128 a = load_le<std::int64_t>(&params(e)[0]);
  const auto f = load_le<std::uint32_t>(&params(e)[8]);
  return e.some_decode([&](const VectorDecode& d) {
    return any_element(d.inputs, [&](std::int64_t v) { return v < 0 && v * a < 0 && (v * a) % (i128{1} << f) != 0; });
  });
}

bool softmax_row_sums_elsewhere(const Evidence& e) {
  return e.some_decode([](const VectorDecode& d) {
    const Tensor& out = outputs(d).front();
    for (std::size_t row = 0; row < out.shape.c * out.shape.h; ++row) {
      std::int64_t sum = 0;
      for (std::size_t x = 0; x < out.shape.w; ++x) {
        sum += out.data[row * static_cast<std::size_t>(out.shape.w) + x];
      }
      if (sum != 65536) {
        return true;
      }
    }
    return false;
  });
}

// S / C at a half: S = C*k + C/2 with C even, and the same below zero.
bool layernorm_mean_is_half(const Evidence& e) {
  return some_column(e, [](const std::vector<i128>& x) {
    i128 sum = 0;
    for (const i128 v : x) {
      sum += v;
    }
    const auto c = static_cast<i128>(x.size());
    return c % 2 == 0 && (sum < 0 ? -sum : sum) % c == c / 2;
  });
}
bool layernorm_odd_channels(const Evidence& e) {
  return some_column(e, [](const std::vector<i128>& x) { return x.size() > 1 && x.size() % 2 == 1; });
}
bool layernorm_largest_epsilon(const Evidence& e) {
  return e.bounded() != nullptr && load_le<std::uint64_t>(&params(e)[0]) == std::numeric_limits<std::uint64_t>::max() &&
         e.some_end("ln.v", [](i128 v) { return v >= i128{1} << 64; });
}

// n = floor(u / 45426) of exp_neg_q16 (ops 2).
bool exp_reaches(const Evidence& e, int n) {
  return e.some_end("exp.negx", [n](i128 u) { return u / 45426 == n; });
}

bool input_range_from(const Evidence& e, std::int64_t lo) {
  return e.model() != nullptr && e.model()->tensors[e.model()->inputs.front().tensor].lo == lo;
}

bool fits_i64(const Interval& v) {
  return v.lo >= Wide::of(static_cast<i128>(kI64Lo)) && v.hi <= Wide::of(-static_cast<i128>(kI64Lo) - 1);
}

// Refused for its rq.q alone, while y fits.
bool wide_q(const Evidence& e) {
  if (e.bounded() == nullptr || e.vector().load != RefusalCode::model_mismatch) {
    return false;
  }
  const auto& node = e.bounded()->bounds.nodes.front().intermediates;
  const auto q = node.find("rq.q");
  const auto y = node.find("rq.y");
  return q != node.end() && y != node.end() && !fits_i64(q->second) && fits_i64(y->second);
}

OperatorItem item(std::string id, std::string what, std::vector<std::string> ops,
                  std::function<bool(const Evidence&)> f) {
  return {std::move(id), "14.1 item 6", std::move(what),
          [ops = std::move(ops)](std::string_view op) {
            return std::find(ops.begin(), ops.end(), op) != ops.end() ? "" : std::string("not its definition");
          },
          std::move(f)};
}

}  // namespace

std::vector<OperatorItem> case_items() {
  std::vector<OperatorItem> items = {
      item("6.igdn", "flooring the sum differs from flooring each term", {"igdn"}, igdn_floors_differ),
      item("6.leaky", "a negative value that floors away from zero", {"leaky"}, leaky_floors),
      item("6.softmax", "a row that does not sum to 2^16", {"softmax"}, softmax_row_sums_elsewhere),
      item("6.elu_0", "elu(0)", {"elu"},
           [](const Evidence& e) {
             return e.some_decode(
                 [](const VectorDecode& d) { return any_element(d.inputs, [](std::int64_t v) { return v == 0; }); });
           }),
      item("6.layernorm_odd", "odd C", {"layernorm_c"}, layernorm_odd_channels),
      item("6.layernorm_half", "a mean that is a half", {"layernorm_c"}, layernorm_mean_is_half),
      item("6.layernorm_eps", "epsilon 2^64 - 1, with V + epsilon past 64 bits", {"layernorm_c"},
           layernorm_largest_epsilon),
  };
  for (const int n : {62, 63}) {
    items.push_back(item(fmt::format("6.exp_{}", n), fmt::format("exp_neg_q16 at n = {}", n),
                         {"softmax", "sigmoid", "elu"}, [n](const Evidence& e) { return exp_reaches(e, n); }));
  }
  items.push_back(item(
      "6.range_from_-2^63", "an input range that reaches -2^63, refused at load", {"sigmoid", "elu"},
      [](const Evidence& e) { return input_range_from(e, kI64Lo) && e.vector().load == RefusalCode::model_mismatch; }));
  items.push_back(item("6.range_from_-(2^63-1)", "an input range that stops at -(2^63 - 1), decoded there",
                       {"sigmoid", "elu"}, [](const Evidence& e) {
                         return input_range_from(e, kI64Lo + 1) && e.some_decode([](const VectorDecode& d) {
                           return any_element(d.inputs, [](std::int64_t v) { return v == kI64Lo + 1; });
                         });
                       }));
  items.push_back(
      item("6.rq_q", "a q past 64 bits while y fits, refused at load", {"conv", "conv_transpose", "rescale"}, wide_q));
  return items;
}

}  // namespace wai
