// GET and POST /dashboard/sign-in/code: the second factor, after the password
#include "app/sign_in.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/sign_in/browser.h"
#include "pages/dashboard/settings/second_factor_page.h"

namespace handlers::dashboard {
namespace {

fcgi::Response code_form(int status, const core::SecretToken& token, std::string_view next,
                         std::string_view problem) {
  const std::string form_token = core::form_token(token);
  return page(status, pages::dashboard::second_factor_page({form_token, next, problem}));
}

}  // namespace

core::Result<fcgi::Response> show_sign_in_code(app::SignIn& sign_in, const fcgi::Request& request,
                                               const core::SecretToken& token) {
  if (!sign_in.awaits_code(visitor(request, token))) return redirect("/dashboard/sign-in");
  return code_form(200, token, request.query("next").value_or(""), {});
}

core::Result<fcgi::Response> sign_in_code(app::SignIn& sign_in, const fcgi::Request& request,
                                          const core::SecretToken& token) {
  const std::string_view next = request.form_field("next");
  const auto signed_in = sign_in.with_code(
      visitor(request, token),
      {.code = request.form_field("code"), .recovery_code = request.form_field("recoveryCode")});
  if (!signed_in) {
    return form_refusal(signed_in.error(), [&](int status, std::string_view problem) {
      return code_form(status, token, next, problem);
    });
  }
  if (!*signed_in) return redirect("/dashboard/sign-in");
  return redirect_signed_in(**signed_in, next);
}

}  // namespace handlers::dashboard
