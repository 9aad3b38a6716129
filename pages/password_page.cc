#include "pages/password_page.h"

#include "pages/layout.h"

namespace pages {
namespace {

using html::Html;

// role=alert is announced only for elements that appear later, so the field refers to it as well.
Html described_by(PasswordProblem problem) {
  switch (problem) {
    case PasswordProblem::none:
      return {};
    case PasswordProblem::wrong:
      return html::format(" aria-invalid=\"true\" aria-describedby=\"problem\"");
    case PasswordProblem::too_many_attempts:
      return html::format(" aria-describedby=\"problem\"");
  }
  return {};
}

Html alert(PasswordProblem problem) {
  switch (problem) {
    case PasswordProblem::none:
      return {};
    case PasswordProblem::wrong:
      return html::format("<p class=\"problem\" role=\"alert\" id=\"problem\">{}</p>\n",
                          "Incorrect password. Check upper and lower case, and try again.");
    case PasswordProblem::too_many_attempts:
      return html::format("<p class=\"problem\" role=\"alert\" id=\"problem\">{}</p>\n",
                          "Too many incorrect passwords. Wait 15 minutes, then try again.");
  }
  return {};
}

}  // namespace

Html password_page(std::string_view form_action, PasswordProblem problem) {
  Html main = html::format(
      "<section class=\"message\">\n"
      "<h1>Password required</h1>\n"
      "<p>Ask the person who sent you this link for the password.</p>\n"
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
      {"Password required", {}, std::move(main), "notice", Presentation::whole_page, true});
}

Html embedded_password_page(std::string_view page) {
  Html main = html::format(
      "<section class=\"message\">\n"
      "<h1>Password required</h1>\n"
      "<p>Open this in a new tab to enter the password.</p>\n"
      "<a class=\"button\" href=\"{}\" target=\"_blank\" rel=\"noopener\">Open in a new tab</a>\n"
      "</section>\n",
      page);
  return lay_out({"Password required", {}, std::move(main), "notice", Presentation::embedded});
}

}  // namespace pages
