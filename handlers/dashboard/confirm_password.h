// Asking somebody who is signed in for their password, before what a borrowed browser must not do.
#pragma once

#include <string_view>

#include "core/session.h"
#include "fcgi/request.h"
#include "handlers/services.h"

namespace handlers::dashboard {

enum class PasswordCheck { right, wrong, too_many_attempts };

// Attempts are counted as those of signing in are, but for the user.
PasswordCheck confirm_password(Services& services, const fcgi::Request& request,
                               const core::Session& session, std::string_view password);

// What to say about it to the person who typed the password, and with which status. Not for
// `right`.
std::string_view problem_of(PasswordCheck check);
int status_of(PasswordCheck check);

}  // namespace handlers::dashboard
