#include "stage/mans_decode.hpp"

#include <algorithm>
#include <bit>

#include "base/bytes.hpp"
#include "base/int_math.hpp"
#include "stage/stage_refusal.hpp"
#include "stage/stage_tensor.hpp"

namespace wai {
namespace {

constexpr std::size_t kRowCounts = 63;    // cumulative counts of a fac row
constexpr std::uint32_t kFacEscape = 63;  // the symbol that six bits follow
constexpr std::int64_t kPmfTotal = 256;   // what a row of P sums to

// The part of an entry above its symbol, for a next state of 1..=511: nb doublings bring it to 256 or more, and base
// is what is left without its top bit. Zp of the text.
std::uint32_t transition(std::uint32_t next) {
  const auto nb = static_cast<std::uint32_t>(std::countl_zero(next)) - 23U;  // 9 - bit length, for 1..=255; else 0
  return ((next << nb) ^ 256U) + 256U * nb;
}

Refusal exhausted(std::uint64_t at) {
  return at_index(refuse(RefusalCode::stream_exhausted,
                         "position {}: the window needs what the stream does not hold "
                         "(ops 5E E8)",
                         at),
                  at);
}

// One row P: non-negative integers that sum to 256. Stops before a partial sum passes 256.
Expected<void> check_pmf_row(std::span<const std::int64_t> row, std::size_t sigma) {
  std::int64_t sum = 0;
  for (const std::int64_t p : row) {
    if (p < 0 || p > kPmfTotal - sum) {
      return condition_broken("row {} of the distributions does not split 256 (ops 5E E8)", sigma);
    }
    sum += p;
  }
  if (sum != kPmfTotal) {
    return condition_broken("row {} of the distributions sums to {}, not 256 (ops 5E E8)", sigma, sum);
  }
  return {};
}

// sym(k) mod 2^16: k/2 for even columns, -(k + 1)/2 for odd ones.
std::uint32_t column_symbol(std::size_t k) {
  const auto half = static_cast<std::uint32_t>((k / 2 + k % 2) & 0xFFFFU);
  return (k % 2 == 0 ? half : 0U - half) & 0xFFFFU;
}

// T_y[sigma]. Column k takes the slots [F[k], F[k+1]) and [G[k], G[k+1]), where F = C - floor(C/2) runs over the lower
// half of the table and G = floor(C/2) + 128 over the upper; next runs through [P, 2P) over both, within 1..=511.
MansTable latent_table(std::span<const std::int64_t> row) {
  MansTable table{};
  std::uint32_t c = 0;
  for (std::size_t k = 0; k < row.size() && c < 256; ++k) {
    const auto p = static_cast<std::uint32_t>(row[k]);
    const std::uint32_t c_next = c + p;
    const std::uint32_t symbol = column_symbol(k);
    std::uint32_t next = p;
    const auto fill = [&](std::uint32_t from, std::uint32_t to) {
      for (std::uint32_t u = from; u < to; ++u) {
        table[u] = (transition(next++) << 16) + symbol;
      }
    };
    fill(c - c / 2, c_next - c_next / 2);
    fill(c / 2 + 128, c_next / 2 + 128);
    c = c_next;
  }
  return table;
}

Expected<void> check_row(std::span<const std::int64_t> counts) {
  if (counts.size() != kRowCounts) {
    return condition_broken("a row of {} counts, not 63 (ops 5E E8)", counts.size());
  }
  std::int64_t before = 0;
  for (const std::int64_t c : counts) {
    if (c < before || c > 255) {
      return condition_broken("a row's count {} after {} (ops 5E E8)", c, before);
    }
    before = c;
  }
  return {};
}

// T_z takes the slots of a row that check_row accepts.
void write_row(std::span<const std::int64_t> counts, MansTable& t_z) {
  std::uint32_t from = 0;  // c_{a-1}
  for (std::uint32_t a = 0; a < kRowCounts; ++a) {
    const auto to = static_cast<std::uint32_t>(counts[a]);
    const std::uint32_t k = to - from;
    for (std::uint32_t j = from; j < to; ++j) {
      t_z[j] = (transition(k + j - from) << 16) + a;
    }
    from = to;
  }
  t_z[255] = (transition(1) << 16) + kFacEscape;
}

Expected<void> check_spans(std::span<const MansSpan> spans, std::size_t n_rows, std::size_t n_bounds) {
  const auto limit = static_cast<std::int64_t>(std::min(n_rows, n_bounds));
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (spans[i].mask.size() != spans[i].sigma.size()) {
      return condition_broken("span {} has {} mask entries and {} distributions (ops 5E E8)", i, spans[i].mask.size(),
                              spans[i].sigma.size());
    }
    for (const std::int64_t sigma : spans[i].sigma) {
      if (sigma < 0 || sigma >= limit) {
        return condition_broken("span {}: distribution {} of {} rows and {} bounds (ops 5E E8)", i, sigma, n_rows,
                                n_bounds);
      }
    }
  }
  return {};
}

// Decodes spans of latents. Every method answers whether the stream held what it needed; at() is the refusal's
// position otherwise.
class SgmDecoder {
 public:
  SgmDecoder(MansWindow& window, std::span<const MansTable> t_y, std::span<const std::int64_t> bounds)
      : window_(window), t_y_(t_y), bounds_(bounds) {}

