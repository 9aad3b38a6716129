// Signs in with the browser of this machine: the authorization code grant with PKCE (RFC 7636),
// whose response the browser delivers to a loopback address (RFC 8252).
#pragma once

#include <optional>

#include "client/sign_in/authorization_server.h"

namespace client {

// Whether there is a desktop whose browser can be opened.
bool has_browser();

// Opens the service's page and waits until the user has decided there. Nothing if no browser opens.
// Throws Failure if the user refuses, or does not decide within ten minutes.
std::optional<Tokens> sign_in_with_browser(AuthorizationServer& server);

}  // namespace client
