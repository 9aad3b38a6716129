#include "fcgi/worker.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <limits>
#include <stdexcept>

#include <fcgiapp.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/clock.h"
#include "fcgi/request_log.h"

namespace fcgi {
namespace {

constexpr int kBacklog = 1024;
// How often an idle thread reports that it is alive, and for how long a busy one may be silent:
// nginx waits 30 seconds for a response.
constexpr int kIdleMilliseconds = 10000;
constexpr auto kLongestSilence = std::chrono::seconds(60);
// Timeout for reading a request from nginx and for writing the response.
constexpr timeval kPeerTimeout{10, 0};

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what + ": " + std::strerror(errno));
}

void set_non_blocking(int descriptor) {
  const int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0)
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

// The socket interface takes a sockaddr_un as a sockaddr.
const sockaddr* generic(const sockaddr_un& address) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
  return reinterpret_cast<const sockaddr*>(&address);
}

bool is_listening(const sockaddr_un& address) {
  const int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (probe < 0) return false;
  const bool connected = connect(probe, generic(address), sizeof address) == 0;
  close(probe);
  return connected;
}

class StreamBody : public BodySource {
 public:
  explicit StreamBody(FCGX_Stream* stream) : stream_(stream) {}

  std::size_t read(char* buffer, std::size_t size) override {
    const int wanted = static_cast<int>(
        std::min<std::size_t>(size, static_cast<std::size_t>(std::numeric_limits<int>::max())));
    const int count = FCGX_GetStr(buffer, wanted, stream_);
    return count > 0 ? static_cast<std::size_t>(count) : 0;
  }

 private:
  FCGX_Stream* stream_;
};

// libfcgi's request, freed at the end of the scope.
class Connection {
 public:
  explicit Connection(int listening_socket) {
    if (FCGX_InitRequest(&request_, listening_socket, FCGI_FAIL_ACCEPT_ON_INTR) != 0)
      throw std::runtime_error("FCGX_InitRequest failed");
  }
  ~Connection() { FCGX_Free(&request_, 1); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Accepts a connection and reads the request's parameters. False if none was pending.
  bool accept() {
    const int outcome = FCGX_Accept_r(&request_);
    // Out of file descriptors: retrying at once would fail again.
    if (outcome == -EMFILE || outcome == -ENFILE)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (outcome != 0) return false;
    setsockopt(request_.ipcFd, SOL_SOCKET, SO_RCVTIMEO, &kPeerTimeout, sizeof kPeerTimeout);
    setsockopt(request_.ipcFd, SOL_SOCKET, SO_SNDTIMEO, &kPeerTimeout, sizeof kPeerTimeout);
    return true;
  }
  void finish() { FCGX_Finish_r(&request_); }

  const char* const* parameters() const { return request_.envp; }
  FCGX_Stream* in() const { return request_.in; }
  void write(const std::string& text) const {
    FCGX_PutStr(text.data(), static_cast<int>(text.size()), request_.out);
  }

 private:
  FCGX_Request request_{};
};

void serve(Connection& connection, Dispatcher& dispatcher, core::Metrics& metrics) {
  const auto started = std::chrono::steady_clock::now();
  const core::Raised in_flight(metrics, core::Gauge::requests_in_flight);
  StreamBody body(connection.in());
  Request request(connection.parameters(), body, core::RequestId::generate(core::now()));
  const Answer answer = dispatcher.answer(request);
  connection.write(answer.response.head());
  if (request.method() != Method::head) connection.write(answer.response.body());
  const auto duration = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - started);
  metrics.count_request(answer.endpoint, answer.response.status(), duration);
  std::string line = request_line(request, answer, duration);
  connection.finish();
  log_request(std::move(line));
}

}  // namespace

ListeningSocket::ListeningSocket(int descriptor, std::string path)
    : descriptor_(descriptor), path_(std::move(path)) {
  set_non_blocking(descriptor_);
}

ListeningSocket::ListeningSocket(ListeningSocket&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), path_(std::exchange(other.path_, {})) {}

ListeningSocket::~ListeningSocket() {
  remove_name();
  if (descriptor_ >= 0) close(descriptor_);
}

