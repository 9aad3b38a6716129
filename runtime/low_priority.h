// at_low_priority(): runs CPU-bound work on a thread of low priority, so that it hardly delays
// cheap requests, even when it takes all cores.
//
// Linux does not let a process raise a thread's priority again, so the work runs on a new thread;
// starting one costs little in comparison. The caller waits for it. Thread-safe; throws what the
// work throws.
#pragma once

#include <functional>
#include <optional>
#include <utility>

namespace runtime {

// Lowers the priority of the calling thread, if the system permits it.
void lower_own_priority();

void run_at_low_priority(const std::function<void()>& work);

template <typename Work>
auto at_low_priority(Work&& work) {
  std::optional<decltype(work())> result;
  run_at_low_priority([&] { result.emplace(work()); });
  return *std::move(result);
}

}  // namespace runtime
