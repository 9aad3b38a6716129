#include "runtime/service_manager.h"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace runtime {
namespace {

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

}  // namespace

ServiceManager::ServiceManager() : socket_(environment("NOTIFY_SOCKET")) {
  const std::string_view text = environment("WATCHDOG_USEC");
  std::int64_t microseconds = 0;
  std::from_chars(text.data(), text.data() + text.size(), microseconds);
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
  const int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return;
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket_.size());
  // The socket interface takes a sockaddr_un as a sockaddr.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
  const auto* const generic = reinterpret_cast<const sockaddr*>(&address);
  sendto(descriptor, message.data(), message.size(), MSG_NOSIGNAL, generic, length);
  close(descriptor);
}

}  // namespace runtime
