// A browser in which a user has signed in keeps a signed statement of that. Its sign-in attempts
// are counted separately, so that guessing the password from elsewhere cannot lock the user out.
// The statement alone grants no access.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "core/security/share_token.h"

namespace app {

inline constexpr std::chrono::hours kKnownBrowserLifetime{90 * 24};

// The statement for a browser to keep. `email` is in canonical form.
std::string known_browser_statement(std::string_view email, const core::SigningKeys& keys);

// The browser's id if the statement is genuine and for this address; otherwise empty.
std::string known_browser_id(std::string_view statement, std::string_view email,
                             const core::SigningKeys& keys);

}  // namespace app
