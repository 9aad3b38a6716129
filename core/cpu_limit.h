// CpuLimit: a limit of the CPU time that a thread may spend on content that is not trusted.
//
//   const core::CpuLimit limit(std::chrono::seconds(1));
//   show(content);
//   if (limit.is_used_up()) …
//
// It holds for the thread that makes it, until it is destroyed. Code that reads or writes content
// calls check() in its loops: readers of JSON and CSV, writers of JSON, CSV and Markdown, and the
// parts that render documents. So work that takes too long ends there, with UsedUp, which is caught
// where there is something simpler to show. From then on the limit ends nothing more.
//
// Limits can be nested; an inner one ends with the outer one at the latest, and both are then used
// up; it watches the caller if the outer one does. Only the thread's own CPU time counts, so a busy
// host makes no difference.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>

namespace core {

// The CPU time that the thread has used since this was made; for the same thread only.
class ThreadTime {
 public:
  ThreadTime();
  std::chrono::nanoseconds passed() const;

 private:
  const std::chrono::nanoseconds begin_;
};

class CpuLimit {
 public:
  class UsedUp : public std::exception {
   public:
    const char* what() const noexcept override { return "the limit of CPU time is used up"; }
  };

  // Whether the work also ends once the thread's caller has gone (CallerSocket).
  enum class Caller : std::uint8_t { is_ignored, is_watched };

  // With no time at all, the first check() ends the work.
  explicit CpuLimit(std::chrono::nanoseconds most, Caller caller = Caller::is_ignored);
  CpuLimit(const CpuLimit&) = delete;
  CpuLimit& operator=(const CpuLimit&) = delete;
  ~CpuLimit();

  // Whether it has ended the work.
  bool is_used_up() const { return is_used_up_; }
  // The CPU time since it was made.
  std::chrono::nanoseconds used() const;

  // Throws UsedUp if the thread's limit is used up. Costs next to nothing, with or without a limit.
  static void check() {
    if (has_ended()) throw UsedUp();
  }
  // The same for code that no exception may pass.
  static bool has_ended() { return current_ != nullptr && current_->has_passed(); }

 private:
  bool has_passed();

  static constinit thread_local CpuLimit* current_;

  CpuLimit* const outer_;
  const bool watches_caller_;
  const std::chrono::nanoseconds begin_;  // by the thread's clock
  const std::chrono::nanoseconds end_;
  std::chrono::nanoseconds last_tick_{-1};  // at which the thread's clock was read
  bool is_used_up_ = false;
};

// CallerSocket: the connection whose other end waits for what this thread does, until the object is
// destroyed. Work that is handed to another thread takes it along.
class CallerSocket {
 public:
  // A descriptor that stays open as long as this object; -1 if nobody waits.
  explicit CallerSocket(int descriptor) : outer_(current_) { current_ = descriptor; }
  CallerSocket(const CallerSocket&) = delete;
  CallerSocket& operator=(const CallerSocket&) = delete;
  ~CallerSocket() { current_ = outer_; }

  // That of the calling thread.
  static int current() { return current_; }
  // Whether the other end of the thread's connection has closed it.
  static bool is_closed();

 private:
  static constinit thread_local int current_;

  const int outer_;
};

}  // namespace core
