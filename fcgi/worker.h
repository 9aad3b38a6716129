// Worker: threads that accept FastCGI requests and answer them.
//
// Requests come in by two sockets, one for the API and one for pages. Some threads only take calls
// of the API, so that these never wait behind pages; the others take both in turn. nginx decides
// what comes in by which: any thread can answer any request.
//
// libfcgi's accept blocks and has no way to be woken, so it is never called before there is a
// connection to take: the listening sockets are non-blocking, and each thread waits in epoll for
// them (exclusively, so that one connection wakes one thread) or for the stop signal.
//
// On stop(), threads finish what they have begun. Sockets that this process made itself are
// drained first: their names are removed, so that nginx turns to the other workers, and whoever has
// connected already is still served. Sockets that were handed over (by systemd) belong to the
// successor, and so do the connections that wait in them.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "core/operation/metrics.h"
#include "fcgi/dispatcher.h"
#include "fcgi/listening_socket.h"

namespace fcgi {

struct Sockets {
  ListeningSocket api;
  // Where there is none, everything comes in by the API's.
  std::optional<ListeningSocket> pages;
};

struct ThreadCounts {
  unsigned all = 1;
  unsigned api_only = 0;  // of these; fewer than all
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
  ~Worker();

  // Whether every thread has lately done something or waited for work. One that has been at the
  // same request for longer than all time limits of a request together is stuck.
  bool is_alive() const;

  // Ends the threads; gives whether all had finished their requests within `longest`. Call once.
  bool stop(std::chrono::seconds longest);

 private:
  using Clock = std::chrono::steady_clock;
  // When a thread was last seen alive, in the Clock's ticks. The threads write, is_alive() reads.
  using SignOfLife = std::atomic<Clock::rep>;

  void run_thread(SignOfLife& sign_of_life, bool takes_pages);

  Sockets sockets_;
  const bool drains_backlog_;
  MakeDispatcher make_dispatcher_;
  core::Metrics& metrics_;
  std::atomic<bool> stopping_ = false;
  std::atomic<unsigned> running_;
  int stop_event_;                         // an eventfd, readable once the threads are to stop
  std::vector<SignOfLife> signs_of_life_;  // one for each thread
  std::vector<std::thread> threads_;
};

}  // namespace fcgi
