#include "pages/dashboard/sign_in/set_password_page.h"

#include "pages/forms.h"
#include "pages/frame.h"

namespace pages::dashboard {

using html::Html;

Html set_password_page(const SetPasswordForm& form) {
  return narrow_frame(
      "Choose a password",
      html::format(
          "<h1>Choose a password</h1>\n"
          "<form method=\"post\" action=\"/dashboard/set-password\" class=\"fields\">\n"
          "{}{}"
          "<input type=\"hidden\" name=\"token\" value=\"{}\">\n"
          "<label for=\"email\">Email</label>\n"
          "<input id=\"email\" type=\"email\" autocomplete=\"username\" value=\"{}\" readonly>\n"
          "<label for=\"password\">New password</label>\n"
          "<input id=\"password\" name=\"password\" type=\"password\" minlength=\"12\" "
          "maxlength=\"128\" required autofocus autocomplete=\"new-password\" "
          "aria-describedby=\"rule{}\">\n"
          "<p class=\"hint\" id=\"rule\">At least 12 characters. A phrase of several unrelated "
          "words works well.</p>\n"
          "<button>Set password</button>\n"
          "</form>\n",
          form_token_field(form.form_token), problem_note(form.problem), form.link_token,
          form.email, form.problem.empty() ? "" : " problem"));
}

}  // namespace pages::dashboard
