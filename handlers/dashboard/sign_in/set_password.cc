// GET and POST /dashboard/set-password?token=…, behind a link that works once
#include "app/sign_in.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/sign_in/browser.h"
#include "handlers/dashboard/sign_in/set_password.html.h"
#include "handlers/endpoint.h"
#include "html/html.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

core::Result<fcgi::Response> set_password_form(const Context& context, int status,
                                               std::string_view link, std::string_view problem) {
  const auto email = context.app.sign_in.find_password_link(link);
  if (!email) return email.error();
  return narrow_page(
      context, status, "Choose a password",
      set_password_html::set_password({.form_token = form_token_field(context),
                                       .problem = pages::problem_note(problem),
                                       .link = link,
                                       .email = *email,
                                       .problem_id = problem.empty() ? "" : " problem"}));
}

core::Result<fcgi::Response> show_set_password(const Context& context) {
  return set_password_form(context, 200, context.request.query("token").value_or(""), {});
}

core::Result<fcgi::Response> set_password(const Context& context) {
  const std::string_view link = context.request.form_field("token");
  const auto signed_in = context.app.sign_in.by_password_link(
      visitor(context), link, context.request.form_field("password"));
  if (!signed_in) {
    return form_refusal(signed_in.error(), [&](int status, std::string_view problem) {
      return set_password_form(context, status, link, problem);
    });
  }
  if (!*signed_in) return redirect("/dashboard/sign-in");
  return redirect_signed_in(**signed_in, {});
}

}  // namespace

std::vector<Endpoint> set_password_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/dashboard/set-password", .access = Access::visitor},
       show_set_password},
      {{.method = Method::post, .pattern = "/dashboard/set-password", .access = Access::visitor},
       set_password}};
}

}  // namespace handlers::dashboard
