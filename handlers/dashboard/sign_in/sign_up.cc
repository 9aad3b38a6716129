// GET and POST /dashboard/sign-up, if the configuration allows sign-up
#include "app/sign_up.h"

#include "core/fields.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/sign_in/sign_up.html.h"
#include "handlers/endpoint.h"
#include "html/html.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

using html::Html;

// The errors in the submitted values; each may be empty.
struct SignUpProblems {
  std::string_view form = {};  // of the form as a whole
  std::string_view email = {};
  std::string_view account_name = {};
  std::string_view password = {};
};

struct SignUpField {
  std::string_view name;
  std::string_view label;
  Html attributes;
  std::string_view hint;
  std::string_view problem;
};

Html sign_up_field(const SignUpField& field, bool has_focus) {
  const bool is_wrong = !field.problem.empty();
  return sign_up_html::field(
      {.name = field.name,
       .label = field.label,
       .attributes = field.attributes,
       .autofocus = has_focus ? Html(" autofocus") : Html(),
       .aria_invalid = is_wrong ? Html(" aria-invalid=\"true\"") : Html(),
       .aria_describedby = is_wrong ? html::format("{}-problem ", field.name) : Html(),
       .problem_note =
           is_wrong ? sign_up_html::field_problem({.name = field.name, .problem = field.problem})
                    : Html(),
       .hint = field.hint});
}

// With the submitted values, except the password.
fcgi::Response sign_up_form(const Context& context, int status, const SignUpProblems& problems) {
  const std::string_view submitted_email = context.request.form_field("email");
  const SignUpField email{
      "email", "Email",
      html::format(" type=\"email\" maxlength=\"254\" autocomplete=\"username\" value=\"{}\"",
                   submitted_email),
      "You use it to sign in.", problems.email};
  const SignUpField account_name{
      "accountName", "Account name",
      html::format(" maxlength=\"100\" autocomplete=\"organization\" dir=\"auto\" value=\"{}\"",
                   context.request.form_field("accountName")),
      "Your name or your team’s. Visible to all members of the account.", problems.account_name};
  const SignUpField password{
      "password", "Password",
      Html(" type=\"password\" minlength=\"12\" maxlength=\"128\" autocomplete=\"new-password\""),
      "At least 12 characters. A phrase of several unrelated words works well.", problems.password};
  // Focuses the first field to fill in.
  const SignUpField& focused = !problems.email.empty() || submitted_email.empty() ? email
                               : problems.account_name.empty()                    ? password
                                                                                  : account_name;
  return narrow_page(
      context, status, "Sign up",
      sign_up_html::sign_up({.form_token = form_token_field(context),
                             .problem = pages::problem_note(problems.form),
                             .email = sign_up_field(email, &focused == &email),
                             .account_name = sign_up_field(account_name, &focused == &account_name),
                             .password = sign_up_field(password, &focused == &password)}));
}

// The error of a field, if any.
std::string problem_of(const core::FieldReader& reader, std::string_view field) {
  for (const core::Error& error : reader.errors())
    if (error.field == field) return form_problem(error);
  return {};
}

core::Result<fcgi::Response> show_sign_up(const Context& context) {
  return sign_up_form(context, 200, {});
}

core::Result<fcgi::Response> sign_up(const Context& context) {
  core::FieldReader reader(context.request.form());
  const auto account = app::read_new_account(reader);
  if (!account) {
    const std::string email = problem_of(reader, "email");
    const std::string account_name = problem_of(reader, "accountName");
    const std::string password = problem_of(reader, "password");
    return sign_up_form(context, 400,
                        {.email = email, .account_name = account_name, .password = password});
  }
  if (const auto problem = context.app.sign_up.create(*account, context.request.client_address())) {
    return form_refusal(*problem, [&](int status, std::string_view text) {
      return sign_up_form(context, status, {.form = text});
    });
  }
  return redirect(with_notice("/dashboard/sign-in", Notice::signed_up));
}

}  // namespace

std::vector<Endpoint> sign_up_endpoints() {
  return {{{.method = Method::get, .pattern = "/dashboard/sign-up", .access = Access::visitor},
           show_sign_up},
          {{.method = Method::post,
            .pattern = "/dashboard/sign-up",
            .access = Access::visitor,
            .adds = true},
           sign_up}};
}

}  // namespace handlers::dashboard
