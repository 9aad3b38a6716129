#include "handlers/dashboard/sign_in/browser.h"

#include <algorithm>
#include <chrono>

#include "app/accounts/known_browser.h"
#include "fcgi/dashboard_gate.h"
#include "handlers/dashboard/page_response.h"

namespace handlers::dashboard {
namespace {

constexpr std::string_view kKnownBrowserCookie = "__Host-known";

}  // namespace

app::Visitor visitor(const fcgi::Request& request, const core::SecretToken& token) {
  return {.token = token,
          .client_address = request.client_address(),
          .known_browser = request.cookie(kKnownBrowserCookie),
          .session = fcgi::DashboardGate::session_token(request)};
}

void add_session_cookie(const core::NewSession& session, fcgi::Response& response) {
  response.header("Set-Cookie",
                  fcgi::DashboardGate::session_cookie(session.token, session.lifetime.count()));
}

bool is_dashboard_path(std::string_view path) {
  return path.starts_with("/dashboard/") && std::all_of(path.begin(), path.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '/' || c == '-' ||
                  c == '_';
         });
}

fcgi::Response redirect_signed_in(const app::SignedIn& signed_in, std::string_view next) {
  fcgi::Response response =
      redirect(is_dashboard_path(next) ? std::string(next) : std::string("/dashboard/artifacts"));
  add_session_cookie(signed_in.session, response);
  response.header("Set-Cookie",
                  std::string(kKnownBrowserCookie) + '=' + signed_in.known_browser +
                      "; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=" +
                      std::to_string(std::chrono::seconds(app::kKnownBrowserLifetime).count()));
  return response;
}

}  // namespace handlers::dashboard
