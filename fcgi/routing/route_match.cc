#include "fcgi/routing/route_match.h"

#include <algorithm>
#include <utility>

#include "fcgi/routing/path_pattern.h"

namespace fcgi {
namespace {

constexpr std::string_view kApiPrefix = "/api";

// That there is a list at the path, and what it can be asked for; empty if there is none.
std::string list_at(const std::vector<Route>& routes, std::string_view path) {
  for (const Route& route : routes) {
    if (route.method != Method::get || route.pattern != path || route.query_parameters.empty())
      continue;
    std::string text = "GET " + std::string(path) + " lists what there is (query parameters: ";
    std::string_view separator;
    for (const std::string_view name : route.query_parameters) {
      text.append(separator).append(name);
      separator = ", ";
    }
    return text + "); ";
  }
  return {};
}

// Whether the path without a slash at its end is one of the API.
bool is_with_slash(const std::vector<Route>& routes, std::string_view path) {
  const std::string_view bare = path.substr(0, path.find_last_not_of('/') + 1);
  std::vector<PathId> ids;
  return bare.size() < path.size() &&
         std::any_of(routes.begin(), routes.end(), [&](const Route& route) {
           return route.is_api() && matches(route.pattern, bare, ids);
         });
}

}  // namespace

RouteMatch match_routes(const std::vector<Route>& routes, Request& request) {
  const std::string_view path = request.path();
  const bool below_api = path.starts_with(kApiPrefix) && path.substr(kApiPrefix.size(), 1) == "/";
  const Method method = request.method() == Method::head ? Method::get : request.method();
  RouteMatch match;
  std::vector<PathId> ids;
  for (const Route& route : routes) {
    if (match.any != nullptr && route.pattern != match.any->pattern) continue;
    if (match.any == nullptr) {
      const bool fitting = matches(route.pattern, path, ids) ||
                           (below_api && route.is_api() &&
                            matches(route.pattern, path.substr(kApiPrefix.size()), ids));
      if (!fitting) continue;
      match.any = &route;
    }
    if (route.method == method) match.chosen = &route;
  }
  if (match.any != nullptr) request.set_path_ids(std::move(ids));
  return match;
}

const SignedInHandler* signed_in_page_at(const std::vector<Route>& routes, std::string_view path) {
  std::vector<PathId> ids;
  for (const Route& route : routes) {
    if (route.method == Method::get && matches(route.pattern, path, ids))
      return std::get_if<SignedInHandler>(&route.handler);
  }
  return nullptr;
}

std::string allowed_methods(const std::vector<Route>& routes, const RouteMatch& match) {
  std::string methods;
  for (const Route& route : routes) {
    if (route.pattern != match.any->pattern) continue;
    if (!methods.empty()) methods += ", ";
    methods += to_string(route.method);
    if (route.method == Method::get) methods += ", HEAD";
  }
  if (match.any->is_api()) methods += ", OPTIONS";
  return methods;
}

core::Error not_found() { return {core::ErrorCode::not_found, "no resource at this path"}; }

core::Error unknown_path(const std::vector<Route>& routes, std::string_view path) {
  if (path.starts_with(kApiPrefix)) path.remove_prefix(kApiPrefix.size());
  if (is_with_slash(routes, path))
    return {core::ErrorCode::not_found, "no resource at this path; remove the slash at its end"};
  for (const Route& route : routes) {
    if (!route.is_api()) continue;
    const auto part = malformed_part(route.pattern, path);
    if (!part) continue;
    std::string message = "no resource at this path; ";
    if (!part->is_attempt) message += list_at(routes, part->parent);
    return {core::ErrorCode::not_found, message + part->rule};
  }
  return {core::ErrorCode::not_found,
          "no resource at this path; GET /openapi.json describes the API"};
}

}  // namespace fcgi
