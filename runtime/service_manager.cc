#include "runtime/service_manager.h"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/descriptor.h"

namespace runtime {
namespace {

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

std::int64_t number(const char* name) {
  const std::string_view text = environment(name);
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::map<std::string, int, std::less<>> handed_over_sockets() {
  constexpr int kFirstDescriptor = 3;
  std::map<std::string, int, std::less<>> sockets;
  // The variables may be meant for a process that this one was started by.
  if (number("LISTEN_PID") != getpid()) return sockets;
  std::istringstream names{std::string(environment("LISTEN_FDNAMES"))};
  std::string name;
  for (int i = 0; i < number("LISTEN_FDS") && std::getline(names, name, ':'); ++i)
    sockets.emplace(name, kFirstDescriptor + i);
  return sockets;
}

}  // namespace

ServiceManager::ServiceManager()
    : socket_(environment("NOTIFY_SOCKET")), sockets_(handed_over_sockets()) {
  const std::int64_t microseconds = number("WATCHDOG_USEC");
  if (microseconds > 0) {
    watchdog_ = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::microseconds(microseconds));
  }
}

void ServiceManager::send(std::string_view message) const {
  sockaddr_un address{};
  if (socket_.empty() || socket_.size() >= sizeof address.sun_path) return;
  address.sun_family = AF_UNIX;
  socket_.copy(address.sun_path, socket_.size());
  // An abstract socket name begins with a null byte.
  if (address.sun_path[0] == '@') address.sun_path[0] = '\0';
  const core::Descriptor descriptor(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!descriptor.is_open()) return;
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket_.size());
  // The socket interface takes a sockaddr_un as a sockaddr.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
  const auto* const generic = reinterpret_cast<const sockaddr*>(&address);
  sendto(descriptor.number(), message.data(), message.size(), MSG_NOSIGNAL, generic, length);
}

}  // namespace runtime
