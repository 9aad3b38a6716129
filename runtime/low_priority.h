// at_low_priority(): does work that takes a core for long, on a thread that the kernel lets run
// after others. Calls that are cheap then hardly notice it, even where it takes all cores.
//
// A thread's priority can be lowered but not raised again, so the work has a thread of its own; to
// start one takes far less than what is done here. The caller waits for it. Thread-safe; throws
// what the work throws.
#pragma once

#include <future>
#include <thread>
#include <utility>

namespace runtime {

// Lowers that of the calling thread, if the system permits.
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
