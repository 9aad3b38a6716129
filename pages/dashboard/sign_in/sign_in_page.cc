#include "pages/dashboard/sign_in/sign_in_page.h"

#include "pages/forms.h"
#include "pages/frame.h"

namespace pages::dashboard {

using html::Html;

Html sign_in_page(const SignInForm& form) {
  return narrow_frame(
      "Sign in",
      html::format(
          "<h1>Sign in</h1>\n"
          "<form method=\"post\" action=\"/dashboard/sign-in\" class=\"fields\">\n"
          "{}{}{}"
          "<input type=\"hidden\" name=\"next\" value=\"{}\">\n"
          "<label for=\"email\">Email</label>\n"
          "<input id=\"email\" name=\"email\" type=\"email\" maxlength=\"254\" required "
          "autocomplete=\"username\" value=\"{}\"{}>\n"
          "<label for=\"password\">Password</label>\n"
          "<input id=\"password\" name=\"password\" type=\"password\" maxlength=\"512\" required "
          "autocomplete=\"current-password\"{}>\n"
          "<button>Sign in</button>\n"
          "</form>\n"
          "{}",
          form_token_field(form.form_token), done_note(form.done), problem_note(form.problem),
          form.next, form.email, form.email.empty() ? Html(" autofocus") : Html(),
          // A problem without an email concerns what led here.
          form.problem.empty() || form.email.empty()
              ? Html()
              : Html(" autofocus aria-describedby=\"problem\""),
          form.offers_sign_up ? Html("<p class=\"hint\">No account yet? "
                                     "<a href=\"/dashboard/sign-up\">Sign up</a></p>\n")
                              : Html()));
}

}  // namespace pages::dashboard
