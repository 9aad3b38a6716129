// ServiceManager: notifies systemd of the state of the process, by sd_notify(3)'s protocol: a
// datagram to $NOTIFY_SOCKET. Does nothing if that is not set.
//
// Not thread-safe. Messages that cannot be sent are dropped; systemd acts on their absence.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace runtime {

class ServiceManager {
 public:
  // Reads $NOTIFY_SOCKET and $WATCHDOG_USEC.
  ServiceManager();

  void ready() const { send("READY=1"); }
  void stopping() const { send("STOPPING=1"); }
  void alive() const { send("WATCHDOG=1"); }

  // The interval within which alive() must be called; nothing if there is no watchdog.
  std::optional<std::chrono::milliseconds> watchdog() const { return watchdog_; }

 private:
  void send(std::string_view message) const;

  std::string socket_;  // empty if there is none
  std::optional<std::chrono::milliseconds> watchdog_;
};

}  // namespace runtime