ListeningSocket ListeningSocket::inherited() {
  int listening = 0;
  socklen_t size = sizeof listening;
  if (getsockopt(STDIN_FILENO, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) != 0 || listening == 0)
    throw std::runtime_error(
        "file descriptor 0 is not a listening socket; start the worker with systemd or spawn-fcgi, "
        "or pass --listen PATH");
  return {STDIN_FILENO, {}};
}

ListeningSocket ListeningSocket::bind(const std::string& path) {
  const sockaddr_un address = address_of(path);
  if (is_listening(address))
    throw std::runtime_error("another process is already listening on " + path);
  unlink(path.c_str());
  const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) fail("cannot create a socket");
  if (::bind(descriptor, generic(address), sizeof address) != 0 ||
      listen(descriptor, kBacklog) != 0) {
    close(descriptor);
    fail("cannot listen on " + path);
  }
  return {descriptor, path};
}

void ListeningSocket::remove_name() {
  if (!path_.empty()) unlink(path_.c_str());
  path_.clear();
}

Worker::Worker(ListeningSocket socket, unsigned threads, MakeDispatcher make_dispatcher,
               core::Metrics& metrics)
    : socket_(std::move(socket)),
      drains_backlog_(socket_.is_own()),
      make_dispatcher_(std::move(make_dispatcher)),
      metrics_(metrics),
      running_(threads),
      stop_event_(eventfd(0, EFD_CLOEXEC)),
      signs_of_life_(threads) {
  if (stop_event_ < 0) fail("cannot create an eventfd");
  if (FCGX_Init() != 0) throw std::runtime_error("FCGX_Init failed");
  threads_.reserve(threads);
  for (SignOfLife& sign : signs_of_life_) {
    sign = Clock::now().time_since_epoch().count();
    threads_.emplace_back([this, &sign] { run_thread(sign); });
  }
}

Worker::~Worker() {
  if (stop_event_ >= 0) close(stop_event_);
}

bool Worker::is_alive() const {
  const Clock::rep oldest = (Clock::now() - kLongestSilence).time_since_epoch().count();
  return std::all_of(signs_of_life_.begin(), signs_of_life_.end(),
                     [oldest](const SignOfLife& sign) { return sign >= oldest; });
}

bool Worker::stop(std::chrono::seconds longest) {
  const auto deadline = std::chrono::steady_clock::now() + longest;
  // From here nginx connects to other workers. Established connections are in the backlog; those
  // being established get a moment to arrive.
  if (drains_backlog_) {
    socket_.remove_name();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  stopping_ = true;
  eventfd_write(stop_event_, 1);
  while (running_ > 0 && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  if (running_ > 0) {
    for (std::thread& thread : threads_) thread.detach();
    return false;
  }
  for (std::thread& thread : threads_) thread.join();
  return true;
}

void Worker::run_thread(SignOfLife& sign_of_life) {
  const std::shared_ptr<Dispatcher> dispatcher = make_dispatcher_();
  Connection connection(socket_.descriptor());

  const int epoll = epoll_create1(EPOLL_CLOEXEC);
  if (epoll < 0) fail("cannot create an epoll instance");
  epoll_event on_connection{};
  on_connection.events = EPOLLIN | EPOLLEXCLUSIVE;
  epoll_event on_stop{};
  on_stop.events = EPOLLIN;
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, socket_.descriptor(), &on_connection) != 0 ||
      epoll_ctl(epoll, EPOLL_CTL_ADD, stop_event_, &on_stop) != 0)
    fail("cannot add a descriptor to epoll");

  while (!stopping_ || drains_backlog_) {
    sign_of_life = Clock::now().time_since_epoch().count();
    if (connection.accept()) {
      serve(connection, *dispatcher, metrics_);
    } else if (stopping_) {
      break;
    } else {
      // Woken by a connection or by the stop event; the next iteration finds out which.
      epoll_event ready{};
      epoll_wait(epoll, &ready, 1, kIdleMilliseconds);
    }
  }
  close(epoll);
  --running_;
}

}  // namespace fcgi
