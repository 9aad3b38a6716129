// Renews the tokens of a service.
//
// A refresh token works once: the service treats a second use as theft and ends the sign-in. So
// commands that run at the same time renew one after the other, and a later one takes over what an
// earlier one has stored.
#pragma once

#include "client/hosts/host.h"
#include "client/service/http_connection.h"

namespace client {

// Whether the access token has expired or is about to.
bool needs_renewal(const Tokens& tokens);

// The tokens that take the place of `former`, which are stored. Throws Failure if the sign-in has
// ended, and NetworkFailure, also if the service is too busy: the caller waits, and others go on.
Tokens renew_tokens(const Host& host, const Tokens& former, HttpConnection& connection);

}  // namespace client
