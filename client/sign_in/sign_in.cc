#include "client/sign_in/sign_in.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <system_error>
#include <thread>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "client/command_line.h"
#include "client/terminal/terminal.h"
#include "core/descriptor.h"
#include "core/security/cryptography.h"
#include "core/security/tokens.h"
#include "core/text/encodings.h"
#include "core/text/form.h"

namespace client {
namespace {

constexpr std::chrono::minutes kTimeToDecide{10};

bool is_given(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

std::string value_of(const core::FormFields& fields, std::string_view name) {
  const auto found = fields.find(name);
  return found == fields.end() ? std::string() : found->second;
}

// Opens the page in another thread, as some browsers only return when they are closed. Returns an
// eventfd that becomes readable if no browser opens.
std::shared_ptr<const core::Descriptor> open_page(const std::string& url) {
  auto gives_up =
      std::make_shared<const core::Descriptor>(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), "eventfd");
  std::thread([url, gives_up] {
    if (!open_in_browser(url, kTimeToDecide)) eventfd_write(gives_up->number(), 1);
  }).detach();
  return gives_up;
}

Failure not_signed_in(const std::string& why) { return {ExitStatus::not_permitted, why}; }

std::string code_in(const core::FormFields& answer, const AuthorizationServer& server) {
  // RFC 9207: a response from another service must not be used with this one.
  if (value_of(answer, "iss") != server.issuer())
    throw not_signed_in("the response in the browser was not from " + server.issuer());
  const std::string error = value_of(answer, "error");
  if (error == "access_denied") throw not_signed_in("the access was denied in the browser");
  if (!error.empty()) {
    throw not_signed_in(without_control_characters("the service refused: " + error + ' ' +
                                                   value_of(answer, "error_description")));
  }
  return value_of(answer, "code");
}

using std::chrono::seconds;

constexpr seconds kUsualInterval{5};
constexpr seconds kLongestInterval{60};
constexpr seconds kUsualCodeLifetime{600};
constexpr seconds kLongestCodeLifetime = std::chrono::days(1);

// Nothing after a temporary failure of the connection; the code is still valid.
std::optional<std::variant<Tokens, TokenError>> poll_once(AuthorizationServer& server,
                                                          const std::string& form) {
  try {
    return server.request_tokens(form);
  } catch (const NetworkFailure& failure) {
    if (!failure.is_temporary()) throw;
    return std::nullopt;
  }
}

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

// The head of a request, or what the browser has sent of it if it then sends nothing for a while.
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

// The query of a request for the callback; empty for any other request.
std::string_view query_of(std::string_view head) {
  constexpr std::string_view kStart = "GET ";
  const std::string_view line = head.substr(0, head.find("\r\n"));
  if (!line.starts_with(kStart)) return {};
  const std::string_view target =
      line.substr(kStart.size(), line.find(' ', kStart.size()) - kStart.size());
  return target.starts_with(kPath) ? target.substr(kPath.size()) : std::string_view();
}

}  // namespace

bool has_browser() {
  return is_given("BROWSER") || is_given("DISPLAY") || is_given("WAYLAND_DISPLAY");
}

std::optional<Tokens> sign_in_with_browser(AuthorizationServer& server) {
  LoopbackListener listener;
  const std::string verifier = core::SecretToken::generate().text();
  const std::string state = core::SecretToken::generate().text();
  const std::string challenge = core::to_base64url(core::sha256(verifier));
  const std::string redirect_uri = listener.redirect_uri();
  const std::string url =
      server.authorization_url(core::write_form({{"response_type", "code"},
                                                 {"client_id", kClientId},
                                                 {"redirect_uri", redirect_uri},
                                                 {"state", state},
                                                 {"code_challenge", challenge},
                                                 {"code_challenge_method", "S256"},
                                                 {"resource", server.issuer()}}));
  print_note("Opening your browser to sign in. If nothing opens, go to:\n" + url);
  const auto gives_up = open_page(url);
  const auto answer = listener.wait(state, kTimeToDecide, gives_up->number());
  if (!answer) {
    eventfd_t times = 0;
    if (eventfd_read(gives_up->number(), &times) == 0) return std::nullopt;
    throw not_signed_in("nobody signed in within ten minutes");
  }
  const std::string code = code_in(*answer, server);
  auto outcome = server.request_tokens(core::write_form({{"grant_type", "authorization_code"},
                                                         {"code", code},
                                                         {"redirect_uri", redirect_uri},
                                                         {"code_verifier", verifier}}));
  if (const auto* error = std::get_if<TokenError>(&outcome)) {
    throw not_signed_in(without_control_characters("the service refused: " + error->code + ' ' +
                                                   error->description));
  }
  return std::get<Tokens>(std::move(outcome));
}

Tokens sign_in_on_other_device(AuthorizationServer& server) {
  const Answer begun = server.begin_device_sign_in();
  print_note(without_control_characters("To sign in, open " + begun.string("verification_uri") +
                                        " on any device and enter the code " +
                                        begun.string("user_code")));
  const std::string form =
      core::write_form({{"grant_type", "urn:ietf:params:oauth:grant-type:device_code"},
                        {"device_code", begun.string("device_code")}});
  const auto end =
      std::chrono::steady_clock::now() +
      seconds_in(begun, "expires_in", kLongestCodeLifetime).value_or(kUsualCodeLifetime);
  auto interval = seconds_in(begun, "interval", kLongestInterval).value_or(kUsualInterval);
  while (std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(interval);
    auto outcome = poll_once(server, form);
    if (!outcome) continue;
    if (auto* tokens = std::get_if<Tokens>(&*outcome)) return std::move(*tokens);
    const auto& error = std::get<TokenError>(*outcome);
    if (error.code == "slow_down") {
      interval += kUsualInterval;
    } else if (error.code == "access_denied") {
      throw Failure(ExitStatus::not_permitted, "the access was denied");
    } else if (error.code == "expired_token") {
      break;
    } else if (error.code != "authorization_pending") {
      throw Failure(ExitStatus::not_permitted,
                    without_control_characters("the service refused: " + error.code + ' ' +
                                               error.description));
    }
  }
  throw Failure(ExitStatus::not_permitted, "the code has expired; run `artifact login` again");
}

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
  // Short, as browsers open connections in advance, and one without a request delays the others.
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
  // Another page may redirect the browser here too.
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
