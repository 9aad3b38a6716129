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
// Limits can be nested; the inner one holds. Only the thread's own CPU time counts, so a busy host
// makes no difference.
#pragma once

#include <chrono>
#include <exception>

namespace core {

class CpuLimit {
 public:
  class UsedUp : public std::exception {
   public:
    const char* what() const noexcept override { return "the limit of CPU time is used up"; }
  };

  // With no time at all, the first check() ends the work.
  explicit CpuLimit(std::chrono::nanoseconds most);
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
  const std::chrono::nanoseconds begin_;  // by the thread's clock
  const std::chrono::nanoseconds end_;
  std::chrono::nanoseconds last_tick_{-1};  // at which the thread's clock was read
  bool is_used_up_ = false;
};

}  // namespace core
