// Work on many things at once, with the results in order.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

namespace wai::decode_app {

// Runs `work(0)` to `work(n - 1)` on up to `threads` threads, each index once and begun in order, and calls `take(i)`
// on this thread for one after the other as they are done. `take` returns false to end: what has not begun stays
// undone. Work runs ahead of `take` by a few indices a thread only. Neither may throw in `work`'s place: what `work`
// throws ends the program, so it keeps its own exceptions; what `take` throws ends the run and comes out.
//
// A thread that cannot start is done without, as long as there is one; with none, this thread works.
void run_in_order(std::size_t n, unsigned threads, const std::function<void(std::size_t)>& work,
                  const std::function<bool(std::size_t)>& take);

}  // namespace wai::decode_app
