#include "handlers/dashboard/known_browser.h"

#include <algorithm>
#include <charconv>

#include "core/clock.h"
#include "core/configuration.h"
#include "core/cryptography.h"
#include "core/encoding.h"
#include "core/secret_token.h"

namespace handlers::dashboard {
namespace {

constexpr std::string_view kCookie = "__Host-known";
constexpr std::int64_t kSeconds = std::int64_t{90} * 24 * 3600;

// END.ID.SIGNATURE: until when it counts (a Unix second), which browser it is, and that the service
// has said both of this address.
std::string signature(const core::SigningKey& key, std::string_view email,
                      std::string_view end_and_id) {
  const std::string statement =
      std::string("known_browser:").append(email).append(":").append(end_and_id);
  return core::to_base64url(core::hmac_sha256(key.secret, statement));
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
  const auto& keys = services.configuration.signing_keys.all();
  const bool is_ours = std::any_of(keys.begin(), keys.end(), [&](const core::SigningKey& key) {
    return core::equal_in_constant_time(
        core::as_bytes(cookie.substr(last + 1)),
        core::as_bytes(signature(key, email, cookie.substr(0, last))));
  });
  return is_ours ? std::string(cookie.substr(first + 1, last - first - 1)) : std::string();
}

std::string known_browser_cookie(const Services& services, std::string_view email) {
  const std::string end_and_id = std::to_string(core::now().unix_seconds() + kSeconds) + '.' +
                                 std::string(core::SecretToken::generate().text());
  return std::string(kCookie) + '=' + end_and_id + '.' +
         signature(services.configuration.signing_keys.current(), email, end_and_id) +
         "; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=" + std::to_string(kSeconds);
}

}  // namespace handlers::dashboard
