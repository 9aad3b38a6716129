#include "handlers/dashboard/page_response.h"

#include "handlers/dashboard/form_problem.h"
#include "handlers/page_response.h"
#include "pages/dashboard/message_page.h"

namespace handlers::dashboard {
namespace {

// As those of share pages, but that nothing foreign is loaded, nobody may frame the pages, and the
// browser says on forms where they come from.
fcgi::Response with_headers(fcgi::Response response) {
  response.header("Content-Security-Policy",
                  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                  "font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; "
                  "form-action 'self'; frame-ancestors 'none'");
  response.header("Referrer-Policy", "same-origin");
  response.header("Cache-Control", "private, no-store");
  response.header("X-Robots-Tag", "noindex");
  add_isolation_headers(response);
  return response;
}

}  // namespace

fcgi::Response page(int status, pages::Html html) {
  return with_headers(fcgi::Response::html(status, std::move(html).str()));
}

fcgi::Response error_page(const core::Error& error) {
  const int status = core::http_status(error.code);
  fcgi::Response response = page(status, pages::dashboard::message_page(status, form_problem(error)));
  if (error.code == core::ErrorCode::unavailable) response.header("Retry-After", "1");
  return response;
}

fcgi::Response redirect(std::string path) {
  return with_headers(fcgi::Response::see_other(std::move(path)));
}

app::Actor actor(const core::Session& session, const fcgi::Request& request) {
  return app::Actor::user(session, request.client_address());
}

pages::dashboard::Viewer viewer(const core::Session& session, const std::string& form_token) {
  return {
      session.email, session.account_name, form_token, session.role == core::Role::owner,
      session.account_disabled ? std::string_view(*session.account_disabled) : std::string_view()};
}

}  // namespace handlers::dashboard
