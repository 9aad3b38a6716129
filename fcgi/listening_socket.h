// ListeningSocket: a unix socket that requests come in by. Closed by its destructor.
#pragma once

#include <string>
#include <utility>

#include "runtime/descriptor.h"

namespace fcgi {

class ListeningSocket {
 public:
  // One that was handed over on this file descriptor, as by systemd. Throws std::runtime_error if
  // it is no listening socket.
  static ListeningSocket inherited(int descriptor);
  // A new unix socket at `path`, which takes the place of one that a dead process has left. Throws
  // std::runtime_error if it cannot be made, or somebody listens there.
  static ListeningSocket bind(const std::string& path);

  ListeningSocket(ListeningSocket&& other) noexcept = default;
  ListeningSocket& operator=(ListeningSocket&&) = delete;
  ListeningSocket(const ListeningSocket&) = delete;
  ListeningSocket& operator=(const ListeningSocket&) = delete;
  ~ListeningSocket() = default;

  int descriptor() const { return descriptor_.number(); }
  bool is_own() const { return name_.is_there(); }
  // Takes an own socket's name away: no new client can connect.
  void remove_name() { name_.remove(); }

 private:
  // Takes a socket's name away where the socket is closed. Moved from, it is none.
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

  ListeningSocket(runtime::Descriptor descriptor, std::string path);

  runtime::Descriptor descriptor_;
  Name name_;  // none of a socket that was handed over
};

}  // namespace fcgi
