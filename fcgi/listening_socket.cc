#include "fcgi/listening_socket.h"

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace fcgi {
namespace {

constexpr int kBacklog = 1024;

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what + ": " + std::strerror(errno));
}

// Non-blocking, and not inherited by child processes.
void prepare(int descriptor) {
  const int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0 ||
      fcntl(descriptor, F_SETFD, FD_CLOEXEC) < 0)
    fail("the listening socket cannot be made non-blocking");
}

sockaddr_un address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path)
    throw std::runtime_error("a socket path must have 1 to 107 bytes: " + path);
  path.copy(address.sun_path, path.size());
  return address;
}

// sockaddr_un is passed as sockaddr, as the interface requires.
const sockaddr* generic(const sockaddr_un& address) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
  return reinterpret_cast<const sockaddr*>(&address);
}

bool somebody_listens(const sockaddr_un& address) {
  const core::Descriptor probe(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket");
  return connect(probe.number(), generic(address), sizeof address) == 0;
}

}  // namespace

ListeningSocket::ListeningSocket(core::Descriptor descriptor, std::string path)
    : descriptor_(std::move(descriptor)), name_(std::move(path)) {
  prepare(descriptor_.number());
}

ListeningSocket ListeningSocket::inherited(int descriptor) {
  int listening = 0;
  socklen_t size = sizeof listening;
  if (getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) != 0 || listening == 0)
    throw std::runtime_error(
        "file descriptor " + std::to_string(descriptor) +
        " is not a listening socket; start the worker with systemd or spawn-fcgi, or pass --listen "
        "PATH");
  return {core::Descriptor(descriptor, "inherited"), {}};
}

ListeningSocket ListeningSocket::bind(const std::string& path) {
  const sockaddr_un address = address_of(path);
  if (somebody_listens(address))
    throw std::runtime_error("another process is already listening on " + path);
  unlink(path.c_str());
  core::Descriptor descriptor(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket");
  if (::bind(descriptor.number(), generic(address), sizeof address) != 0 ||
      listen(descriptor.number(), kBacklog) != 0)
    fail("cannot listen on " + path);
  return {std::move(descriptor), path};
}

void ListeningSocket::Name::remove() {
  if (!path_.empty()) unlink(path_.c_str());
  path_.clear();
}

}  // namespace fcgi
