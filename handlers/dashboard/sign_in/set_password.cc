// GET and POST /dashboard/set-password?token=…, behind a link that is good once
#include "app/sign_in.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/sign_in/browser.h"
#include "pages/dashboard/sign_in/set_password_page.h"

namespace handlers::dashboard {
namespace {

core::Result<fcgi::Response> set_password_form(int status, app::SignIn& sign_in,
                                               const core::SecretToken& token,
                                               std::string_view link, std::string_view problem) {
  const auto email = sign_in.find_password_link(link);
  if (!email) return email.error();
  const std::string form_token = core::form_token(token);
  return page(status, pages::dashboard::set_password_page({form_token, link, *email, problem}));
}

}  // namespace

core::Result<fcgi::Response> show_set_password(app::SignIn& sign_in, const fcgi::Request& request,
                                               const core::SecretToken& token) {
  return set_password_form(200, sign_in, token, request.query("token").value_or(""), {});
}

core::Result<fcgi::Response> set_password(app::SignIn& sign_in, const fcgi::Request& request,
                                          const core::SecretToken& token) {
  const std::string_view link = request.form_field("token");
  const auto signed_in =
      sign_in.by_password_link(visitor(request, token), link, request.form_field("password"));
  if (!signed_in) {
    return form_refusal(signed_in.error(), [&](int status, std::string_view problem) {
      return set_password_form(status, sign_in, token, link, problem);
    });
  }
  if (!*signed_in) return redirect("/dashboard/sign-in");
  return redirect_signed_in(**signed_in, {});
}

}  // namespace handlers::dashboard
