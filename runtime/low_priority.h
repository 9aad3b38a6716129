// at_low_priority(): runs CPU-bound work on a thread of low priority, so that it hardly delays
// cheap requests, even when it takes all cores.
//
// Linux does not let a process raise a thread's priority again, so the work runs on a new thread;
// starting one costs little in comparison. The caller waits for it. Thread-safe; throws what the
// work throws.
#pragma once

#include <future>
#include <thread>
#include <utility>

namespace runtime {

// Lowers the priority of the calling thread, if the system permits it.
void lower_own_priority();

template <typename Work>
auto at_low_priority(Work&& work) {
  std::packaged_task<decltype(work())()> task([&work] {
    lower_own_priority();
    return work();
  });
  auto result = task.get_future();
  std::thread(std::move(task)).join();
  return result.get();
}

}  // namespace runtime
