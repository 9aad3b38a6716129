#include "handlers/dashboard/page_response.h"

#include "handlers/dashboard/form_problem.h"
#include "handlers/private_headers.h"
#include "pages/dashboard/message_page.h"

namespace handlers::dashboard {
namespace {

// Nothing is loaded from other hosts and the pages cannot be framed. Browsers send Origin with
// forms, which identifies forms of other sites.
fcgi::Response with_headers(fcgi::Response response) {
  add_private_headers(response,
                      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                      "font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; "
                      "form-action 'self'; frame-ancestors 'none'",
                      "same-origin");
  return response;
}

}  // namespace

fcgi::Response page(int status, html::Html html) {
  return with_headers(fcgi::Response::html(status, std::move(html).str()));
}

fcgi::Response error_page(const core::Error& error) {
  const int status = core::http_status(error.code);
  fcgi::Response response =
      page(status, pages::dashboard::message_page(status, form_problem(error)));
  response.error_headers(error);
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
