// GET and POST /dashboard/sign-up, if the configuration allows sign-up
#include "app/sign_up.h"

#include "core/fields.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "pages/dashboard/sign_in/sign_up_page.h"

namespace handlers::dashboard {
namespace {

// With the submitted values, except the password.
fcgi::Response sign_up_form(int status, const fcgi::Request& request,
                            const core::SecretToken& token, pages::dashboard::SignUpForm form) {
  const std::string form_token = core::form_token(token);
  form.form_token = form_token;
  form.email = request.form_field("email");
  form.account_name = request.form_field("accountName");
  return page(status, pages::dashboard::sign_up_page(form));
}

// The error of a field, if any.
std::string problem_of(const core::FieldReader& reader, std::string_view field) {
  for (const core::Error& error : reader.errors())
    if (error.field == field) return form_problem(error);
  return {};
}

}  // namespace

core::Result<fcgi::Response> show_sign_up(const fcgi::Request& request,
                                          const core::SecretToken& token) {
  return sign_up_form(200, request, token, {});
}

core::Result<fcgi::Response> sign_up(app::SignUp& sign_up, const fcgi::Request& request,
                                     const core::SecretToken& token) {
  core::FormFieldReader reader(request.form());
  const auto account = app::read_new_account(reader);
  if (!account) {
    const std::string email = problem_of(reader, "email");
    const std::string account_name = problem_of(reader, "accountName");
    const std::string password = problem_of(reader, "password");
    return sign_up_form(400, request, token,
                        {.email_problem = email,
                         .account_name_problem = account_name,
                         .password_problem = password});
  }
  if (const auto problem = sign_up.create(*account, request.client_address())) {
    return form_refusal(*problem, [&](int status, std::string_view text) {
      return sign_up_form(status, request, token, {.problem = text});
    });
  }
  return redirect(with_notice("/dashboard/sign-in", Notice::signed_up));
}

}  // namespace handlers::dashboard
