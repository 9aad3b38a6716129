// Visitor: a browser in which nobody has signed in yet.
#pragma once

#include <optional>
#include <string_view>

#include "core/security/secret_token.h"

namespace app {

// Refers to data that the request owns.
struct Visitor {
  core::SecretToken token;  // identifies the browser until somebody signs in
  std::string_view client_address;
  std::string_view known_browser;            // see app/sign_in/known_browser.h; may be empty
  std::optional<core::SecretToken> session;  // the browser's cookie; may have ended
};

}  // namespace app
