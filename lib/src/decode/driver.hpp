// What a capability's driver answers to, and what drivers share (pay 7, ops 13.5).
#pragma once

#include <memory>
#include <mutex>
#include <span>

#include "base/refuse.hpp"
#include "wai/decode.hpp"

namespace wai {

// One capability over one set. `decode` and `declared` may be called from any threads.
class Session::Driver {
 public:
  Driver() = default;
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;
  virtual ~Driver() = default;

  [[nodiscard]] virtual Expected<Decoded> decode(std::span<const std::uint8_t> payload,
                                                 const DecodeOptions& options) const = 0;
  [[nodiscard]] virtual Expected<DeclaredCost> declared(std::span<const std::uint8_t> payload) const = 0;
};

// A value made once and kept, when making it succeeds; a refusal is not kept, so it is found again (ops 8.6).
template <class T>
class Once {
 public:
  template <class Make>
  [[nodiscard]] Expected<std::shared_ptr<const T>> get(Make make) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!value_) {
      WAI_TRY(T value, make());
      value_ = std::make_shared<const T>(std::move(value));
    }
    return value_;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const T> value_;
};

// The form of a picture of h rows and w columns.
[[nodiscard]] inline OutputForm picture_form(std::uint64_t h, std::uint64_t w) {
  OutputForm form;
  form.kind = OutputForm::Kind::picture;
  form.height = h;
  form.width = w;
  return form;
}

// The sink's policy on a declared cost (pay 7): cost_over_limit, naming the value and its limit.
[[nodiscard]] Expected<void> check_cost(const DeclaredCost& cost, const CostLimits& limits);

// What a decode asks between step 4 of pay 7 and the first symbol: the cost limits, then the caller's word on the form.
[[nodiscard]] Expected<void> admit(const DeclaredCost& cost, const OutputForm& form, const DecodeOptions& options);

}  // namespace wai
