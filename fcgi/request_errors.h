// The errors of requests that no handler answers, which API calls and pages have in common.
#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <vector>

#include "core/error.h"
#include "core/principal.h"
#include "fcgi/request.h"
#include "fcgi/routes.h"

namespace fcgi {

// nginx rejects some requests itself and passes them on, so that the error has the format of the
// API or is a page. The status with which it has rejected this one, if it has.
std::optional<int> status_from_nginx(const Request& request);
// The error for it; a body may have `most_bytes`.
core::Error refused_by_nginx(int status, std::size_t most_bytes);

core::Error method_not_allowed(const std::vector<Route>& routes, const RouteMatch& match);
core::Error rate_limited(const core::RateLimit& limit);

// Logs an exception that a handler has thrown. Unavailable if it says so, a timeout if a statement
// took too long, otherwise an internal error.
core::Error unexpected(const Request& request, const std::exception_ptr& failure);

}  // namespace fcgi