  [[nodiscard]] bool span(const MansSpan& span, std::vector<std::int64_t>& symbols) {
    const std::size_t length = span.mask.size();
    symbols.assign(length, 0);
    span_ = &span;
    symbols_ = symbols.data();
    std::size_t i = 0;
    for (; length - i >= 4; i += 4) {
      if (!group(i)) {
        return false;
      }
    }
    if (length % 4 >= 2) {
      if (!in(0, i) || !out(i) || !in(1, i + 1) || !out(i + 1) || !window_.flush()) {
        return false;
      }
      i += 2;
    }
    if (length % 2 == 1 && (!in(0, i) || !out(i) || !window_.flush())) {
      return false;
    }
    first_ += length;
    return true;
  }

  [[nodiscard]] std::uint64_t at() const { return at_; }

 private:
  // Four `in` steps, one flush, whose position is the group's last, then four `out` steps.
  [[nodiscard]] bool group(std::size_t i) {
    return in(0, i) && in(1, i + 1) && in(0, i + 2) && in(1, i + 3) && window_.flush() && out(i) && out(i + 1) &&
           out(i + 2) && out(i + 3);
  }

  [[nodiscard]] bool in(unsigned which, std::size_t i) {
    at_ = first_ + i;
    if (span_->mask[i] == 0) {
      return true;
    }
    const auto symbol = window_.step(t_y_[static_cast<std::size_t>(span_->sigma[i])], which);
    if (!symbol) {
      return false;
    }
    symbols_[i] = wrap16(*symbol);
    return true;
  }

  // The escape: a symbol of minus its bound.
  [[nodiscard]] bool out(std::size_t i) {
    const std::int64_t bound = bounds_[static_cast<std::size_t>(span_->sigma[i])];  // beta
    if (span_->mask[i] == 0 || symbols_[i] + bound != 0) {
      return true;
    }
    at_ = first_ + i;
    const auto f = window_.read(1);
    if (!f) {
      return false;
    }
    const auto v = window_.read(*f == 1 ? 3 : 16);
    if (!v) {
      return false;
    }
    const std::int64_t magnitude = (*v >> 1) + bound;
    symbols_[i] = wrap16((*v & 1) == 0 ? magnitude : -magnitude);
    return window_.flush();
  }

  MansWindow& window_;
  std::span<const MansTable> t_y_;
  std::span<const std::int64_t> bounds_;
  const MansSpan* span_ = nullptr;
  std::int64_t* symbols_ = nullptr;
  std::uint64_t first_ = 0;  // position of the span's first symbol
  std::uint64_t at_ = 0;
};

// Decodes rows of hyper-latents; answers as SgmDecoder does.
class FacDecoder {
 public:
  explicit FacDecoder(MansWindow& window) : window_(window) {}

  [[nodiscard]] bool row(std::span<const std::int64_t> counts, std::size_t length, std::vector<std::int64_t>& symbols) {
    write_row(counts, t_z_);
    symbols.assign(length, 0);
    symbols_ = symbols.data();
    std::size_t i = 0;
    for (; length - i >= 4; i += 4) {
      if (!group(i)) {
        return false;
      }
    }
    if (length % 4 >= 2) {
      if (!in(0, i) || !out(i) || !in(1, i + 1) || !out(i + 1)) {
        return false;
      }
      i += 2;
    }
    if (length % 2 == 1 && (!in(0, i) || !out(i))) {
      return false;
    }
    first_ += length;
    return window_.flush();
  }

  [[nodiscard]] std::uint64_t at() const { return at_; }

 private:
  [[nodiscard]] bool group(std::size_t i) {
    if (!in(0, i) || !in(1, i + 1) || !in(0, i + 2) || !in(1, i + 3)) {
      return false;
    }
    if (!out(i) || !out(i + 1) || !out(i + 2) || !out(i + 3)) {
      return false;
    }
    at_ = first_ + i + 3;  // the flush: the last `in` step's position
    return window_.flush();
  }

  [[nodiscard]] bool in(unsigned which, std::size_t i) {
    at_ = first_ + i;
    const auto symbol = window_.step(t_z_, which);
    if (!symbol) {
      return false;
    }
    symbols_[i] = *symbol & 0xFFU;
    return true;
  }

  [[nodiscard]] bool out(std::size_t i) {
    if (symbols_[i] != kFacEscape) {
      return true;
    }
    at_ = first_ + i;
    const auto symbol = window_.read(6);
    if (!symbol) {
      return false;
    }
    symbols_[i] = *symbol;
    return true;
  }

  MansWindow& window_;
  MansTable t_z_{};
  std::int64_t* symbols_ = nullptr;
  std::uint64_t first_ = 0;  // position of the row's first symbol
  std::uint64_t at_ = 0;
};

}  // namespace

