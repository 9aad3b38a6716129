// GET and POST /dashboard/set-password?token=…, behind a link that is good once
#include "app/sign_in.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/sign_in/browser.h"
#include "html/html.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

using html::Html;

core::Result<fcgi::Response> set_password_form(int status, app::SignIn& sign_in,
                                               const core::SecretToken& token,
                                               std::string_view link, std::string_view problem) {
  const auto email = sign_in.find_password_link(link);
  if (!email) return email.error();
  return page(
      status,
      pages::narrow_frame(
          "Choose a password",
          html::format(
              "<h1>Choose a password</h1>\n"
              "<form method=\"post\" action=\"/dashboard/set-password\" class=\"fields\">\n"
              "{}{}"
              "<input type=\"hidden\" name=\"token\" value=\"{}\">\n"
              "<label for=\"email\">Email</label>\n"
              "<input id=\"email\" type=\"email\" autocomplete=\"username\" value=\"{}\" "
              "readonly>\n"
              "<label for=\"password\">New password</label>\n"
              "<input id=\"password\" name=\"password\" type=\"password\" minlength=\"12\" "
              "maxlength=\"128\" required autofocus autocomplete=\"new-password\" "
              "aria-describedby=\"rule{}\">\n"
              "<p class=\"hint\" id=\"rule\">At least 12 characters. A phrase of several unrelated "
              "words works well.</p>\n"
              "<button>Set password</button>\n"
              "</form>\n",
              pages::form_token_field(core::form_token(token)), pages::problem_note(problem), link,
              *email, problem.empty() ? "" : " problem")));
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
