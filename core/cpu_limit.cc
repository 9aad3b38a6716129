#include "core/cpu_limit.h"

#include <algorithm>
#include <ctime>

#include <poll.h>

namespace core {
namespace {

std::chrono::nanoseconds now(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

ThreadTime::ThreadTime() : begin_(now(CLOCK_THREAD_CPUTIME_ID)) {}

std::chrono::nanoseconds ThreadTime::passed() const {
  return now(CLOCK_THREAD_CPUTIME_ID) - begin_;
}

constinit thread_local CpuLimit* CpuLimit::current_ = nullptr;

constinit thread_local int CallerSocket::current_ = -1;

bool CallerSocket::is_closed() {
  pollfd socket{.fd = current_, .events = POLLRDHUP, .revents = 0};
  return current_ >= 0 && poll(&socket, 1, 0) == 1 &&
         (socket.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

CpuLimit::CpuLimit(std::chrono::nanoseconds most, Caller caller)
    : outer_(current_),
      watches_caller_(caller == Caller::is_watched ||
                      (outer_ != nullptr && outer_->watches_caller_)),
      begin_(now(CLOCK_THREAD_CPUTIME_ID)),
      end_(outer_ == nullptr ? begin_ + most : std::min(begin_ + most, outer_->end_)) {
  current_ = this;
}

CpuLimit::~CpuLimit() {
  current_ = outer_;
  while (current_ != nullptr && current_->is_used_up_) current_ = current_->outer_;
}

std::chrono::nanoseconds CpuLimit::used() const { return now(CLOCK_THREAD_CPUTIME_ID) - begin_; }

// Reading the thread's clock takes a system call, reading the time of the last tick does not. So
// the thread's clock is read once per tick, every few milliseconds.
bool CpuLimit::has_passed() {
  const std::chrono::nanoseconds tick = now(CLOCK_MONOTONIC_COARSE);
  if (tick == last_tick_) return false;
  last_tick_ = tick;
  const bool has_caller_gone = watches_caller_ && CallerSocket::is_closed();
  const std::chrono::nanoseconds time = now(CLOCK_THREAD_CPUTIME_ID);
  if (time < end_ && !has_caller_gone) return false;
  is_used_up_ = true;
  current_ = outer_;
  for (; current_ != nullptr && time >= current_->end_; current_ = current_->outer_)
    current_->is_used_up_ = true;
  return true;
}

}  // namespace core
