// Where a request leads by the route table, and what is said where it leads nowhere.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "fcgi/request.h"
#include "fcgi/routing/route.h"

namespace fcgi {

// The routes that match a path; they share one pattern.
struct RouteMatch {
  const Route* any = nullptr;     // null: no pattern matches
  const Route* chosen = nullptr;  // null: none of them has the method
};

// Those that match the request, which gets what is in the pattern's placeholders.
RouteMatch match_routes(const std::vector<Route>& routes, Request& request);

// The page for signed-in users at a path; null if there is none.
const SignedInHandler* signed_in_page_at(const std::vector<Route>& routes, std::string_view path);

// The methods of the routes with the pattern of `match`, for the header Allow.
std::string allowed_methods(const std::vector<Route>& routes, const RouteMatch& match);

core::Error not_found();
// The same for a path of the API, with what is wrong about an ID in it.
core::Error unknown_path(const std::vector<Route>& routes, std::string_view path);

}  // namespace fcgi
