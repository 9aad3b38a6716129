// GET /self-check: tells `artifact-admin check` which parts of its request have reached a worker.
#include "core/operation/self_check.h"

#include "core/clock.h"
#include "core/json/json_writer.h"
#include "core/operation/configuration.h"
#include "handlers/endpoints.h"

namespace handlers {

core::Result<fcgi::Response> self_check(const core::Configuration& configuration,
                                        const fcgi::Request& request) {
  const auto proof = request.query("proof");
  if (!proof || !core::is_self_check(*proof, core::now(), configuration.signing_keys))
    return core::Error{core::ErrorCode::not_found, "no resource at this path"};

  core::JsonWriter json;
  json.begin_object();
  json.member("publicBaseUrl", configuration.public_base_url);
  json.member("maxBodyBytes", configuration.max_body_bytes);
  json.member("host", request.parameter("HTTP_HOST"));
  json.member("clientAddress", request.client_address());
  json.member("forwardedFor", request.parameter("HTTP_X_FORWARDED_FOR"));
  json.end_object();
  fcgi::Response response = fcgi::Response::json(200, json.text());
  response.header("Cache-Control", "private, no-store");
  return response;
}

}  // namespace handlers
