#include "pages/password_page.h"

#include "pages/layout.h"

namespace pages {
namespace {

// Role alert speaks only where an element appears later, so the field names it as well.
Html described_by(PasswordProblem problem) {
  switch (problem) {
    case PasswordProblem::none:
      return {};
    case PasswordProblem::wrong:
      return html(" aria-invalid=\"true\" aria-describedby=\"problem\"");
    case PasswordProblem::too_many_attempts:
      return html(" aria-describedby=\"problem\"");
  }
  return {};
}

Html alert(PasswordProblem problem) {
  switch (problem) {
    case PasswordProblem::none:
      return {};
    case PasswordProblem::wrong:
      return html("<p class=\"problem\" role=\"alert\" id=\"problem\">{}</p>\n",
                  "That password is not right. Please try again.");
    case PasswordProblem::too_many_attempts:
      return html("<p class=\"problem\" role=\"alert\" id=\"problem\">{}</p>\n",
                  "There were too many wrong passwords. Please try again in a while.");
  }
  return {};
}

}  // namespace

Html password_page(std::string_view form_action, PasswordProblem problem) {
  Html main = html(
      "<section class=\"message\">\n"
      "<h1>This link needs a password</h1>\n"
      "<p>Whoever sent you the link can tell you the password.</p>\n"
      "<form method=\"post\" action=\"{}\" class=\"unlock\">\n"
      "{}"
      "<label for=\"password\">Password</label>\n"
      "<input id=\"password\" name=\"password\" type=\"password\" maxlength=\"512\" required "
      "autofocus autocomplete=\"current-password\"{}>\n"
      "<button type=\"submit\">Open</button>\n"
      "</form>\n"
      "</section>\n",
      form_action, alert(problem), described_by(problem));
  return lay_out(
      {"Password needed", {}, std::move(main), "notice", Presentation::whole_page, true});
}

Html embedded_password_page(std::string_view page) {
  Html main = html(
      "<section class=\"message\">\n"
      "<h1>This needs a password</h1>\n"
      "<p>It opens in a tab of its own, where you are asked for the password.</p>\n"
      "<a class=\"button\" href=\"{}\" target=\"_blank\" rel=\"noopener\">Open in a new tab</a>\n"
      "</section>\n",
      page);
  return lay_out({"Password needed", {}, std::move(main), "notice", Presentation::embedded});
}

}  // namespace pages
