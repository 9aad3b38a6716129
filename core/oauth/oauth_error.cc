#include "core/oauth/oauth_error.h"

#include "core/json/json_writer.h"

namespace core {

OAuthError to_oauth_error(const Error& error) {
  switch (error.code) {
    case ErrorCode::rate_limited:
    case ErrorCode::unavailable:
      return {"temporarily_unavailable", error.sentence()};
    case ErrorCode::internal_error:
      return {"server_error", error.sentence()};
    default:
      return {"invalid_request", error.sentence()};
  }
}

std::string to_json(const OAuthError& error) {
  JsonWriter json;
  json.begin_object();
  json.member("error", error.code);
  json.member("error_description", error.description);
  json.end_object();
  return json.text();
}

}  // namespace core
