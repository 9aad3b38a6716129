// PeriodicTask: calls a function repeatedly, in a thread of its own with low priority.
//
// The first call is made at once, and each further one `interval` after the end of the previous
// one. The function must not throw, and what it uses must outlive the task.
//
// Thread-safe.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace runtime {

class PeriodicTask {
 public:
  PeriodicTask(std::chrono::milliseconds interval, std::function<void()> function);
  PeriodicTask(const PeriodicTask&) = delete;
  PeriodicTask& operator=(const PeriodicTask&) = delete;
  // Waits for the call in progress.
  ~PeriodicTask();

 private:
  void run();

  const std::chrono::milliseconds interval_;
  const std::function<void()> function_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_stopping_ = false;
  std::thread thread_;  // the last, as it uses the others
};

}  // namespace runtime
