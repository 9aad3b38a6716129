// A connection to a PostgreSQL that stops in the middle of an answer.
#include "db/connection/postgres.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include "core/descriptor.h"
#include "core/error.h"

namespace {

using namespace std::string_view_literals;

// A message of the protocol (PostgreSQL's manual, "Message Formats"): its type, its length, its
// text.
std::string message(char type, std::string_view text) {
  const auto length = static_cast<std::uint32_t>(text.size() + 4);
  std::string bytes(1, type);
  for (const unsigned shift : {24U, 16U, 8U, 0U}) bytes += static_cast<char>(length >> shift);
  return bytes.append(text);
}

const std::string kAuthenticated = message('R', std::string(4, '\0'));
const std::string kReady = message('Z', "I");
const std::string kError = message('E', "SERROR\0C23505\0Mduplicate key\0\0"sv);

// A server with one client, which it lets in. Gives `answer` to the first statement, and then
// nothing more, as if it were stopped.
class StoppingServer {
 public:
  explicit StoppingServer(std::string answer) : answer_(std::move(answer)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    if (bind(listening_.number(), generic, size) != 0 || listen(listening_.number(), 1) != 0 ||
        getsockname(listening_.number(), generic, &size) != 0)
      throw std::runtime_error("no server");
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  StoppingServer(const StoppingServer&) = delete;
  StoppingServer& operator=(const StoppingServer&) = delete;
  ~StoppingServer() { thread_.join(); }

  std::string url() const {
    return "host=127.0.0.1 user=test sslmode=disable gssencmode=disable port=" +
           std::to_string(port_);
  }

 private:
  // Until the client closes the connection, or for longer than a test waits.
  void serve() const {
    const core::Descriptor client(accept4(listening_.number(), nullptr, nullptr, SOCK_CLOEXEC),
                                  "accept4");
    for (const std::string& answer : {kAuthenticated + kReady, answer_, std::string()}) {
      std::array<char, 4096> asked{};
      pollfd readable{client.number(), POLLIN, 0};
      if (poll(&readable, 1, 10'000) != 1 ||
          recv(client.number(), asked.data(), asked.size(), 0) <= 0)
        return;
      send(client.number(), answer.data(), answer.size(), MSG_NOSIGNAL);
    }
  }

  const core::Descriptor listening_{socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket"};
  const std::string answer_;
  int port_ = 0;
  std::thread thread_;
};

// How a statement ends that the server answers so far only.
void expect_unavailable_in_time(std::string answer) {
  constexpr db::Statement kStatement{"test", "select 1"};
  const StoppingServer server(std::move(answer));
  db::Connector connector(server.url(), {.connect = std::chrono::seconds(5),
                                         .statement = std::chrono::milliseconds(200)});
  const auto begin = std::chrono::steady_clock::now();
  {
    db::Postgres postgres(connector);
    EXPECT_THROW(postgres.write(kStatement), core::Unavailable);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST(Postgres, DoesNotWaitForAServerThatStopsBeforeItsAnswer) { expect_unavailable_in_time({}); }

TEST(Postgres, DoesNotWaitForAServerThatStopsAfterAnError) { expect_unavailable_in_time(kError); }

}  // namespace
