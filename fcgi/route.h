// Route: one line of the route table: which handler answers which method and path.
#pragma once

#include <functional>
#include <string_view>
#include <variant>
#include <vector>

#include "core/identity/caller.h"
#include "core/identity/scope.h"
#include "core/identity/session.h"
#include "core/result.h"
#include "core/security/secret_token.h"
#include "fcgi/request.h"
#include "fcgi/response.h"

namespace fcgi {

// Answers an API call whose key, rate limit, scope, media type and body's size have been checked.
using ApiHandler =
    std::function<core::Result<Response>(const Request& request, const core::Caller& caller)>;

// Answers an API call that needs no key. It is counted by its caller all the same.
using KeylessHandler = std::function<core::Result<Response>(const Request& request)>;

// Answers anyone who opens a page, and what the host itself asks. Not counted.
struct OpenHandler {
  std::function<core::Result<Response>(const Request& request)> answer;
};

// Answers a page or a form of the dashboard for somebody who is signed in. Others are sent to sign
// in. A form is only let through if it was made for this session by a page of this service.
struct SignedInHandler {
  std::function<core::Result<Response>(const Request& request, const core::Session& session)>
      answer;
  // The least that the user must be.
  core::Role role = core::Role::member;
  // Whether a form is taken from users of a disabled account, who may otherwise only look.
  bool also_if_account_disabled = false;
};

// Answers a page or a form of the dashboard for somebody who is not signed in, known by a cookie
// for the sake of forms: these are let through as those of SignedInHandler are.
struct VisitorHandler {
  std::function<core::Result<Response>(const Request& request, const core::SecretToken& visitor)>
      answer;
};

struct Route {
  Method method = Method::get;
  // "/artifacts/{artifact_id}/share": a part in braces stands for any one part of a path, and the
  // handler gets it by that name. {artifact_id}, {share_id}, {key_id} and {user_id} stand for ids
  // of the right form alone. Of two patterns that fit, the one that stands first is meant. API
  // routes are reached below /api as well.
  std::string_view pattern;
  std::variant<ApiHandler, KeylessHandler, OpenHandler, SignedInHandler, VisitorHandler> handler;
  // What an API key must be allowed to do.
  core::Scopes scopes;

  bool is_api() const {
    return std::holds_alternative<ApiHandler>(handler) ||
           std::holds_alternative<KeylessHandler>(handler);
  }
};

// Everything that a dispatcher can reach.
struct RouteTable {
  std::vector<Route> routes;
  // How an error is told to somebody who opened a page (a path below /a/ or /dashboard).
  std::function<Response(const Request& request, const core::Error& error)> page_error;
};

}  // namespace fcgi
