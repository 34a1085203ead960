#include "ordered.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace wai::decode_app {
namespace {

constexpr std::size_t kAheadPerThread = 4;

class OrderedRun {
 public:
  OrderedRun(std::size_t n, std::size_t ahead, const std::function<void(std::size_t)>& work)
      : ahead_(ahead), work_(work), done_(n, false) {}

  // One thread's part: index after index, until there is none or the run is over.
  void help() {
    while (const auto i = begin_next()) {
      work_(*i);
      const std::lock_guard<std::mutex> lock(mutex_);
      done_[*i] = true;
      changed_.notify_all();
    }
  }

  void wait_for(std::size_t i) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return done_[i]; });
  }

  void taken(std::size_t i) {
    const std::lock_guard<std::mutex> lock(mutex_);
    taken_ = i + 1;
    changed_.notify_all();
  }

  void end() {
    const std::lock_guard<std::mutex> lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }

 private:
  std::optional<std::size_t> begin_next() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return over_ || next_ == done_.size() || next_ < taken_ + ahead_; });
    if (over_ || next_ == done_.size()) {
      return std::nullopt;
    }
    return next_++;
  }

  std::size_t ahead_;
  const std::function<void(std::size_t)>& work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<bool> done_;
  std::size_t next_ = 0;
  std::size_t taken_ = 0;
  bool over_ = false;
};

// Ends the run and its threads when the scope does, however it does.
class Helpers {
 public:
  Helpers(OrderedRun& run, std::size_t count) : run_(run) {
    try {
      while (threads_.size() < count) {
        threads_.emplace_back([&run] { run.help(); });
      }
    } catch (const std::system_error&) {
      return;  // those that started do
    }
  }
  ~Helpers() { run_.end(); }  // then the threads are joined
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;

  [[nodiscard]] bool any() const { return !threads_.empty(); }

 private:
  OrderedRun& run_;
  std::vector<std::jthread> threads_;
};

}  // namespace

void run_in_order(std::size_t n, unsigned threads, const std::function<void(std::size_t)>& work,
                  const std::function<bool(std::size_t)>& take) {
  const std::size_t count = std::min<std::size_t>(n, threads);
  OrderedRun run(n, kAheadPerThread * count, work);
  const Helpers helpers(run, count > 1 ? count : 0);
  for (std::size_t i = 0; i < n; ++i) {
    if (helpers.any()) {
      run.wait_for(i);
    } else {
      work(i);
    }
    if (!take(i)) {
      return;
    }
    run.taken(i);
  }
}

}  // namespace wai::decode_app
