#include "cli/leftovers.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <mutex>
#include <vector>

namespace wai::cli {

// The signal handler walks these: they are linked once and never freed, and `path` is written only while `active` is
// false. Ended ones are used again.
struct LeftoverEntry {
  std::string path;
  std::atomic<bool> active{false};
  LeftoverEntry* next = nullptr;
};

namespace {

constexpr std::array<int, 4> kSignals = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

std::atomic<LeftoverEntry*> first_entry{nullptr};

// Those that are not active. It outlives every static object, since an Output may end after it.
struct FreeEntries {
  std::mutex mutex;
  std::vector<LeftoverEntry*> entries;
};
FreeEntries& free_entries() {
  static auto* const all = new FreeEntries;
  return *all;
}

// Only calls that a handler may make: unlink, rmdir, signal, raise. Directories come after the files in them.
void remove_all(int signal) {
  for (const auto remove : {::unlink, ::rmdir}) {
    for (const LeftoverEntry* entry = first_entry.load(); entry != nullptr; entry = entry->next) {
      if (entry->active) {
        (void)remove(entry->path.c_str());
      }
    }
  }
  (void)std::signal(signal, SIG_DFL);
  (void)std::raise(signal);
}

void watch_signals() {
  for (const int signal : kSignals) {
    struct sigaction now {};
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) {
      struct sigaction own {};
      own.sa_handler = remove_all;
      (void)::sigfillset(&own.sa_mask);
      (void)::sigaction(signal, &own, nullptr);
    }
  }
}

LeftoverEntry* take_entry() {
  FreeEntries& free = free_entries();
  const std::lock_guard<std::mutex> lock(free.mutex);
  if (!free.entries.empty()) {
    LeftoverEntry* const entry = free.entries.back();
    free.entries.pop_back();
    return entry;
  }
  if (first_entry.load() == nullptr) {
    watch_signals();
  }
  auto* const entry = new LeftoverEntry;
  entry->next = first_entry.load();
  first_entry = entry;
  return entry;
}

}  // namespace

Leftover::Leftover(const std::string& path) : entry_(take_entry()) {
  entry_->path = path;
  entry_->active = true;
}

void Leftover::forget() {
  if (entry_ != nullptr) {
    entry_->active = false;
    FreeEntries& free = free_entries();
    const std::lock_guard<std::mutex> lock(free.mutex);
    free.entries.push_back(std::exchange(entry_, nullptr));
  }
}

}  // namespace wai::cli
