// Worker: threads that process FastCGI requests.
//
// Requests arrive on two sockets, one for the API and one for pages (fcgi/intake.h). Pages never
// occupy all threads, so API calls never wait behind them. nginx decides which socket to use: any
// thread can process any request.
//
// After stop() no connections are accepted, and the existing ones are served until nginx has closed
// them, which takes a second or two, or until requests in progress are finished. Sockets that this
// process has created are drained first: their names are removed, so that nginx uses the other
// workers, and clients that have connected are still served. Sockets that systemd passed belong to
// the next process, and so do the connections that wait in them. They wait until this process has
// ended, so long requests must be ended (Application::begin_stop()).
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "core/metrics.h"
#include "fcgi/dispatcher.h"
#include "fcgi/intake.h"

namespace fcgi {

struct ThreadCounts {
  unsigned all = 1;
  unsigned api_only = 0;  // number of these that never serve pages; fewer than all
};

class Worker {
 public:
  // Called once for each thread, before the first one starts.
  using MakeDispatcher = std::function<std::shared_ptr<Dispatcher>()>;

  // Each request is counted in `metrics` before its client has the whole response. Throws what
  // `make_dispatcher` throws, and std::system_error if the system has no more threads.
  Worker(Sockets sockets, ThreadCounts threads, const MakeDispatcher& make_dispatcher,
         core::Metrics& metrics);
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() = default;

  // Whether every thread has recently made progress or waited for work. A thread that processes one
  // request for longer than all time limits together is stuck.
  bool is_alive() const;

  // Stops the threads; returns whether all had finished their requests within `longest`. Call once.
  bool stop(std::chrono::seconds longest);

 private:
  using Clock = std::chrono::steady_clock;
  // When a thread last reported, in the Clock's ticks. The threads write, is_alive() reads.
  using Heartbeat = std::atomic<Clock::rep>;

  void run_thread(Dispatcher& dispatcher, Heartbeat& heartbeat);

  Intake intake_;
  core::Metrics& metrics_;
  std::atomic<unsigned> running_;                         // threads
  std::atomic<unsigned> busy_ = 0;                        // of these
  std::vector<Heartbeat> heartbeats_;                     // one for each thread
  std::vector<std::shared_ptr<Dispatcher>> dispatchers_;  // likewise
  std::vector<std::thread> threads_;
};

}  // namespace fcgi
