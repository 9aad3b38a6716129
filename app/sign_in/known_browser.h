// A browser in which a user has signed in keeps a signed statement of that. Its sign-in attempts
// are counted separately, so that guessing the password from elsewhere cannot lock the user out.
// The statement alone grants no access. It is void once the user's sessions have ended together, as
// after a change of the password or of the second factor: who knew the former ones is not known.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/security/signing_keys.h"

namespace app {

inline constexpr std::chrono::hours kKnownBrowserLifetime{90 * 24};

// Who signs in: the email address in canonical form, and the epoch of the user's sessions.
struct KnownUser {
  std::string_view email;
  std::int64_t session_epoch = 0;
};

// The statement for a browser to keep.
std::string known_browser_statement(const KnownUser& user, const core::SigningKeys& keys);

// The browser's id if the statement is genuine and for this user; otherwise empty.
std::string known_browser_id(std::string_view statement, const KnownUser& user,
                             const core::SigningKeys& keys);

}  // namespace app
