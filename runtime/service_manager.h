// ServiceManager: what the process tells systemd of itself, by sd_notify(3)'s protocol: one
// datagram to the socket that $NOTIFY_SOCKET names. Where nobody has set it, nothing is sent.
//
// Not thread-safe. Messages that cannot be sent are dropped: systemd notices by their absence.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace runtime {

class ServiceManager {
 public:
  // As the environment has it ($NOTIFY_SOCKET, $WATCHDOG_USEC).
  ServiceManager();

  void ready() const { send("READY=1"); }
  void stopping() const { send("STOPPING=1"); }
  void alive() const { send("WATCHDOG=1"); }

  // How often alive() must be called at least; nothing if nobody waits for it.
  std::optional<std::chrono::milliseconds> watchdog() const { return watchdog_; }

 private:
  void send(std::string_view message) const;

  std::string socket_;  // empty where there is none
  std::optional<std::chrono::milliseconds> watchdog_;
};

}  // namespace runtime
