// Routes: the handlers for methods and paths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/principal.h"
#include "fcgi/request.h"
#include "fcgi/response.h"

namespace fcgi {

// Who may call a route, and what is checked before its handler is called.
enum class Access : std::uint8_t {
  // A program, with an API key or an access token: an API call. Its key, rate limit, scopes, the
  // names of its query parameters, media type and body size have been checked.
  key,
  // An API call whose path has the credential in place of a key: the address of an upload. Checked
  // as one with the key or token of the program that asked for it, but its body is a file of any
  // type, and its scopes are left to the use case.
  upload,
  // An API call without a key, rate-limited by network.
  network,
  // A public page, or an operational endpoint. Only share pages are rate-limited, and not all.
  anyone,
  // A page or form of the dashboard for signed-in users, or for owners of accounts only. Others are
  // redirected to the sign-in page. Forms are checked as fcgi/dashboard_gate.h says.
  user,
  owner,
  // A page or form of the dashboard for visitors who are not signed in. They have a cookie of their
  // own, so that forms are checked as those of users.
  visitor,
};

using Handler =
    std::function<core::Result<Response>(const Request& request, const core::Principal& principal)>;

// Route: what a method and path lead to, and how its requests are treated.
struct Route {
  Method method = Method::get;
  // "/artifacts/{artifact_id}/share": a placeholder in braces matches one path segment that is a
  // well-formed ID of its kind (routes.cc), which Request::path_id() returns. In the API, an
  // external ID stands for that of an artifact: "ext:nightly", which may be percent-encoded. The
  // first pattern that matches is used. API routes are also available under /api.
  std::string_view pattern;
  Access access = Access::key;
  // The scopes that a program needs.
  core::Scopes scopes = {};
  // It adds data, and is rejected if the database has no space (handlers/endpoint.h).
  bool adds = false;
  // It creates the artifact that an external ID in its path stands for, if there is none.
  bool may_create = false;
  // The body of an API call can be a file, or a form with files, besides JSON. The form of a page
  // can have a file.
  bool takes_files = false;
  // The JSON of an API call that takes no files may still have content of any size. That of others
  // has at most 1 MiB.
  bool takes_content = false;
  // The body of a POST without a key is a text that the handler reads, not a form.
  bool takes_text = false;
  // The MCP server: accepts access tokens for it, and names itself in the challenge of a 401. Pages
  // of other origins are rejected, even with a key: programs on the user's own machine call it, and
  // a page must not be able to use them (DNS rebinding). Each message has its own rules.
  bool serves_mcp = false;
  // Users of a disabled account may submit the form too: they need it to protect their account.
  bool also_if_account_disabled = false;
  // After signing in, a user returns to the page with its query.
  bool keeps_query = false;
  // It belongs to a share link, but only nginx counts its requests, so that they cost little and
  // use up no views of a network. Its rate-limit headers are those of views.
  bool is_limited_by_front = false;
  // The names of the query parameters of an API call; "KEY" in one stands for any text. A call with
  // any other is rejected.
  std::vector<std::string_view> query_parameters = {};
  Handler handler = {};

  bool is_api() const {
    return access == Access::key || access == Access::upload || access == Access::network;
  }
  bool is_for_users() const { return access == Access::user || access == Access::owner; }
};

// The types of files that can be the body of some API calls.
struct FileTypes {
  // By a media type without parameters, in lower case.
  std::function<bool(std::string_view media_type)> contain;
  std::string names;  // for error messages: "application/pdf, text/csv"
};

struct RouteTable {
  std::vector<Route> routes;
  FileTypes file_types = {};
  // The parameters of the Bearer challenge of the MCP server (RFC 6750, 3), `realm="…"`.
  std::string mcp_challenge = {};
  // Renders an error as a page (for a path under /a/ or /dashboard, or an unknown path in a
  // browser).
  std::function<Response(const Request& request, const core::Error& error)> page_error;
  // Whether the error for an unknown path is a page, as for a person who opened it in a browser.
  std::function<bool(const Request& request)> wants_page;
};

// Patterns of paths: "/artifacts/{artifact_id}/share". A placeholder in braces is named after a
// kind of ID, and matches one segment that is a well-formed one. Throws std::logic_error for a
// pattern with a placeholder of another name.

// Whether the path matches the pattern. Sets `ids` to the IDs for its placeholders.
bool matches(std::string_view pattern, std::string_view path, std::vector<PathId>& ids);

// A segment of a path that should be an ID, but is not valid.
struct MalformedPart {
  std::string rule;         // what the ID should be
  std::string_view parent;  // the pattern before it: "/artifacts"
  bool is_attempt = false;  // it begins as such an ID does
};

// The first such segment, if the path otherwise matches the pattern.
std::optional<MalformedPart> malformed_part(std::string_view pattern, std::string_view path);

// Finds the route of a request in the route table, and the error if there is none.

// The routes that match a path; they share one pattern.
struct RouteMatch {
  const Route* any = nullptr;     // null: no pattern matches
  const Route* chosen = nullptr;  // null: none of them has the method
};

// The routes that match the request. Gives the request the IDs for the pattern's placeholders.
RouteMatch match_routes(const std::vector<Route>& routes, Request& request);

// The page for signed-in users at a path; null if there is none.
const Route* signed_in_page_at(const std::vector<Route>& routes, std::string_view path);

// The methods of the routes with the pattern of `match`, for the header Allow.
std::string allowed_methods(const std::vector<Route>& routes, const RouteMatch& match);

// A response, and what the log and the metrics record of the request.
struct Answer {
  Response response;
  std::string_view route;  // the pattern; empty if no route matches the path
  std::optional<core::AccountId> account;
  std::optional<std::size_t> endpoint;  // its index in the route table, if one was reached
};

core::Error not_found();
// The same for a path of the API, with what is wrong with an ID in it.
core::Error unknown_path(const std::vector<Route>& routes, std::string_view path);

}  // namespace fcgi
