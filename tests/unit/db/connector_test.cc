// Which servers a connection string names, and how they are asked.
#include "db/connection/connector.h"

#include <chrono>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/error.h"

namespace {

using Servers = std::vector<db::Server>;

TEST(ServersOf, SplitsTheListsOfAConnectionString) {
  EXPECT_EQ(db::servers_of("host=a,b dbname=x"), (Servers{{"a", "", ""}, {"b", "", ""}}));
  EXPECT_EQ(db::servers_of("host=a,b port=5433,"), (Servers{{"a", "", "5433"}, {"b", "", "5432"}}));
  EXPECT_EQ(db::servers_of("host=a,b port=5433"), (Servers{{"a", "", ""}, {"b", "", ""}}));
  EXPECT_EQ(db::servers_of("host=a,b hostaddr=10.0.0.1,10.0.0.2"),
            (Servers{{"a", "10.0.0.1", ""}, {"b", "10.0.0.2", ""}}));
  EXPECT_EQ(db::servers_of("postgresql://user@a:5433,[::1]:5434/x?target_session_attrs=primary"),
            (Servers{{"a", "", "5433"}, {"::1", "", "5434"}}));
}

TEST(EnvironmentOf, PassesAConnectionStringToOtherPrograms) {
  const std::vector<std::pair<std::string, std::string>> variables =
      db::environment_of("host=a,b password='two words' keepalives=1 target_session_attrs=primary");
  const std::map<std::string, std::string> named(variables.begin(), variables.end());
  EXPECT_EQ(named.at("PGHOST"), "a,b");
  EXPECT_EQ(named.at("PGPASSWORD"), "two words");
  EXPECT_EQ(named.at("PGTARGETSESSIONATTRS"), "primary");
  EXPECT_FALSE(named.contains("PGPORT"));
  EXPECT_THROW(db::environment_of("no connection string"), std::runtime_error);
}

TEST(ServersOf, LeavesOtherFormatsToLibpq) {
  const Servers one{{}};
  EXPECT_EQ(db::servers_of(""), one);
  EXPECT_EQ(db::servers_of("host=a port=5433"), one);
  EXPECT_EQ(db::servers_of("host=a,,b"), one);
  EXPECT_EQ(db::servers_of("host=a,b port=1,2,3"), one);
  EXPECT_EQ(db::servers_of("host=a,b hostaddr=10.0.0.1"), one);
  EXPECT_EQ(db::servers_of("no connection string"), one);
}

// A server that takes connections and says nothing.
class SilentServer {
 public:
  SilentServer() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    if (bind(descriptor_, generic, size) != 0 || listen(descriptor_, 8) != 0 ||
        getsockname(descriptor_, generic, &size) != 0)
      throw std::runtime_error("no server");
    port_ = ntohs(address.sin_port);
  }
  SilentServer(const SilentServer&) = delete;
  SilentServer& operator=(const SilentServer&) = delete;
  ~SilentServer() { close(descriptor_); }

  std::string port() const { return std::to_string(port_); }
  // Whether somebody has connected.
  bool was_asked() const {
    pollfd descriptor{descriptor_, POLLIN, 0};
    return poll(&descriptor, 1, 0) > 0;
  }
  // Waits for somebody to connect; whoever it is finds the connection closed by close().
  int accept() const { return accept4(descriptor_, nullptr, nullptr, SOCK_CLOEXEC); }

 private:
  int descriptor_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int port_ = 0;
};

TEST(ConnectionString, IsRefusedWithTheReason) {
  for (const char* const right : {"host=a dbname=b", "postgres://user:word@host/name", "", " "})
    EXPECT_NO_THROW(db::check_connection_string(right)) << right;
  for (const auto& [wrong, reason] :
       {std::pair("host=a dbnam=b", "database_url: invalid connection option \"dbnam\""),
        std::pair("share", "database_url: missing \"=\" after \"share\"")}) {
    try {
      db::check_connection_string(wrong);
      ADD_FAILURE() << wrong;
    } catch (const std::runtime_error& refusal) {
      EXPECT_TRUE(std::string_view(refusal.what()).starts_with(reason)) << refusal.what();
    }
  }
}

TEST(Connector, TriesOtherServersIfOneDoesNotRespond) {
  const SilentServer first;
  const SilentServer second;
  db::Connector connector(
      "host=127.0.0.1,127.0.0.1 port=" + first.port() + ',' + second.port() + " sslmode=disable",
      {.connect = std::chrono::milliseconds(100)});
  EXPECT_THROW(connector.connect(), core::Unavailable);
  EXPECT_TRUE(first.was_asked());
  EXPECT_TRUE(second.was_asked());
}

TEST(Connector, ReportsTheErrorsOfAllServers) {
  db::Connector connector("host=127.0.0.1,127.0.0.2 port=1,2",
                          {.connect = std::chrono::seconds(5)});
  try {
    connector.connect();
    FAIL();
  } catch (const core::Unavailable& failure) {
    const std::string reasons = failure.what();
    EXPECT_NE(reasons.find("127.0.0.1"), std::string::npos) << reasons;
    EXPECT_NE(reasons.find("127.0.0.2"), std::string::npos) << reasons;
  }
}

TEST(Connector, LetsOneThreadRetryAfterAFailure) {
  const SilentServer server;
  db::Connector connector("host=127.0.0.1 sslmode=disable port=" + server.port(),
                          {.connect = std::chrono::hours(1)});
  const auto fail_on_a_thread = [&] {
    return std::thread([&] { EXPECT_THROW(connector.connect(), core::Unavailable); });
  };
  std::thread first = fail_on_a_thread();
  close(server.accept());
  first.join();

  std::thread again = fail_on_a_thread();
  const int connection = server.accept();
  EXPECT_THROW(connector.connect(), core::Unavailable);
  EXPECT_FALSE(server.was_asked());
  close(connection);
  again.join();

  std::thread later = fail_on_a_thread();
  close(server.accept());
  later.join();
}

}  // namespace
