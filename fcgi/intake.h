// ListeningSocket: a unix socket that receives requests. Closed by its destructor.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/descriptor.h"
#include "fcgi/connection.h"

namespace fcgi {

class ListeningSocket {
 public:
  // A socket passed on this file descriptor, for example by systemd. Throws std::runtime_error if
  // it is not a listening socket.
  static ListeningSocket inherited(int descriptor);
  // A new unix socket at `path`, replacing one that a dead process has left. Throws
  // std::runtime_error if it cannot be created, or a process listens there.
  static ListeningSocket bind(const std::string& path);

  ListeningSocket(ListeningSocket&& other) noexcept = default;
  ListeningSocket& operator=(ListeningSocket&&) = delete;
  ListeningSocket(const ListeningSocket&) = delete;
  ListeningSocket& operator=(const ListeningSocket&) = delete;
  ~ListeningSocket() = default;

  int descriptor() const { return descriptor_.number(); }
  bool is_own() const { return name_.is_there(); }
  // Removes the name of a socket that this process has created: no new client can connect.
  void remove_name() { name_.remove(); }

 private:
  // Removes a socket's name when the socket is closed. Empty after a move.
  class Name {
   public:
    explicit Name(std::string path) : path_(std::move(path)) {}
    Name(Name&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    Name& operator=(Name&&) = delete;
    Name(const Name&) = delete;
    Name& operator=(const Name&) = delete;
    ~Name() { remove(); }

    bool is_there() const { return !path_.empty(); }
    void remove();

   private:
    std::string path_;
  };

  ListeningSocket(core::Descriptor descriptor, std::string path);

  core::Descriptor descriptor_;
  Name name_;  // empty for a socket that was passed on
};

// Intake: hands the connections of a worker process to its threads.
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

struct Sockets {
  ListeningSocket api;
  // Without a socket for pages, all requests use the API's.
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
    // The connection that the calling thread serves next after finishing a page; null if none
    // waits.
    Connection* next_after_page();

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
