// Intake: the connections of a worker process, and which thread serves each.
//
// No thread is bound to a connection: there may be many more connections than threads, most of them
// idle. One epoll watches all of them and the listening sockets. Each event wakes one thread
// (EPOLLONESHOT), which owns the connection until it gives it back.
//
// The number of threads that serve pages at once is limited. Beyond that, a page's ready connection
// waits in a queue for the next thread that finishes a page.
//
// The number of connections is limited; others wait in the sockets' backlog until nginx finds it
// full.
//
// Thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "core/descriptor.h"
#include "fcgi/connection.h"
#include "fcgi/listening_socket.h"

namespace fcgi {

struct Sockets {
  ListeningSocket api;
  // If there is none, all requests use the API's socket.
  std::optional<ListeningSocket> pages;
};

class Intake {
 public:
  // Throws std::runtime_error if the sockets cannot be watched.
  Intake(Sockets sockets, unsigned threads_for_pages);
  Intake(const Intake&) = delete;
  Intake& operator=(const Intake&) = delete;
  ~Intake() = default;

  // A connection that is ready to read, owned by the calling thread until it gives it back. Null
  // after waiting for `longest`, and once end() was called.
  Connection* wait(std::chrono::milliseconds longest);
  // Takes back a connection from wait() or give_back(): it is watched again, or forgotten if it was
  // closed. Returns the next one for the calling thread, if one was queued behind a page.
  Connection* give_back(Connection& connection);

  // Accepts no more connections, except those waiting in sockets that this process has created.
  // Existing connections are still served.
  void close_entrance();
  std::size_t connections() const;
  // Wakes all threads permanently.
  void end();
  bool has_ended() const { return ended_; }

 private:
  struct Listener {
    ListeningSocket socket;
    Traffic traffic;
    std::size_t connections = 0;  // open connections from this socket
    bool is_full = false;         // it is not watched
  };
  // Threads that serve pages, and the queue for them.
  class PageThreads {
   public:
    explicit PageThreads(unsigned limit) : free_(limit) {}
    // Whether the calling thread may serve it now. If not, it is queued.
    bool enter(Connection& connection);
    // What the calling thread serves next after finishing a page.
    Connection* leave();

   private:
    std::mutex mutex_;
    unsigned free_;
    std::deque<Connection*> waiting_;
  };

  // From here another thread may get the subject. False if the system cannot watch it.
  bool watch(int operation, int descriptor, void* subject) const;
  bool watch(int operation, Connection& connection) const;
  void accept_all(Listener& listener);
  bool accept_one(Listener& listener);
  void remove(const Connection& connection);

  core::Descriptor epoll_;
  core::Descriptor end_event_;
  std::atomic<bool> ended_ = false;
  PageThreads page_threads_;

  mutable std::mutex mutex_;  // guards the following members, but not the sockets themselves
  bool is_entrance_open_ = true;
  Listener api_;
  std::optional<Listener> pages_;
  std::unordered_map<const Connection*, std::unique_ptr<Connection>> connections_;
};

}  // namespace fcgi
