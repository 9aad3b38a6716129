// Visitor: a browser with which nobody is signed in, or not yet.
#pragma once

#include <optional>
#include <string_view>

#include "core/security/secret_token.h"

namespace app {

// Refers to what the request owns.
struct Visitor {
  core::SecretToken token;  // which browser it is, until somebody is signed in
  std::string_view client_address;
  std::string_view known_browser;            // see app/accounts/known_browser.h; may be empty
  std::optional<core::SecretToken> session;  // that the browser has had, alive or not
};

}  // namespace app
