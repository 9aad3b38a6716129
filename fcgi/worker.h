// Worker: threads that answer FastCGI requests.
//
// Requests come in by two sockets, one for the API and one for pages (fcgi/intake.h). Pages never
// have all threads, so calls of the API never wait behind them. nginx decides what comes in by
// which socket: any thread can answer any request.
//
// On stop(), no connection is taken any more, and those that are there are served until nginx has
// ended them, which it does within a second or two. Sockets that this process made itself are
// emptied first: their names are removed, so that nginx turns to the other workers, and whoever has
// connected already is still served. Sockets that were handed over (by systemd) belong to the
// successor, and so do the connections that wait in them.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "core/operation/metrics.h"
#include "fcgi/dispatcher.h"
#include "fcgi/intake.h"

namespace fcgi {

struct ThreadCounts {
  unsigned all = 1;
  unsigned api_only = 0;  // so many of these never serve pages; fewer than all
};

class Worker {
 public:
  // `make_dispatcher` is called once by each thread, on that thread.
  using MakeDispatcher = std::function<std::shared_ptr<Dispatcher>()>;

  // Each request is counted in `metrics`, before whoever sent it has the whole answer.
  Worker(Sockets sockets, ThreadCounts threads, MakeDispatcher make_dispatcher,
         core::Metrics& metrics);
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() = default;

  // Whether every thread has lately done something or waited for work. One that has been at the
  // same request for longer than all time limits of a request together is stuck.
  bool is_alive() const;

  // Ends the threads; gives whether all had finished their requests within `longest`. Call once.
  bool stop(std::chrono::seconds longest);

 private:
  using Clock = std::chrono::steady_clock;
  // When a thread was last seen alive, in the Clock's ticks. The threads write, is_alive() reads.
  using SignOfLife = std::atomic<Clock::rep>;

  void run_thread(SignOfLife& sign_of_life);

  Intake intake_;
  MakeDispatcher make_dispatcher_;
  core::Metrics& metrics_;
  std::atomic<unsigned> running_;          // threads
  std::atomic<unsigned> busy_ = 0;         // of these
  std::vector<SignOfLife> signs_of_life_;  // one for each thread
  std::vector<std::thread> threads_;
};

}  // namespace fcgi
