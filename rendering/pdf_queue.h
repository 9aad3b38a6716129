// PdfQueue: artifacts whose PDF is to be made before somebody asks for it, one after the other, by
// a thread of its own.
//
// Accounts take turns, so that one that sends many does not keep the others waiting. The queue is
// bounded, in all and per account: what has no room is not made in advance, but when it is asked
// for. The queue is lost when the process ends; the next GET of an artifact that still waits after
// a minute adds it again.
//
// Thread-safe.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "core/identity/public_id.h"

namespace rendering {

class PdfQueue {
 public:
  using Clock = std::chrono::steady_clock;

  enum class Outcome { done, later };
  // Makes one. Later: it is tried again after a while, a few times. May throw, which counts as
  // later.
  using Work = std::function<Outcome(const core::ArtifactId&)>;

  // How long it takes to the first repetition; each further one takes twice as long.
  struct Limits {
    std::chrono::milliseconds pause{1000};
    unsigned attempts = 8;
    std::size_t waiting = 1000;
    std::size_t waiting_of_account = 200;
  };

  // `make_work` is called by the queue's thread, which begins with the first artifact.
  PdfQueue(std::function<Work()> make_work, const Limits& limits);
  explicit PdfQueue(std::function<Work()> make_work) : PdfQueue(std::move(make_work), Limits()) {}
  PdfQueue(const PdfQueue&) = delete;
  PdfQueue& operator=(const PdfQueue&) = delete;
  // Waits for the one that is being made, and forgets the others.
  ~PdfQueue();

  // One that waits already is not added again. False if there is no room.
  bool add(const core::ArtifactId& artifact, const core::AccountId& account);

  // Begins no other. What is being made goes on.
  void stop();

 private:
  struct Job {
    core::ArtifactId artifact;
    Clock::time_point due;
    unsigned attempts = 0;
  };
  using Jobs = std::map<core::AccountId, std::deque<Job>>;

  void run();
  Jobs::iterator next_due(Clock::time_point now);
  Clock::time_point earliest() const;
  void repeat(const core::AccountId& account, Job job);

  const std::function<Work()> make_work_;
  const Limits limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Jobs jobs_;                           // no account without jobs
  std::set<core::ArtifactId> waiting_;  // those in jobs_
  core::AccountId last_account_;
  bool is_stopping_ = false;
  std::thread thread_;
};

}  // namespace rendering
