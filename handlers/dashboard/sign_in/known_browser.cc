#include "handlers/dashboard/sign_in/known_browser.h"

#include <charconv>

#include "core/clock.h"
#include "core/operation/configuration.h"
#include "core/security/secret_token.h"
#include "core/security/statement_signature.h"

namespace handlers::dashboard {
namespace {

constexpr std::string_view kCookie = "__Host-known";
constexpr std::int64_t kSeconds = std::int64_t{90} * 24 * 3600;

// END.ID.SIGNATURE: until when it counts (a Unix second), which browser it is, and that the service
// has said both of this address.
std::string statement_of(std::string_view email, std::string_view end_and_id) {
  return std::string("known_browser:").append(email).append(":").append(end_and_id);
}

}  // namespace

std::string known_browser(const Services& services, const fcgi::Request& request,
                          std::string_view email) {
  const std::string_view cookie = request.cookie(kCookie);
  const std::size_t first = cookie.find('.');
  const std::size_t last = cookie.rfind('.');
  if (first == std::string_view::npos || first == last) return {};
  std::int64_t end = 0;
  std::from_chars(cookie.data(), cookie.data() + first, end);
  if (end <= core::now().unix_seconds()) return {};
  const bool is_ours = core::is_statement_signature(cookie.substr(last + 1),
                                                    statement_of(email, cookie.substr(0, last)),
                                                    services.configuration.signing_keys);
  return is_ours ? std::string(cookie.substr(first + 1, last - first - 1)) : std::string();
}

std::string known_browser_cookie(const Services& services, std::string_view email) {
  const std::string end_and_id = std::to_string(core::now().unix_seconds() + kSeconds) + '.' +
                                 std::string(core::SecretToken::generate().text());
  return std::string(kCookie) + '=' + end_and_id + '.' +
         core::sign_statement(statement_of(email, end_and_id),
                              services.configuration.signing_keys.current()) +
         "; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=" + std::to_string(kSeconds);
}

}  // namespace handlers::dashboard
