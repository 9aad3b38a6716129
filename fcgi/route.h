// Route: one line of the route table: which handler answers which method and path.
#pragma once

#include <functional>
#include <string_view>
#include <variant>
#include <vector>

#include "core/caller.h"
#include "core/result.h"
#include "core/scope.h"
#include "fcgi/request.h"
#include "fcgi/response.h"

namespace fcgi {

// Answers an API call whose key, rate limit, scope, media type and body's size have been checked.
using ApiHandler =
    std::function<core::Result<Response>(const Request& request, const core::Caller& caller)>;

// Answers anyone: share pages, and what the host itself asks.
using OpenHandler = std::function<core::Result<Response>(const Request& request)>;

struct Route {
  Method method = Method::get;
  // "/artifacts/{artifact_id}/share": a part in braces stands for any one part of a path, and the
  // handler gets it by that name. Of two patterns that fit, the one that stands first is meant.
  // API routes are reached below /api as well.
  std::string_view pattern;
  std::variant<ApiHandler, OpenHandler> handler;
  // What an API key must be allowed to do.
  core::Scopes scopes;

  bool is_api() const { return handler.index() == 0; }
};

// Everything that a dispatcher can reach.
struct RouteTable {
  std::vector<Route> routes;
  // How an error is told to somebody who opened a page (a path below /a/).
  std::function<Response(const Request& request, const core::Error& error)> page_error;
};

}  // namespace fcgi
