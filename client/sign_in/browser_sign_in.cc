#include "client/sign_in/browser_sign_in.h"

#include <chrono>
#include <cstdlib>
#include <memory>
#include <thread>

#include <sys/eventfd.h>

#include "client/failure.h"
#include "client/sign_in/loopback_listener.h"
#include "client/terminal/desktop.h"
#include "client/terminal/message.h"
#include "core/descriptor.h"
#include "core/encodings/encoding.h"
#include "core/security/cryptography.h"
#include "core/security/secret_token.h"

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

// Opens the page beside this thread, as some browsers only return when they are closed. What is
// returned, an eventfd, becomes readable if none opens.
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
  // RFC 9207: an answer of another service must not be used with this one.
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

}  // namespace client
