// GET and POST /dashboard/sign-in
#include "app/sign_in.h"

#include "app/sign_up.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/sign_in/browser.h"
#include "pages/dashboard/sign_in/sign_in_page.h"

namespace handlers::dashboard {
namespace {

constexpr std::string_view kSignedOut =
    "You were signed out. Your last change was not saved. Sign in to continue.";

fcgi::Response sign_in_form(int status, const app::SignUp& sign_up, const core::SecretToken& token,
                            pages::dashboard::SignInForm form) {
  const std::string form_token = core::form_token(token);
  form.form_token = form_token;
  form.offers_sign_up = sign_up.is_offered();
  return page(status, pages::dashboard::sign_in_page(form));
}

}  // namespace

core::Result<fcgi::Response> show_sign_in(app::SignUp& sign_up, const fcgi::Request& request,
                                          const core::SecretToken& token) {
  const std::string next = request.query("next").value_or("");
  const bool is_unsaved = request.query("unsaved").has_value();  // fcgi/dashboard_gate.cc
  return sign_in_form(200, sign_up, token,
                      {.next = next,
                       .done = notice_of(request),
                       .problem = is_unsaved ? kSignedOut : std::string_view()});
}

core::Result<fcgi::Response> sign_in(app::SignIn& sign_in, app::SignUp& sign_up,
                                     const fcgi::Request& request, const core::SecretToken& token) {
  const std::string_view email = request.form_field("email");
  const std::string_view next = request.form_field("next");
  const auto signed_in =
      sign_in.with_password(visitor(request, token), email, request.form_field("password"));
  if (!signed_in) {
    return form_refusal(signed_in.error(), [&](int status, std::string_view problem) {
      return sign_in_form(status, sign_up, token,
                          {.email = email, .next = next, .problem = problem});
    });
  }
  if (*signed_in) return redirect_signed_in(**signed_in, next);
  return redirect("/dashboard/sign-in/code" + (is_return_path(next)
                                                   ? '?' + core::write_form({{"next", next}})
                                                   : std::string()));
}

}  // namespace handlers::dashboard
