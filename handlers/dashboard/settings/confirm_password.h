// Asking somebody who is signed in for their password, before what a borrowed browser must not do.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "core/identity/session.h"
#include "core/result.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "handlers/services.h"

namespace handlers::dashboard {

struct PasswordCheck {
  int refusal = 0;               // the status to answer with; 0 if the password is right
  std::string problem;           // what to say about it to the person who typed it
  std::chrono::seconds wait{0};  // after too many attempts
};

// Attempts are counted as those of signing in are, but for the user. Errors: unavailable if the
// password cannot be looked at now.
core::Result<PasswordCheck> confirm_password(Services& services, const fcgi::Request& request,
                                             const core::Session& session,
                                             std::string_view password);

// The form with the refusal, which says to programs, too, when to try again.
fcgi::Response with_refusal(const PasswordCheck& check, fcgi::Response response);

}  // namespace handlers::dashboard
