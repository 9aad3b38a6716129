// GET and POST /dashboard/sign-in and /dashboard/sign-in/code: the password, then the second factor
// of users who have one; POST /dashboard/sign-out, and for every session of the user
// POST /dashboard/settings/profile/sign-out
#include "app/sign_in.h"

#include "app/profile.h"
#include "app/sign_up.h"
#include "fcgi/dashboard_gate.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/sign_in/browser.h"
#include "handlers/dashboard/sign_in/sign_in.html.h"
#include "handlers/endpoint.h"
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

fcgi::Response sign_in_form(const Context& context, int status, const SignInForm& form) {
  return narrow_page(
      context, status, "Sign in",
      sign_in_html::sign_in(
          {.form_token = form_token_field(context),
           .done = pages::done_note(form.done),
           .problem = pages::problem_note(form.problem),
           .next = form.next,
           .email = form.email,
           .email_focus = form.email.empty() ? Html(" autofocus") : Html(),
           .password_focus = form.problem.empty() || form.email.empty()
                                 ? Html()
                                 : Html(" autofocus aria-describedby=\"problem\""),
           .sign_up = context.app.sign_up.is_offered() ? sign_in_html::way_to_sign_up() : Html()}));
}

fcgi::Response code_form(const Context& context, int status, const core::SecretToken& token,
                         std::string_view next, std::string_view problem) {
  const Html token_field = pages::form_token_field(core::form_token(token));
  const Html described = problem.empty() ? Html() : Html(" aria-describedby=\"problem\"");
  return narrow_page(context, status, "Two-factor authentication",
                     sign_in_html::code_form({.form_token = token_field,
                                              .problem = pages::problem_note(problem),
                                              .next = next,
                                              .described = described}));
}

fcgi::Response signed_out() {
  fcgi::Response response = redirect("/dashboard/sign-in");
  response.header("Set-Cookie", fcgi::DashboardGate::no_session_cookie());
  // Drafts of artifacts (pages/assets/artifact_form.js).
  response.header("Clear-Site-Data", "\"storage\"");
  return response;
}

core::Result<fcgi::Response> show_sign_in(const Context& context) {
  const std::string next = context.request.query("next").value_or("");
  const bool is_unsaved = context.request.query("unsaved").has_value();  // fcgi/dashboard_gate.cc
  return sign_in_form(context, 200,
                      {.next = next,
                       .done = notice_of(context.request),
                       .problem = is_unsaved ? kSignedOut : std::string_view()});
}

core::Result<fcgi::Response> sign_in(const Context& context) {
  const std::string_view email = context.request.form_field("email");
  const std::string_view next = context.request.form_field("next");
  const auto signed_in = context.app.sign_in.with_password(visitor(context), email,
                                                           context.request.form_field("password"));
  if (!signed_in) {
    return form_refusal(signed_in.error(), [&](int status, std::string_view problem) {
      return sign_in_form(context, status, {.email = email, .next = next, .problem = problem});
    });
  }
  if (*signed_in) return redirect_signed_in(**signed_in, next);
  return redirect("/dashboard/sign-in/code" + (is_return_path(next)
                                                   ? '?' + core::write_form({{"next", next}})
                                                   : std::string()));
}

core::Result<fcgi::Response> show_sign_in_code(const Context& context) {
  if (!context.app.sign_in.awaits_code(visitor(context))) return redirect("/dashboard/sign-in");
  return code_form(context, 200, context.principal.browser(),
                   context.request.query("next").value_or(""), {});
}

core::Result<fcgi::Response> sign_in_code(const Context& context) {
  const std::string_view next = context.request.form_field("next");
  const auto signed_in = context.app.sign_in.with_code(
      visitor(context), {.code = context.request.form_field("code"),
                         .recovery_code = context.request.form_field("recoveryCode")});
  if (!signed_in) {
    return form_refusal(signed_in.error(), [&](int status, std::string_view problem) {
      return code_form(context, status, context.principal.browser(), next, problem);
    });
  }
  if (!*signed_in) return redirect("/dashboard/sign-in");
  return redirect_signed_in(**signed_in, next);
}

core::Result<fcgi::Response> sign_out(const Context& context) {
  context.app.profile.sign_out(context.principal);
  return signed_out();
}

core::Result<fcgi::Response> sign_out_everywhere(const Context& context) {
  if (const auto problem = context.app.profile.sign_out_everywhere(context.principal))
    return *problem;
  return signed_out();
}

}  // namespace

std::vector<Endpoint> sign_in_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/dashboard/sign-in", .access = Access::visitor},
       show_sign_in},
      {{.method = Method::post, .pattern = "/dashboard/sign-in", .access = Access::visitor},
       sign_in},
      {{.method = Method::get, .pattern = "/dashboard/sign-in/code", .access = Access::visitor},
       show_sign_in_code},
      {{.method = Method::post, .pattern = "/dashboard/sign-in/code", .access = Access::visitor},
       sign_in_code},
      {{.method = Method::post,
        .pattern = "/dashboard/sign-out",
        .access = Access::user,
        .also_if_account_disabled = true},
       sign_out},
      {{.method = Method::post,
        .pattern = "/dashboard/settings/profile/sign-out",
        .access = Access::user,
        .also_if_account_disabled = true},
       sign_out_everywhere}};
}

}  // namespace handlers::dashboard
