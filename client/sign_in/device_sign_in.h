// Signs in where there is no browser: the user enters a code on another device (RFC 8628).
#pragma once

#include "client/sign_in/authorization_server.h"

namespace client {

// Shows the code on standard error, and waits until the user has decided. Throws Failure if the
// user refuses, or the code expires.
Tokens sign_in_on_other_device(AuthorizationServer& server);

}  // namespace client
