// Independent jobs over a few threads. What they give depends on no order.
#pragma once

#include <atomic>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace wai {

// Calls job(i) once for each i < n, in any order, on up to `threads` threads. A thread that the system refuses to
// start is done without.
template <class Job>
void parallel_for(std::size_t n, unsigned threads, const Job& job) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < n; i = next++) {
      job(i);
    }
  };
  std::vector<std::jthread> pool;
  try {
    while (pool.size() + 1 < threads && pool.size() + 1 < n) {
      pool.emplace_back(work);
    }
  } catch (const std::system_error&) {  // the threads there are do it
  }
  work();
}

}  // namespace wai
