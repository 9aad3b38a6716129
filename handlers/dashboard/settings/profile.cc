// GET and POST /dashboard/settings/profile, where POST changes the password
#include "app/profile.h"

#include <string>

#include "app/second_factors.h"
#include "core/fields.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/settings/profile.html.h"
#include "handlers/dashboard/sign_in/browser.h"
#include "handlers/endpoint.h"
#include "html/html.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

using html::Html;

// `recovery_codes`: how many are left; absent without a second factor.
Html second_factor(std::optional<int> recovery_codes) {
  if (!recovery_codes) return profile_html::second_factor_off();
  return profile_html::second_factor_on({std::to_string(*recovery_codes)});
}

std::string_view notice_of(std::string_view done) {
  if (done == "password") return "Password changed. Your other sessions were signed out.";
  if (done == "second-factor-off") return "Two-factor authentication is off.";
  return {};
}

core::Result<fcgi::Response> profile_response(const Context& context, int status,
                                              std::string_view done, std::string_view problem) {
  const auto codes = context.app.second_factors.recovery_codes(context.principal);
  if (!codes) return codes.error();
  const pages::SignedInUser user = signed_in_user(context);
  const Html token = form_token_field(context);
  return settings_page(context, status, pages::SettingsPage::profile,
                       profile_html::profile({.done = pages::done_note(done),
                                              .email = user.email,
                                              .account_name = user.account_name,
                                              .role = user.is_owner ? "Owner" : "Member",
                                              .token = token,
                                              .problem = pages::problem_note(problem),
                                              .problem_id = problem.empty() ? "" : " problem",
                                              .second_factor = second_factor(*codes)}));
}

core::Result<app::SignedIn> changed_password(const Context& context) {
  core::FieldReader reader(context.request.form());
  const auto change = app::read_password_change(
      reader, context.request.form_field("currentPassword"), context.principal.name);
  if (!change) return change.error();
  return context.app.profile.change_password(context.principal, *change);
}

core::Result<fcgi::Response> show_profile(const Context& context) {
  const std::string done = context.request.query("done").value_or("");
  return profile_response(context, 200, notice_of(done), {});
}

core::Result<fcgi::Response> change_password(const Context& context) {
  const auto renewed = changed_password(context);
  if (!renewed) {
    return form_refusal(renewed.error(), [&](int status, std::string_view problem) {
      return profile_response(context, status, {}, problem);
    });
  }
  fcgi::Response response = redirect("/dashboard/settings/profile?done=password");
  add_cookies(*renewed, response);
  return response;
}

}  // namespace

std::vector<Endpoint> profile_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/dashboard/settings/profile", .access = Access::user},
       show_profile},
      {{.method = Method::post,
        .pattern = "/dashboard/settings/profile",
        .access = Access::user,
        .also_if_account_disabled = true},
       change_password}};
}

}  // namespace handlers::dashboard
