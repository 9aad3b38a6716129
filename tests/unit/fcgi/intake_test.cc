// Threads that share connections. ThreadSanitizer sees what each does with one before it reads or
// writes.
#include "fcgi/intake.h"

#include <array>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <fcgiapp.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/descriptor.h"

namespace {

constexpr unsigned kThreads = 4;
constexpr unsigned kThreadsForPages = 2;
constexpr unsigned kClients = 4;  // of each socket
constexpr unsigned kRequests = 200;
constexpr std::size_t kDescriptors = 1024;

std::string path_of(const std::string& name) {
  return testing::TempDir() + "intake-" + std::to_string(getpid()) + '-' + name;
}

core::Descriptor connected_to(const std::string& path) {
  core::Descriptor client(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket");
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, path.size());
  if (connect(client.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    throw std::runtime_error("cannot connect");
  return client;
}

// Sends requests of one byte, each after the response to the one before.
void call_again_and_again(const core::Descriptor& client) {
  char byte = 'x';
  for (unsigned request = 0; request < kRequests; ++request) {
    EXPECT_EQ(send(client.number(), &byte, 1, MSG_NOSIGNAL), 1);
    EXPECT_EQ(recv(client.number(), &byte, 1, 0), 1);
  }
}

// What the threads of a worker do, with responses that are the requests.
class Echo {
 public:
  explicit Echo(fcgi::Intake& intake) : intake_(intake) {
    for (unsigned i = 0; i < kThreads; ++i) threads_.emplace_back([this] { run(); });
  }
  void end() {
    intake_.end();
    for (std::thread& thread : threads_) thread.join();
  }

  unsigned served() const {
    unsigned sum = 0;
    for (const unsigned count : served_) sum += count;
    return sum;
  }
  unsigned most_pages() const { return most_pages_; }

 private:
  void run() {
    while (!intake_.has_ended()) {
      fcgi::Connection* connection = intake_.wait(std::chrono::milliseconds(100));
      while (connection != nullptr) {
        serve(*connection);
        connection = intake_.give_back(*connection);
      }
    }
  }

  void serve(fcgi::Connection& connection) {
    const bool is_page = connection.traffic() == fcgi::Traffic::pages;
    // Nothing here orders what two threads do with a connection; that is the intake's part.
    constexpr auto kUnordered = std::memory_order_relaxed;
    const auto at = static_cast<std::size_t>(connection.descriptor());
    EXPECT_FALSE(is_owned_.at(at).exchange(true, kUnordered));
    ++served_.at(at);
    if (is_page) {
      const unsigned pages = pages_.fetch_add(1, kUnordered) + 1;
      unsigned most = most_pages_.load(kUnordered);
      while (pages > most && !most_pages_.compare_exchange_weak(most, pages, kUnordered)) continue;
    }
    char byte = 0;
    const bool is_closed = recv(connection.descriptor(), &byte, 1, 0) != 1;
    if (!is_closed) {
      EXPECT_EQ(send(connection.descriptor(), &byte, 1, MSG_NOSIGNAL), 1);
    }
    if (is_page) pages_.fetch_sub(1, kUnordered);
    is_owned_.at(at).store(false, kUnordered);
    // The client has closed it, so this closes it too.
    if (is_closed) {
      EXPECT_FALSE(connection.read_request());
    }
  }

  fcgi::Intake& intake_;
  std::array<std::atomic<bool>, kDescriptors> is_owned_{};
  std::array<unsigned, kDescriptors> served_{};  // by descriptor
  std::atomic<unsigned> pages_ = 0;              // in progress
  std::atomic<unsigned> most_pages_ = 0;
  std::vector<std::thread> threads_;
};

TEST(Intake, GivesAConnectionToOneThreadAtATimeAndForgetsNone) {
  ASSERT_EQ(FCGX_Init(), 0);
  const std::string api = path_of("api.sock");
  const std::string pages = path_of("pages.sock");
  fcgi::Intake intake({fcgi::ListeningSocket::bind(api), fcgi::ListeningSocket::bind(pages)},
                      kThreadsForPages);
  Echo echo(intake);
  // All are closed after all are accepted, so each descriptor is of one connection.
  std::vector<core::Descriptor> clients;
  for (unsigned i = 0; i < kClients; ++i)
    for (const std::string& path : {api, pages}) clients.push_back(connected_to(path));
  std::vector<std::thread> calling;
  for (const core::Descriptor& client : clients)
    calling.emplace_back([&client] { call_again_and_again(client); });
  for (std::thread& thread : calling) thread.join();
  clients.clear();
  while (intake.connections() > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  echo.end();
  // Each was also given to a thread when it was closed.
  EXPECT_EQ(echo.served(), 2 * kClients * (kRequests + 1));
  EXPECT_GE(echo.most_pages(), 1U);
  EXPECT_LE(echo.most_pages(), kThreadsForPages);
}

}  // namespace
