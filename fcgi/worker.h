// Worker: threads that accept and answer FastCGI requests from one listening socket.
//
// libfcgi's accept blocks and cannot be interrupted, so it is called only when a connection is
// pending: the listening socket is non-blocking, and each thread waits in epoll for it
// (exclusively, so that one connection wakes one thread) or for the stop event.
//
// On stop(), threads finish their current requests. A socket that this process has created is
// drained first: its name is removed, so that nginx connects to other workers, and pending
// connections are served. An inherited socket (systemd's) and its pending connections are left to
// the next process.
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

// The listening socket. Closed by its destructor.
class ListeningSocket {
 public:
  // The socket on file descriptor 0, as systemd and spawn-fcgi pass it. Throws std::runtime_error
  // if there is none.
  static ListeningSocket inherited();
  // A new Unix socket at `path`; replaces one that a dead process has left. Throws
  // std::runtime_error if it cannot be created, or another process is listening there.
  static ListeningSocket bind(const std::string& path);

  ListeningSocket(ListeningSocket&& other) noexcept;
  ListeningSocket& operator=(ListeningSocket&&) = delete;
  ListeningSocket(const ListeningSocket&) = delete;
  ListeningSocket& operator=(const ListeningSocket&) = delete;
  ~ListeningSocket();

  int descriptor() const { return descriptor_; }
  bool is_own() const { return !path_.empty(); }
  // Removes the name of an own socket, so that no new client can connect.
  void remove_name();

 private:
  ListeningSocket(int descriptor, std::string path);

  int descriptor_;
  std::string path_;  // empty for an inherited socket
};

class Worker {
 public:
  // `make_dispatcher` is called once by each thread, on that thread.
  using MakeDispatcher = std::function<std::shared_ptr<Dispatcher>()>;

  // Each request is counted in `metrics`, before the client has the whole response.
  Worker(ListeningSocket socket, unsigned threads, MakeDispatcher make_dispatcher,
         core::Metrics& metrics);
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker();

  // Whether every thread has made progress, or waited for work, recently. A thread that spends
  // longer on one request than all of its time limits together is stuck.
  bool is_alive() const;

  // Stops the threads. Returns whether all finished their requests within `longest`. Call once.
  bool stop(std::chrono::seconds longest);

 private:
  using Clock = std::chrono::steady_clock;
  // When a thread last made progress, in ticks of Clock. Threads write it, is_alive() reads it.
  using SignOfLife = std::atomic<Clock::rep>;

  void run_thread(SignOfLife& sign_of_life);

  ListeningSocket socket_;
  const bool drains_backlog_;
  MakeDispatcher make_dispatcher_;
  core::Metrics& metrics_;
  std::atomic<bool> stopping_ = false;
  std::atomic<unsigned> running_;
  int stop_event_;                         // an eventfd, readable once the threads should stop
  std::vector<SignOfLife> signs_of_life_;  // one for each thread
  std::vector<std::thread> threads_;
};

}  // namespace fcgi
