// The least and greatest value each named intermediate reached in a decode, to be set beside its certified interval.
#pragma once

#include <string_view>
#include <vector>

#include "base/int128.hpp"

namespace wai {

class Trace {
 public:
  struct Entry {
    std::string_view key;  // of Table 8.5-A; a string literal, so it outlives the trace
    i128 min = 0;
    i128 max = 0;
  };

  void note(std::string_view key, i128 v) {
    for (Entry& e : entries_) {
      if (e.key.data() == key.data() || e.key == key) {
        e.min = v < e.min ? v : e.min;
        e.max = v > e.max ? v : e.max;
        return;
      }
    }
    entries_.push_back({key, v, v});
  }
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
};

// A reference evaluation is written once, over a probe: one that notes every value, or one that costs nothing.
struct NoProbe {
  static constexpr void note(std::string_view, i128) {}
};
struct TraceProbe {
  Trace* trace;
  void note(std::string_view key, i128 v) const { trace->note(key, v); }
};

template <class F>
void with_probe(Trace* trace, F&& f) {
  if (trace != nullptr) {
    f(TraceProbe{trace});
  } else {
    f(NoProbe{});
  }
}

}  // namespace wai
