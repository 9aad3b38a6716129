// POST /oauth/device_authorization

#include "app/device_sign_in.h"
#include "app/publishing_rules.h"
#include "core/configuration.h"
#include "core/fields.h"
#include "core/text/json_writer.h"
#include "handlers/dashboard/page.h"
#include "handlers/oauth/endpoints.h"
#include "handlers/oauth/oauth_response.h"
#include "pages/dashboard/sign_in/consent_page.h"

namespace handlers::oauth {

core::Result<fcgi::Response> begin_device_sign_in(const core::Configuration& configuration,
                                                  app::DeviceSignIn& device_sign_in,
                                                  const fcgi::Request& request) {
  if (const auto problem = check_is_form(request)) return error_response(*problem);
  return respond<app::BegunSignIn>(
      device_sign_in.begin(request.form(), request.client_address()),
      [&](const app::BegunSignIn& begun) {
        core::JsonWriter json;
        json.begin_object();
        json.member("device_code", begun.device_code.text());
        json.member("user_code", begun.user_code.shown());
        // Without verification_uri_complete: the user compares the code by typing it.
        json.member("verification_uri", configuration.public_base_url + "/dashboard/device");
        json.member("expires_in", core::kDeviceCodeLifetime.count());
        json.member("interval", core::kDevicePollInterval.count());
        json.end_object();
        return json_response(200, json.text());
      });
}

// GET and POST /dashboard/device: a user types the code that a device shows, and decides

namespace {

fcgi::Response device_form(int status, const core::Session& session, std::string_view code,
                           std::string_view problem) {
  return dashboard::page(
      status, pages::dashboard::device_page(
                  {.viewer = dashboard::viewer(session), .code = code, .problem = problem}));
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
  const auto viewer = dashboard::viewer(session);
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
