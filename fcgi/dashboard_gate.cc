#include "fcgi/dashboard_gate.h"

#include <algorithm>
#include <string>

#include "core/account.h"
#include "core/text/form.h"
#include "core/time.h"

namespace fcgi {
namespace {

using core::Error;
using core::ErrorCode;

constexpr std::string_view kSessionCookie = "__Host-session";
constexpr std::string_view kVisitorCookie = "__Host-visitor";
constexpr std::string_view kCookieAttributes = "; Path=/; Secure; HttpOnly; SameSite=Lax";
constexpr std::string_view kSignIn = "/dashboard/sign-in";
constexpr std::string_view kSignOut = "/dashboard/sign-out";

std::string cookie(std::string_view name, std::string_view value) {
  return std::string(name) + '=' + std::string(value) + std::string(kCookieAttributes);
}

// The sign-in page, with the requested page to return to.
std::string sign_in_for(const Request& request, bool keeps_query) {
  if (request.path() == "/dashboard") return std::string(kSignIn);
  if (keeps_query) {
    return std::string(kSignIn) + '?' +
           core::write_form({{"next", request.parameter("REQUEST_URI")}});
  }
  // A path that matches a route needs no encoding.
  return std::string(kSignIn) + "?next=" + std::string(request.path());
}

}  // namespace

std::optional<core::SecretToken> DashboardGate::session_token(const Request& request) {
  return core::SecretToken::parse(request.cookie(kSessionCookie));
}

std::string DashboardGate::session_cookie(const core::SecretToken& token, std::int64_t seconds) {
  return cookie(kSessionCookie, token.text()) + "; Max-Age=" + std::to_string(seconds);
}

std::string DashboardGate::no_session_cookie() {
  return cookie(kSessionCookie, "") + "; Max-Age=0";
}

std::optional<Error> DashboardGate::refuse_form(
    const Request& request, const std::optional<core::SecretToken>& cookie) const {
  if (request.method() != Method::post) return std::nullopt;
  if (request.parameter("HTTP_ORIGIN") != origin_)
    return Error{ErrorCode::forbidden,
                 "this form was submitted from another site; open the page directly and try again"};
  if (!cookie || !core::is_form_token(request.form_field("form_token"), *cookie))
    return Error{ErrorCode::forbidden, "this form has expired; reload the page and try again"};
  return std::nullopt;
}

std::optional<Error> DashboardGate::refuse_too_many_forms(const Request& request,
                                                          const core::Principal& user) {
  if (request.method() != Method::post) return std::nullopt;
  const core::RateLimit limit = rate_limiter_.count_form(user);
  if (limit.allowed) return std::nullopt;
  const std::int64_t wait = limit.reset - core::now().unix_seconds();
  return Error{ErrorCode::rate_limited,
               "you submitted more than " + std::to_string(limit.limit) +
                   " forms within a minute; nothing was saved",
               {},
               std::chrono::seconds(std::max<std::int64_t>(1, wait))};
}

// The sign-in page after a form was submitted: says that nothing was saved, and returns to the
// form's page.
std::string DashboardGate::sign_in_for_form(const Request& request,
                                            const PageFinder& page_at) const {
  if (request.parameter("HTTP_ORIGIN") != origin_ || request.path() == kSignOut)
    return std::string(kSignIn);
  std::string_view next = request.parameter("HTTP_REFERER");
  next = next.starts_with(origin_) ? next.substr(origin_.size()) : std::string_view();
  const std::string_view path = next.substr(0, next.find('?'));
  if (const Route* page = page_at(path)) {
    if (!page->keeps_query) next = path;
  } else {
    // Many forms are sent to the path of their page.
    page = page_at(request.path());
    next = page != nullptr && !page->keeps_query ? request.path() : std::string_view();
  }
  return std::string(kSignIn) + '?' + core::write_form({{"unsaved", "1"}, {"next", next}});
}

core::Result<Response> DashboardGate::pass_user(const Request& request, const Route& route,
                                                const PageFinder& page_at,
                                                const FormReader& read_form) {
  const auto token = session_token(request);
  auto user = token ? sessions_.find(*token) : std::nullopt;
  if (!user) {
    return Response::see_other(request.method() == Method::post
                                   ? sign_in_for_form(request, page_at)
                                   : sign_in_for(request, route.keeps_query));
  }
  user->client_address = request.client_address();
  if (auto problem = read_form()) return *std::move(problem);
  if (const auto refusal = refuse_form(request, token)) return *refusal;
  if (const auto refusal = refuse_too_many_forms(request, *user)) return *refusal;
  if (route.access == Access::owner)
    if (auto refusal = user->refuse_unless_owner()) return *std::move(refusal);
  if (user->account_disabled && request.method() == Method::post && !route.also_if_account_disabled)
    return core::account_disabled(*user->account_disabled);
  return route.handler(request, *user);
}

core::Result<Response> DashboardGate::pass_visitor(const Request& request, const Route& route) {
  const auto known = core::SecretToken::parse(request.cookie(kVisitorCookie));
  if (const auto refusal = refuse_form(request, known)) return *refusal;
  core::Principal visitor;
  visitor.client_address = request.client_address();
  visitor.cookie = known ? known : core::SecretToken::generate();
  core::Result<Response> response = route.handler(request, visitor);
  if (response && !known)
    response->header("Set-Cookie", cookie(kVisitorCookie, visitor.browser().text()));
  return response;
}

}  // namespace fcgi
