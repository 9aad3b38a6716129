#include "pages/dashboard/sign_in/sign_up_page.h"

#include "pages/forms.h"
#include "pages/frame.h"

namespace pages::dashboard {
namespace {

using html::Html;

struct Field {
  std::string_view name;
  std::string_view label;
  html::Html attributes;
  std::string_view hint;
  std::string_view problem;
};

html::Html field(const Field& field, bool has_focus) {
  const bool is_wrong = !field.problem.empty();
  return html::format(
      "<label for=\"{}\">{}</label>\n"
      "<input id=\"{}\" name=\"{}\" required{}{}{} aria-describedby=\"{}{}-hint\">\n"
      "{}"
      "<p class=\"hint\" id=\"{}-hint\">{}</p>\n",
      field.name, field.label, field.name, field.name, field.attributes,
      has_focus ? html::Html(" autofocus") : html::Html(),
      is_wrong ? html::Html(" aria-invalid=\"true\"") : html::Html(),
      is_wrong ? html::format("{}-problem ", field.name) : html::Html(), field.name,
      is_wrong ? html::format("<p class=\"field-problem\" id=\"{}-problem\">{}</p>\n", field.name,
                              field.problem)
               : html::Html(),
      field.name, field.hint);
}

}  // namespace

html::Html sign_up_page(const SignUpForm& form) {
  const Field email{
      "email", "Email",
      html::format(" type=\"email\" maxlength=\"254\" autocomplete=\"username\" value=\"{}\"",
                   form.email),
      "You use it to sign in.", form.email_problem};
  const Field account_name{
      "accountName", "Account name",
      html::format(" maxlength=\"100\" autocomplete=\"organization\" dir=\"auto\" value=\"{}\"",
                   form.account_name),
      "Your name or your team’s. Visible to all members of the account.",
      form.account_name_problem};
  const Field password{
      "password", "Password",
      html::Html(
          " type=\"password\" minlength=\"12\" maxlength=\"128\" autocomplete=\"new-password\""),
      "At least 12 characters. A phrase of several unrelated words works well.",
      form.password_problem};
  // Focuses the first field to fill in.
  const Field& focused = !form.email_problem.empty() || form.email.empty() ? email
                         : form.account_name_problem.empty()               ? password
                                                                           : account_name;
  return narrow_frame(
      "Sign up",
      html::format("<h1>Sign up</h1>\n"
                   "<form method=\"post\" action=\"/dashboard/sign-up\" class=\"fields\">\n"
                   "{}{}{}{}{}"
                   "<button>Sign up</button>\n"
                   "</form>\n"
                   "<p class=\"hint\">Already have an account? <a href=\"/dashboard/sign-in\">Sign "
                   "in</a></p>\n",
                   form_token_field(form.form_token), problem_note(form.problem),
                   field(email, &focused == &email), field(account_name, &focused == &account_name),
                   field(password, &focused == &password)));
}

}  // namespace pages::dashboard
