#include "client/sign_in/loopback_listener.h"

#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>

namespace client {
namespace {

constexpr int kBacklog = 16;
constexpr std::size_t kLongestRequest = 16384;
constexpr std::string_view kPath = "/callback?";

[[noreturn]] void fail_to_listen() {
  throw std::system_error(errno, std::generic_category(), "cannot listen on this machine");
}

int make_socket() { return socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0); }

sockaddr* general(sockaddr_in& address) {
  return reinterpret_cast<sockaddr*>(&address);  // NOLINT: the interface of sockets
}

// The head of a request; what there is of it if the browser sends no more for a while.
std::string read_head(const core::Descriptor& connection) {
  std::string head;
  std::array<char, 2048> buffer{};
  while (head.size() < kLongestRequest && head.find("\r\n\r\n") == std::string::npos) {
    const ssize_t count = recv(connection.number(), buffer.data(), buffer.size(), 0);
    if (count <= 0) break;
    head.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return head;
}

void answer(const core::Descriptor& connection, std::string_view status, std::string_view text) {
  const std::string page =
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>artifact</title><p>" +
      std::string(text);
  const std::string response =
      "HTTP/1.1 " + std::string(status) +
      "\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: " +
      std::to_string(page.size()) +
      "\r\nConnection: close\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n"
      "Content-Security-Policy: default-src 'none'\r\nX-Content-Type-Options: nosniff\r\n\r\n" +
      page;
  std::string_view rest = response;
  while (!rest.empty()) {
    const ssize_t count = send(connection.number(), rest.data(), rest.size(), MSG_NOSIGNAL);
    if (count <= 0) return;
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
}

// The query of a request for the callback; empty of any other.
std::string_view query_of(std::string_view head) {
  constexpr std::string_view kStart = "GET ";
  const std::string_view line = head.substr(0, head.find("\r\n"));
  if (!line.starts_with(kStart)) return {};
  const std::string_view target =
      line.substr(kStart.size(), line.find(' ', kStart.size()) - kStart.size());
  return target.starts_with(kPath) ? target.substr(kPath.size()) : std::string_view();
}

}  // namespace

LoopbackListener::LoopbackListener() : socket_(make_socket()) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  if (!socket_.is_open() || bind(socket_.number(), general(address), length) != 0 ||
      listen(socket_.number(), kBacklog) != 0 ||
      getsockname(socket_.number(), general(address), &length) != 0)
    fail_to_listen();
  port_ = ntohs(address.sin_port);
}

std::string LoopbackListener::redirect_uri() const {
  return "http://127.0.0.1:" + std::to_string(port_) + "/callback";
}

std::optional<core::FormFields> LoopbackListener::answer_next(const std::string& state) {
  const core::Descriptor connection(accept4(socket_.number(), nullptr, nullptr, SOCK_CLOEXEC));
  if (!connection.is_open()) return std::nullopt;
  // Browsers open connections in advance; one without a request holds up the others for as long.
  const timeval patience{.tv_sec = 2, .tv_usec = 0};
  setsockopt(connection.number(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  setsockopt(connection.number(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  const std::string head = read_head(connection);
  const std::string_view query = query_of(head);
  if (query.empty()) {
    answer(connection, "404 Not Found", "There is nothing here.");
    return std::nullopt;
  }
  auto fields = core::parse_form(query);
  const auto given = fields ? fields->find("state") : core::FormFields::iterator();
  // Another page may send the browser here too.
  if (!fields || given == fields->end() || given->second != state) {
    answer(connection, "400 Bad Request", "This is not the response that artifact is waiting for.");
    return std::nullopt;
  }
  answer(connection, "200 OK",
         fields->contains("code")
             ? "You are signed in. Close this page and go back to the terminal."
             : "You are not signed in. Close this page and go back to the terminal.");
  return *std::move(fields);
}

std::optional<core::FormFields> LoopbackListener::wait(const std::string& state,
                                                       std::chrono::seconds timeout, int give_up) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + timeout;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    if (left.count() <= 0) return std::nullopt;
    std::array<pollfd, 2> waited{{{socket_.number(), POLLIN, 0}, {give_up, POLLIN, 0}}};
    const int ready = poll(waited.data(), waited.size(), static_cast<int>(left.count()));
    if (ready < 0 && errno != EINTR) fail_to_listen();
    if (ready <= 0) continue;
    if ((waited[0].revents & POLLIN) != 0) {
      if (auto fields = answer_next(state)) return fields;
    } else if (waited[1].revents != 0) {
      return std::nullopt;
    }
  }
}

}  // namespace client
