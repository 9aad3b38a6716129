// GET and POST /dashboard/sign-in and /dashboard/sign-in/code: the password, then the second factor
// of users who have one; POST /dashboard/sign-out, and for every session of the user
// POST /dashboard/settings/profile/sign-out
#include "app/sign_in.h"

#include "app/profile.h"
#include "app/sign_up.h"
#include "fcgi/dashboard_gate.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/sign_in/browser.h"
#include "html/html.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

using html::Html;

constexpr std::string_view kSignedOut =
    "You were signed out. Your last change was not saved. Sign in to continue.";

// As the form shows it; each may be empty.
struct SignInForm {
  std::string_view email = {};    // as submitted before
  std::string_view next = {};     // path to redirect to
  std::string_view done = {};     // result of the action that led here
  std::string_view problem = {};  // the error in the last attempt or form
};

fcgi::Response sign_in_form(int status, const app::SignUp& sign_up, const core::SecretToken& token,
                            const SignInForm& form) {
  return page(
      status,
      pages::narrow_frame(
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
              "<input id=\"password\" name=\"password\" type=\"password\" maxlength=\"512\" "
              "required "
              "autocomplete=\"current-password\"{}>\n"
              "<button>Sign in</button>\n"
              "</form>\n"
              "{}",
              pages::form_token_field(core::form_token(token)), pages::done_note(form.done),
              pages::problem_note(form.problem), form.next, form.email,
              form.email.empty() ? Html(" autofocus") : Html(),
              // A problem without an email concerns what led here.
              form.problem.empty() || form.email.empty()
                  ? Html()
                  : Html(" autofocus aria-describedby=\"problem\""),
              sign_up.is_offered() ? Html("<p class=\"hint\">No account yet? "
                                          "<a href=\"/dashboard/sign-up\">Sign up</a></p>\n")
                                   : Html())));
}

fcgi::Response code_form(int status, const core::SecretToken& token, std::string_view next,
                         std::string_view problem) {
  const Html token_field = pages::form_token_field(core::form_token(token));
  const Html described = problem.empty() ? Html() : Html(" aria-describedby=\"problem\"");
  return page(
      status,
      pages::narrow_frame(
          "Two-factor authentication",
          html::format(
              "<h1>Two-factor authentication</h1>\n"
              "<form method=\"post\" action=\"/dashboard/sign-in/code\" class=\"fields\">\n"
              "{}{}"
              "<input type=\"hidden\" name=\"next\" value=\"{}\">\n"
              "<label for=\"code\">Code from your authenticator app</label>\n"
              "<input id=\"code\" name=\"code\" inputmode=\"numeric\" maxlength=\"10\" required "
              "autofocus autocomplete=\"one-time-code\"{}>\n"
              "<button>Sign in</button>\n"
              "</form>\n"
              "<details>\n"
              "<summary>Use a recovery code</summary>\n"
              "<form method=\"post\" action=\"/dashboard/sign-in/code\" class=\"fields\">\n"
              "{}"
              "<input type=\"hidden\" name=\"next\" value=\"{}\">\n"
              "<label for=\"recovery\">Recovery code</label>\n"
              "<input id=\"recovery\" name=\"recoveryCode\" maxlength=\"40\" required "
              "autocomplete=\"off\" autocapitalize=\"none\" spellcheck=\"false\">\n"
              "<button>Sign in with recovery code</button>\n"
              "</form>\n"
              "</details>\n"
              "<p class=\"hint\"><a href=\"/dashboard/sign-in\">Sign in as a different "
              "user</a></p>\n",
              token_field, pages::problem_note(problem), next, described, token_field, next)));
}

fcgi::Response signed_out() {
  fcgi::Response response = redirect("/dashboard/sign-in");
  response.header("Set-Cookie", fcgi::DashboardGate::no_session_cookie());
  return response;
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

core::Result<fcgi::Response> sign_out(app::Profile& profile, const fcgi::Request& request,
                                      const core::Session& session) {
  profile.sign_out(actor(session, request), session.token);
  return signed_out();
}

core::Result<fcgi::Response> sign_out_everywhere(app::Profile& profile,
                                                 const fcgi::Request& request,
                                                 const core::Session& session) {
  if (const auto problem = profile.sign_out_everywhere(actor(session, request))) return *problem;
  return signed_out();
}

}  // namespace handlers::dashboard
