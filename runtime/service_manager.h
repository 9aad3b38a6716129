// ServiceManager: reports the state of the process to systemd by the protocol of sd_notify(3), one
// datagram to the socket in $NOTIFY_SOCKET, and takes the listening sockets that systemd passes by
// that of sd_listen_fds(3). Without $NOTIFY_SOCKET, it sends nothing.
//
// Not thread-safe. Messages that cannot be sent are dropped; systemd acts on their absence.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace runtime {

class ServiceManager {
 public:
  // As the environment has it ($NOTIFY_SOCKET, $WATCHDOG_USEC, $LISTEN_PID, $LISTEN_FDS,
  // $LISTEN_FDNAMES).
  ServiceManager();

  // `status` is one line, which `systemctl status` shows.
  void ready(const std::string& status) const { send("READY=1\nSTATUS=" + status); }
  void stopping() const { send("STOPPING=1"); }
  void alive() const { send("WATCHDOG=1"); }

  // The interval within which alive() must be called; nothing if there is no watchdog.
  std::optional<std::chrono::milliseconds> watchdog() const { return watchdog_; }

  // The file descriptors of the sockets that were handed over, by their names (FileDescriptorName=
  // of their units). They belong to the caller.
  const std::map<std::string, int, std::less<>>& sockets() const { return sockets_; }

 private:
  void send(std::string_view message) const;

  std::string socket_;  // empty if there is none
  std::optional<std::chrono::milliseconds> watchdog_;
  std::map<std::string, int, std::less<>> sockets_;
};

}  // namespace runtime
