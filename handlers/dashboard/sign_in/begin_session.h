// What follows when a user has proved who they are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/security/secret_token.h"
#include "db/accounts/user_store.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "handlers/services.h"

namespace handlers::dashboard {

// Begins a session of this epoch for the user, under a new id. The session that the browser had
// until then, whoever's it was, is over.
core::SecretToken replace_session(Services& services, const fcgi::Request& request,
                                  const core::UserId& user, std::int64_t session_epoch);

// Sends the session's cookie with `response`.
void add_session_cookie(const Services& services, const core::SecretToken& token,
                        fcgi::Response& response);

// Whether `path` is a plain path of the dashboard: no other host, no scheme, no query.
bool is_dashboard_path(std::string_view path);

// Begins a session under a new id, notes it, and sends the user on to `next`, or to the dashboard's
// first page if that is not a path of the dashboard. To be called within a transaction, with what
// the user has proved themselves by if that is used up.
fcgi::Response begin_session(Services& services, const fcgi::Request& request,
                             const db::SignInRecord& user, const std::string& email,
                             std::string_view next);

// Notes that somebody has failed to prove that they are this user.
void note_failed_sign_in(Services& services, const fcgi::Request& request,
                         const db::SignInRecord& user, const std::string& email);

// Notes that the user has chosen a new password.
void note_changed_password(Services& services, const fcgi::Request& request,
                           const db::SignInRecord& user, const std::string& email);

}  // namespace handlers::dashboard
