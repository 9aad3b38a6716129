// ListeningSocket: a unix socket that receives requests. Closed by its destructor.
#pragma once

#include <string>
#include <utility>

#include "core/descriptor.h"

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

}  // namespace fcgi
