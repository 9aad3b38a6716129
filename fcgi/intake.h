// Intake: the connections of a worker process, and which thread serves which.
//
// No thread is tied to a connection: there may be many more connections than threads, most of them
// idle. All are watched in one epoll, together with the listening sockets, and each event is given
// to one thread (EPOLLONESHOT), which has the connection to itself until it gives it back.
//
// Only so many threads serve pages at once. A page's connection that is ready beyond that waits in
// a queue, for the next thread that is done with one.
//
// There are so many connections at the most; more wait in the sockets, until nginx finds these
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

#include "fcgi/connection.h"
#include "fcgi/listening_socket.h"
#include "runtime/descriptor.h"

namespace fcgi {

struct Sockets {
  ListeningSocket api;
  // Where there is none, everything comes in by the API's.
  std::optional<ListeningSocket> pages;
};

class Intake {
 public:
  // Throws std::runtime_error if the sockets cannot be watched.
  Intake(Sockets sockets, unsigned threads_for_pages);
  Intake(const Intake&) = delete;
  Intake& operator=(const Intake&) = delete;
  ~Intake() = default;

  // A connection that has something to read, for the calling thread alone, which gives it back.
  // Null if there was none for `longest`, and once end() was called.
  Connection* wait(std::chrono::milliseconds longest);
  // Takes back what wait() or give_back() has given: it is watched again, or gone if it was closed.
  // Gives the next one for the calling thread, if one has waited for it to be done with a page.
  Connection* give_back(Connection& connection);

  // Takes no connections any more, but for those that wait in sockets which this process has made.
  // Those that are there are still served.
  void close_entrance();
  std::size_t connections() const;
  // Wakes all threads for good.
  void end();
  bool has_ended() const { return ended_; }

 private:
  struct Listener {
    ListeningSocket socket;
    Traffic traffic;
    std::size_t connections = 0;  // that came in by it and are there
    bool is_full = false;         // so it is not watched
  };
  // Threads that serve pages, and what waits for one of them.
  class PageThreads {
   public:
    explicit PageThreads(unsigned limit) : free_(limit) {}
    // Whether the calling thread may serve it now. If not, it is queued.
    bool enter(Connection& connection);
    // What the calling thread serves next, which is done with a page.
    Connection* leave();

   private:
    std::mutex mutex_;
    unsigned free_;
    std::deque<Connection*> waiting_;
  };

  bool watch(int operation, int descriptor, void* subject) const;
  void accept_all(Listener& listener);
  bool accept_one(Listener& listener);
  void remove(const Connection& connection);

  runtime::Descriptor epoll_;
  runtime::Descriptor end_event_;
  std::atomic<bool> ended_ = false;
  PageThreads page_threads_;
  // A connection's way from the thread that has served it to the next one, through the kernel.
  std::mutex handover_;

  mutable std::mutex mutex_;  // of what follows, but for the sockets themselves
  bool is_entrance_open_ = true;
  Listener api_;
  std::optional<Listener> pages_;
  std::unordered_map<const Connection*, std::unique_ptr<Connection>> connections_;
};

}  // namespace fcgi
