// A browser that somebody has signed in with keeps a signed statement that says so. Its attempts to
// sign in as them are counted apart, so whoever guesses at a password from elsewhere cannot shut
// its user out. It opens nothing by itself.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "core/security/share_token.h"

namespace app {

inline constexpr std::chrono::hours kKnownBrowserLifetime{90 * 24};

// What a browser keeps by which it is known for this address in canonical form.
std::string state_known_browser(std::string_view email, const core::SigningKeys& keys);

// The browser's id, if this is such a statement for the address; else empty.
std::string known_browser_id(std::string_view statement, std::string_view email,
                             const core::SigningKeys& keys);

}  // namespace app
