#include "core/cpu_limit.h"

#include <ctime>

namespace core {
namespace {

std::chrono::nanoseconds now(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

constinit thread_local CpuLimit* CpuLimit::current_ = nullptr;

CpuLimit::CpuLimit(std::chrono::nanoseconds most)
    : outer_(current_), begin_(now(CLOCK_THREAD_CPUTIME_ID)), end_(begin_ + most) {
  current_ = this;
}

CpuLimit::~CpuLimit() { current_ = outer_; }

std::chrono::nanoseconds CpuLimit::used() const { return now(CLOCK_THREAD_CPUTIME_ID) - begin_; }

// Reading the thread's clock takes a system call, reading the time of the last tick does not. So
// the thread's clock is read once per tick, every few milliseconds.
bool CpuLimit::has_passed() {
  const std::chrono::nanoseconds tick = now(CLOCK_MONOTONIC_COARSE);
  if (tick == last_tick_) return false;
  last_tick_ = tick;
  if (now(CLOCK_THREAD_CPUTIME_ID) < end_) return false;
  is_used_up_ = true;
  current_ = outer_;
  return true;
}

}  // namespace core
