// POST /oauth/device_authorization
#include "app/oauth/device_sign_in.h"
#include "core/json/json_writer.h"
#include "core/operation/configuration.h"
#include "handlers/oauth/endpoints.h"
#include "handlers/oauth/form_body.h"
#include "handlers/oauth/oauth_response.h"

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

}  // namespace handlers::oauth
