// GET and POST /dashboard/device: a user types the code that a device shows, and decides
#include "app/oauth/device_sign_in.h"
#include "app/publishing_rules.h"
#include "core/input/form_field_reader.h"
#include "handlers/dashboard/form_problem.h"
#include "handlers/dashboard/page_response.h"
#include "handlers/oauth/endpoints.h"
#include "pages/dashboard/sign_in/consent_page.h"

namespace handlers::oauth {
namespace {

fcgi::Response device_form(int status, const core::Session& session, std::string_view code,
                           std::string_view problem) {
  const std::string form_token = core::form_token(session.token);
  return dashboard::page(
      status,
      pages::dashboard::device_page(
          {.viewer = dashboard::viewer(session, form_token), .code = code, .problem = problem}));
}

}  // namespace

// A code in the address is ignored: whoever sent the user here could have begun the sign-in.
core::Result<fcgi::Response> show_device(const fcgi::Request& /*request*/,
                                         const core::Session& session) {
  return device_form(200, session, {}, {});
}

core::Result<fcgi::Response> submit_device_code(app::DeviceSignIn& device_sign_in,
                                                const fcgi::Request& request,
                                                const core::Session& session) {
  const app::Actor user = dashboard::actor(session, request);
  const std::string_view code = request.form_field("user_code");
  const std::string_view decision = request.form_field("decision");
  const auto refuse = [&](const core::Error& error) {
    return dashboard::form_refusal(error, [&](int status, std::string_view problem) {
      return device_form(status, session, code, problem);
    });
  };
  const std::string form_token = core::form_token(session.token);
  const auto viewer = dashboard::viewer(session, form_token);
  if (decision.empty()) {
    const auto asked = device_sign_in.find(user, code);
    if (!asked) return refuse(asked.error());
    const std::string shown = asked->user_code.shown();
    return dashboard::page(
        200, pages::dashboard::device_consent_page({.viewer = viewer,
                                                    .client_name = asked->access.client_name,
                                                    .code = shown,
                                                    .scopes = asked->access.scopes}));
  }
  std::optional<core::PublishingLimits> allowed;
  if (decision == "allow") {
    core::FormFieldReader reader(request.form());
    allowed = app::read_publishing_limits(reader);
    if (reader.error()) return refuse(*reader.error());
  }
  if (const auto problem = device_sign_in.decide(user, session.token, code, allowed))
    return refuse(*problem);
  return dashboard::page(200, pages::dashboard::device_done_page(viewer, allowed.has_value()));
}

}  // namespace handlers::oauth