MansWindow::MansWindow(std::span<const std::uint8_t> memory) : memory_(memory) {}

// The value at M[i .. i + 8), i <= L: byte k of M is 0 for k < 8 and stream byte k - 8 after.
std::uint64_t MansWindow::le64(std::size_t i) const {
  if (i >= 8) {
    return load_le<std::uint64_t>(&memory_[i - 8]);
  }
  std::uint64_t v = 0;
  for (std::size_t k = 8 - i; k < 8; ++k) {
    v |= static_cast<std::uint64_t>(memory_[i + k - 8]) << (8 * k);
  }
  return v;
}

bool MansWindow::init() {
  p_ = memory_.size();
  head_ = le64(p_);
  if (head_ == 0) {  // no sentinel bit
    return false;
  }
  b_ = 63U - static_cast<unsigned>(std::countl_zero(head_));
  head_ ^= std::uint64_t{1} << b_;
  for (std::uint32_t& state : state_) {
    const auto value = read(8);
    if (!value) {
      return false;
    }
    state = *value;
  }
  return flush();
}

std::optional<std::uint32_t> MansWindow::read(unsigned k) {
  if (k > b_) {
    return std::nullopt;
  }
  b_ -= k;
  const std::uint64_t r = head_ >> b_;  // below 2^k, since h < 2^(b + k)
  head_ ^= r << b_;
  return static_cast<std::uint32_t>(r);
}

bool MansWindow::flush() {
  const std::size_t d = 7U ^ (b_ / 8);
  if (d > p_) {
    return false;
  }
  p_ -= d;
  b_ = 56 + b_ % 8;
  head_ = le64(p_) & ((std::uint64_t{1} << b_) - 1);
  return true;
}

std::optional<std::uint32_t> MansWindow::step(const MansTable& table, unsigned which) {
  const std::uint32_t t = table[state_[which]];
  const auto bits = read(t >> 24);
  if (!bits) {
    return std::nullopt;
  }
  state_[which] = ((t >> 16) | *bits) & 0xFFU;
  return t & 0xFFFFU;
}

Expected<std::vector<MansTable>> mans_latent_tables(std::span<const std::vector<std::int64_t>> pmf) {
  for (std::size_t sigma = 0; sigma < pmf.size(); ++sigma) {
    if (pmf[sigma].empty() || pmf[sigma].size() != pmf[0].size()) {
      return condition_broken("row {} of the distributions has {} columns (ops 5E E8)", sigma, pmf[sigma].size());
    }
    WAI_CHECK(check_pmf_row(pmf[sigma], sigma));
  }
  std::vector<MansTable> tables;
  tables.reserve(pmf.size());
  for (const auto& row : pmf) {
    tables.push_back(latent_table(row));
  }
  return tables;
}

Expected<void> mans_write_row(std::span<const std::int64_t> counts, MansTable& t_z) {
  WAI_CHECK(check_row(counts));
  write_row(counts, t_z);
  return {};
}

Expected<MansSymbols> mans_decode_sgm(std::span<const std::uint8_t> memory,
                                      std::span<const std::vector<std::int64_t>> pmf,
                                      std::span<const std::int64_t> bounds, std::span<const MansSpan> spans) {
  WAI_TRY(const auto t_y, mans_latent_tables(pmf));
  for (std::size_t sigma = 0; sigma < bounds.size(); ++sigma) {
    if (bounds[sigma] < 0 || bounds[sigma] > 255) {
      return condition_broken("bound {} is {}, not 0 to 255 (ops 5E E8)", sigma, bounds[sigma]);
    }
  }
  WAI_CHECK(check_spans(spans, t_y.size(), bounds.size()));
  MansWindow window(memory);
  if (!window.init()) {
    return exhausted(0);
  }
  SgmDecoder decoder(window, t_y, bounds);
  MansSymbols symbols(spans.size());
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (!decoder.span(spans[i], symbols[i])) {
      return exhausted(decoder.at());
    }
  }
  return symbols;
}

Expected<MansSymbols> mans_decode_fac(std::span<const std::uint8_t> memory,
                                      std::span<const std::vector<std::int64_t>> rows,
                                      std::span<const std::uint64_t> lengths) {
  for (const auto& row : rows) {
    WAI_CHECK(check_row(row));
  }
  if (lengths.size() != rows.size()) {
    return condition_broken("{} lengths for {} rows (ops 5E E8)", lengths.size(), rows.size());
  }
  CheckedSize total = 0;
  for (const std::uint64_t length : lengths) {
    total = total + length;
  }
  WAI_CHECK(elements_capped("the rows' symbols", total));
  MansWindow window(memory);
  if (!window.init()) {
    return exhausted(0);
  }
  FacDecoder decoder(window);
  MansSymbols symbols(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!decoder.row(rows[i], static_cast<std::size_t>(lengths[i]), symbols[i])) {
      return exhausted(decoder.at());
    }
  }
  return symbols;
}

}  // namespace wai
