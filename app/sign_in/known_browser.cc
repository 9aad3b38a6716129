#include "app/sign_in/known_browser.h"

#include <charconv>
#include <cstdint>

#include "core/clock.h"
#include "core/encodings/encoding.h"
#include "core/security/cryptography.h"
#include "core/security/secret_token.h"
#include "core/security/statement_signature.h"

namespace app {
namespace {

// EXPIRY.ID.SIGNATURE: when it expires (a Unix second), the browser's id, and the signature over
// both, the email address and the epoch. The address is hashed, as one chosen by an attacker could
// contain the other parts of a statement for somebody else.
std::string statement_of(const KnownUser& user, std::string_view end_and_id) {
  return std::string("known_browser:")
      .append(core::to_hexadecimal(core::sha256(user.email)))
      .append(":")
      .append(std::to_string(user.session_epoch))
      .append(":")
      .append(end_and_id);
}

}  // namespace

std::string known_browser_statement(const KnownUser& user, const core::SigningKeys& keys) {
  const std::int64_t end =
      core::now().unix_seconds() + std::chrono::seconds(kKnownBrowserLifetime).count();
  const std::string end_and_id = std::to_string(end) + '.' + core::SecretToken::generate().text();
  return end_and_id + '.' + core::sign_statement(statement_of(user, end_and_id), keys.current());
}

std::string known_browser_id(std::string_view statement, const KnownUser& user,
                             const core::SigningKeys& keys) {
  const std::size_t first = statement.find('.');
  const std::size_t last = statement.rfind('.');
  if (first == std::string_view::npos || first == last) return {};
  std::int64_t end = 0;
  std::from_chars(statement.data(), statement.data() + first, end);
  if (end <= core::now().unix_seconds()) return {};
  const bool is_ours = core::is_statement_signature(
      statement.substr(last + 1), statement_of(user, statement.substr(0, last)), keys);
  return is_ours ? std::string(statement.substr(first + 1, last - first - 1)) : std::string();
}

}  // namespace app
