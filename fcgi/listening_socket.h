// ListeningSocket: a unix socket that requests come in by. Closed by its destructor.
#pragma once

#include <string>

namespace fcgi {

class ListeningSocket {
 public:
  // One that was handed over on this file descriptor, as by systemd. Throws std::runtime_error if
  // it is no listening socket.
  static ListeningSocket inherited(int descriptor);
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

}  // namespace fcgi
