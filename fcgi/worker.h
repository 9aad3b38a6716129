// Worker: threads that accept FastCGI requests from one listening socket and answer them.
//
// libfcgi's accept blocks and has no way to be woken, so it is never called before there is a
// connection to take: the listening socket is non-blocking, and each thread waits in epoll for it
// (exclusively, so that one connection wakes one thread) or for the stop signal.
//
// On stop(), threads finish what they have begun. A socket that this process made itself is drained
// first: its name is removed, so that nginx turns to the other workers, and whoever has connected
// already is still served. A socket that was handed over (by systemd) belongs to the successor, and
// so do the connections that wait in it.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/operation/metrics.h"
#include "fcgi/dispatcher.h"

namespace fcgi {

// The socket that requests come in by. Closed by its destructor.
class ListeningSocket {
 public:
  // The socket on file descriptor 0, as systemd and spawn-fcgi hand it over. Throws
  // std::runtime_error if there is none.
  static ListeningSocket inherited();
  // A new unix socket at `path`, which takes the place of one that a dead process has left. Throws
  // std::runtime_error if it cannot be made, or somebody listens there.
  static ListeningSocket bind(const std::string& path);

  ListeningSocket(ListeningSocket&& other) noexcept;
  ListeningSocket& operator=(ListeningSocket&&) = delete;
  ListeningSocket(const ListeningSocket&) = delete;
  ListeningSocket& operator=(const ListeningSocket&) = delete;
  ~ListeningSocket();

  int descriptor() const { return descriptor_; }
  bool is_own() const { return !path_.empty(); }
  // Takes an own socket's name away: no new client can connect.
  void remove_name();

 private:
  ListeningSocket(int descriptor, std::string path);

  int descriptor_;
  std::string path_;  // empty for a socket that was handed over
};

class Worker {
 public:
  // `make_dispatcher` is called once by each thread, on that thread.
  using MakeDispatcher = std::function<std::shared_ptr<Dispatcher>()>;

  // Each request is counted in `metrics`, before whoever sent it has the whole answer.
  Worker(ListeningSocket socket, unsigned threads, MakeDispatcher make_dispatcher,
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

  void run_thread(SignOfLife& sign_of_life);

  ListeningSocket socket_;
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
