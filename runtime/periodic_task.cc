#include "runtime/periodic_task.h"

#include <utility>

#include "runtime/admission.h"

namespace runtime {

PeriodicTask::PeriodicTask(std::chrono::milliseconds interval, std::function<void()> function)
    : interval_(interval), function_(std::move(function)), thread_([this] { run(); }) {}

PeriodicTask::~PeriodicTask() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
    changed_.notify_all();
  }
  thread_.join();
}

void PeriodicTask::run() {
  lower_own_priority();
  std::unique_lock lock(mutex_);
  while (!is_stopping_) {
    lock.unlock();
    function_();
    lock.lock();
    changed_.wait_for(lock, interval_, [this] { return is_stopping_; });
  }
}

}  // namespace runtime
