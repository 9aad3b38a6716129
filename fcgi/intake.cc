#include "fcgi/intake.h"

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace fcgi {
namespace {

constexpr std::size_t kMaximumConnections = 1024;  // per socket
// A client that has begun to connect to a socket finishes within this time.
constexpr auto kUntilConnected = std::chrono::milliseconds(50);
constexpr auto kUntilDescriptorsAreFree = std::chrono::milliseconds(10);

}  // namespace

bool Intake::PageThreads::enter(Connection& connection) {
  const std::lock_guard lock(mutex_);
  if (free_ == 0) {
    waiting_.push_back(&connection);
    return false;
  }
  --free_;
  return true;
}

Connection* Intake::PageThreads::next_after_page() {
  const std::lock_guard lock(mutex_);
  if (waiting_.empty()) {
    ++free_;
    return nullptr;
  }
  Connection* const next = waiting_.front();
  waiting_.pop_front();
  return next;
}

Intake::Intake(Sockets sockets, unsigned threads_for_pages)
    : epoll_(epoll_create1(EPOLL_CLOEXEC), "epoll_create1"),
      end_event_(eventfd(0, EFD_CLOEXEC), "eventfd"),
      page_threads_(threads_for_pages),
      api_{.socket = std::move(sockets.api), .traffic = Traffic::api} {
  if (sockets.pages)
    pages_.emplace(Listener{.socket = *std::move(sockets.pages), .traffic = Traffic::pages});
  epoll_event on_end{};
  on_end.events = EPOLLIN;
  on_end.data.ptr = &end_event_;
  if (epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, end_event_.number(), &on_end) != 0 ||
      !watch(EPOLL_CTL_ADD, api_.socket.descriptor(), &api_) ||
      (pages_ && !watch(EPOLL_CTL_ADD, pages_->socket.descriptor(), &*pages_)))
    throw std::runtime_error("the listening sockets cannot be watched");
}

bool Intake::watch(int operation, int descriptor, void* subject) const {
  epoll_event event{};
  event.events = EPOLLIN | EPOLLONESHOT;
  event.data.ptr = subject;
  return epoll_ctl(epoll_.number(), operation, descriptor, &event) == 0;
}

bool Intake::watch(int operation, Connection& connection) const {
  // The next thread may get it before epoll_ctl() returns here. It waits for this lock in wait(),
  // so it sees what this thread has done, and closes nothing that this thread still uses.
  const std::lock_guard lock(connection.handover());
  return watch(operation, connection.descriptor(), &connection);
}

Connection* Intake::wait(std::chrono::milliseconds longest) {
  epoll_event event{};
  if (epoll_wait(epoll_.number(), &event, 1, static_cast<int>(longest.count())) != 1)
    return nullptr;
  void* const subject = event.data.ptr;
  if (subject == &end_event_) return nullptr;
  if (subject == &api_) {
    accept_all(api_);
    return nullptr;
  }
  if (pages_ && subject == &*pages_) {
    accept_all(*pages_);
    return nullptr;
  }
  auto* const connection = static_cast<Connection*>(subject);
  { const std::lock_guard lock(connection->handover()); }  // see watch()
  const bool is_mine = connection->traffic() == Traffic::api || page_threads_.enter(*connection);
  return is_mine ? connection : nullptr;
}

Connection* Intake::give_back(Connection& connection) {
  const bool was_page = connection.traffic() == Traffic::pages;
  // Once it is watched again, another thread may own it.
  const bool is_watched = connection.is_open() && watch(EPOLL_CTL_MOD, connection);
  if (!is_watched) remove(connection);
  return was_page ? page_threads_.next_after_page() : nullptr;
}

void Intake::accept_all(Listener& listener) {
  while (accept_one(listener)) {
  }
  const std::lock_guard lock(mutex_);
  listener.is_full = listener.connections >= kMaximumConnections;
  if (is_entrance_open_ && !listener.is_full)
    watch(EPOLL_CTL_MOD, listener.socket.descriptor(), &listener);
}

// False if no connection waits, or none is accepted any more. After the entrance is closed, every
// accepted connection is counted.
bool Intake::accept_one(Listener& listener) {
  std::unique_lock lock(mutex_);
  if (!is_entrance_open_ || listener.connections >= kMaximumConnections) return false;
  const int accepted = accept4(listener.socket.descriptor(), nullptr, nullptr, SOCK_CLOEXEC);
  if (accepted < 0) {
    const bool lacks_descriptors = errno == EMFILE || errno == ENFILE;
    lock.unlock();
    // An immediate retry would fail again.
    if (lacks_descriptors) std::this_thread::sleep_for(kUntilDescriptorsAreFree);
    return false;
  }
  auto made = std::make_unique<Connection>(accepted, listener.traffic);
  Connection* const connection = made.get();
  connections_.emplace(connection, std::move(made));
  ++listener.connections;
  // From here on another thread may own it, which cannot remove it before the lock is released.
  const bool is_watched = watch(EPOLL_CTL_ADD, *connection);
  lock.unlock();
  if (!is_watched) remove(*connection);
  return true;
}

void Intake::remove(const Connection& connection) {
  Listener& listener = connection.traffic() == Traffic::api ? api_ : *pages_;
  // Destroyed after the lock is released, as closing a connection may take a while.
  decltype(connections_)::node_type removed;
  const std::lock_guard lock(mutex_);
  removed = connections_.extract(&connection);
  --listener.connections;
  if (!std::exchange(listener.is_full, false) || !is_entrance_open_) return;
  watch(EPOLL_CTL_MOD, listener.socket.descriptor(), &listener);
}

void Intake::close_entrance() {
  // From here on nginx connects to other workers; a client that is connecting gets time to finish.
  const bool is_own = api_.socket.is_own();
  if (is_own) {
    api_.socket.remove_name();
    if (pages_) pages_->socket.remove_name();
    std::this_thread::sleep_for(kUntilConnected);
    while (accept_one(api_) || (pages_ && accept_one(*pages_))) {
    }
  }
  const std::lock_guard lock(mutex_);
  is_entrance_open_ = false;
  epoll_ctl(epoll_.number(), EPOLL_CTL_DEL, api_.socket.descriptor(), nullptr);
  if (pages_) epoll_ctl(epoll_.number(), EPOLL_CTL_DEL, pages_->socket.descriptor(), nullptr);
}

std::size_t Intake::connections() const {
  const std::lock_guard lock(mutex_);
  return connections_.size();
}

void Intake::end() {
  ended_ = true;
  eventfd_write(end_event_.number(), 1);
}

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

bool is_listening(const sockaddr_un& address) {
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
  if (is_listening(address))
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
