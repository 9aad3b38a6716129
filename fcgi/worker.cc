#include "fcgi/worker.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <limits>
#include <stdexcept>

#include <fcgiapp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/clock.h"
#include "fcgi/request_log.h"

namespace fcgi {
namespace {

// A thread without work shows this often that it is alive, and none is at one request for so long:
// nginx itself waits for 30 seconds.
constexpr int kIdleMilliseconds = 10000;
constexpr auto kLongestSilence = std::chrono::seconds(60);
// How long nginx may leave a request half sent, or an answer unread.
constexpr timeval kPeerTimeout{10, 0};

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what + ": " + std::strerror(errno));
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

// libfcgi's request, given back however the scope is left.
class Connection {
 public:
  Connection() {
    if (FCGX_InitRequest(&request_, -1, FCGI_FAIL_ACCEPT_ON_INTR) != 0)
      throw std::runtime_error("FCGX_InitRequest failed");
  }
  ~Connection() { FCGX_Free(&request_, 1); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Takes a connection and reads the request's parameters. False if there was none to take.
  bool accept(const ListeningSocket& socket) {
    request_.listen_sock = socket.descriptor();
    const int outcome = FCGX_Accept_r(&request_);
    // Where the process has no file descriptor to spare, trying again at once would be in vain.
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

// The listening sockets that one thread takes connections from, and the event that stops it.
class Intake {
 public:
  Intake(std::vector<const ListeningSocket*> sockets, int stop_event)
      : sockets_(std::move(sockets)), epoll_(epoll_create1(EPOLL_CLOEXEC)) {
    if (epoll_ < 0) fail("cannot create an epoll instance");
    for (const ListeningSocket* socket : sockets_)
      add(socket->descriptor(), EPOLLIN | EPOLLEXCLUSIVE);
    add(stop_event, EPOLLIN);
  }
  ~Intake() { close(epoll_); }
  Intake(const Intake&) = delete;
  Intake& operator=(const Intake&) = delete;

  // Takes a connection if one waits. Sockets take turns, so none waits for another to be empty.
  bool accept(Connection& connection) {
    for (std::size_t tried = 0; tried < sockets_.size(); ++tried) {
      const ListeningSocket& socket = *sockets_[next_];
      next_ = (next_ + 1) % sockets_.size();
      if (connection.accept(socket)) return true;
    }
    return false;
  }

  // Until a connection has come, or the stop event: which of them, the next try finds out.
  void wait() const {
    epoll_event ready{};
    epoll_wait(epoll_, &ready, 1, kIdleMilliseconds);
  }

 private:
  void add(int descriptor, std::uint32_t events) const {
    epoll_event event{};
    event.events = events;
    if (epoll_ctl(epoll_, EPOLL_CTL_ADD, descriptor, &event) != 0)
      fail("cannot add a descriptor to epoll");
  }

  std::vector<const ListeningSocket*> sockets_;
  std::size_t next_ = 0;
  int epoll_;
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

Worker::Worker(Sockets sockets, ThreadCounts threads, MakeDispatcher make_dispatcher,
               core::Metrics& metrics)
    : sockets_(std::move(sockets)),
      drains_backlog_(sockets_.api.is_own()),
      make_dispatcher_(std::move(make_dispatcher)),
      metrics_(metrics),
      running_(threads.all),
      stop_event_(eventfd(0, EFD_CLOEXEC)),
      signs_of_life_(threads.all) {
  if (stop_event_ < 0) fail("cannot create an eventfd");
  if (FCGX_Init() != 0) throw std::runtime_error("FCGX_Init failed");
  threads_.reserve(threads.all);
  for (SignOfLife& sign : signs_of_life_) {
    sign = Clock::now().time_since_epoch().count();
    const bool takes_pages = sockets_.pages && threads_.size() >= threads.api_only;
    threads_.emplace_back([this, &sign, takes_pages] { run_thread(sign, takes_pages); });
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
  // From here nginx connects to other workers; who has connected already waits in the backlog, and
  // who is on the way in has a moment to arrive.
  if (drains_backlog_) {
    sockets_.api.remove_name();
    if (sockets_.pages) sockets_.pages->remove_name();
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

void Worker::run_thread(SignOfLife& sign_of_life, bool takes_pages) {
  const std::shared_ptr<Dispatcher> dispatcher = make_dispatcher_();
  std::vector<const ListeningSocket*> sockets{&sockets_.api};
  if (takes_pages) sockets.push_back(&*sockets_.pages);
  Intake intake(std::move(sockets), stop_event_);
  Connection connection;

  while (!stopping_ || drains_backlog_) {
    sign_of_life = Clock::now().time_since_epoch().count();
    if (intake.accept(connection)) {
      serve(connection, *dispatcher, metrics_);
    } else if (stopping_) {
      break;
    } else {
      intake.wait();
    }
  }
  --running_;
}

}  // namespace fcgi
