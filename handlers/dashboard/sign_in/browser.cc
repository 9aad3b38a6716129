#include "handlers/dashboard/sign_in/browser.h"

#include <algorithm>
#include <chrono>

#include "app/sign_in.h"
#include "core/text/text.h"
#include "fcgi/dashboard_gate.h"
#include "handlers/dashboard/page.h"

namespace handlers::dashboard {
namespace {

constexpr std::string_view kKnownBrowserCookie = "__Host-known";
// The page whose content depends on its query.
constexpr std::string_view kAuthorizationPath = "/oauth/authorize";

bool is_path_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '/' || c == '-' || c == '_';
}

// Whether RFC 3986 allows the character in a query; the others have to be encoded.
bool is_query_character(char c) {
  return core::is_letter_or_digit(c) ||
         std::string_view("-._~!$&'()*+,;=:@/?%").find(c) != std::string_view::npos;
}

}  // namespace

app::Visitor visitor(const Context& context) {
  return {.token = context.principal.browser(),
          .client_address = context.request.client_address(),
          .known_browser = context.request.cookie(kKnownBrowserCookie),
          .session = fcgi::DashboardGate::session_token(context.request)};
}

void add_cookies(const app::SignedIn& signed_in, fcgi::Response& response) {
  const core::NewSession& session = signed_in.session;
  response.header("Set-Cookie",
                  fcgi::DashboardGate::session_cookie(session.token, session.lifetime.count()));
  response.header("Set-Cookie",
                  std::string(kKnownBrowserCookie) + '=' + signed_in.known_browser +
                      "; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=" +
                      std::to_string(std::chrono::seconds(app::kKnownBrowserLifetime).count()));
}

bool is_return_path(std::string_view next) {
  const std::string_view path = next.substr(0, next.find('?'));
  const std::string_view query = next.substr(path.size());
  if (path != kAuthorizationPath && !query.empty()) return false;
  const bool is_own = path == kAuthorizationPath || path.starts_with("/dashboard/");
  return is_own && std::all_of(path.begin(), path.end(), is_path_character) &&
         std::all_of(query.begin(), query.end(), is_query_character);
}

fcgi::Response redirect_signed_in(const app::SignedIn& signed_in, std::string_view next) {
  fcgi::Response response =
      redirect(is_return_path(next) ? std::string(next) : std::string("/dashboard/artifacts"));
  add_cookies(signed_in, response);
  return response;
}

}  // namespace handlers::dashboard
