// POST /artifacts/uploads, and PUT /artifacts/uploads/{upload_token}, the address that it returns

#include "app/uploads.h"

#include <optional>
#include <string_view>

#include "core/fields.h"
#include "core/text/json_writer.h"
#include "fcgi/api_gate.h"
#include "handlers/api/artifact_body.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoint.h"
#include "handlers/request.h"

namespace handlers {
namespace {

core::Result<fcgi::Response> prepare_upload(const Context& context) {
  auto body = body_of(context.request);
  if (!body) return body.error();
  core::FieldReader reader(*std::move(body), core::BodyOf::upload);
  // The dispatcher has authenticated the caller with it.
  const core::BearerToken asker = fcgi::bearer_token_of(context.request).value();
  const auto address = context.app.uploads.prepare(context.principal, asker, reader);
  if (!address) return address.error();

  core::JsonWriter json;
  json.begin_object();
  json.member("url", address->url);
  json.member("expiresAt", address->expires_at.rfc3339());
  json.member("maxBytes", context.configuration.max_file_bytes);
  json.member("command", address->command);
  core::write_warnings(json, address->warnings);
  json.end_object();
  return fcgi::Response::json(201, json.text());
}

// PUT /artifacts/uploads/{upload_token}

core::Result<fcgi::Response> receive_upload(const Context& context) {
  const fcgi::Request& request = context.request;
  const auto uploaded =
      context.app.uploads.receive(context.principal, id_in_path<core::UploadToken>(request),
                                  request.media_type(), request.body());
  if (!uploaded) {
    ArtifactBody body;
    body.file.emplace();
    return body.with_names_as_sent(uploaded.error());
  }

  return upserted_response(request, *uploaded);
}

}  // namespace

std::vector<Endpoint> upload_endpoints() {
  return {{{.method = Method::post,
            .pattern = "/artifacts/uploads",
            .scopes = {Scope::artifacts_write},
            .adds = true},
           prepare_upload},
          {{.method = Method::put,
            .pattern = "/artifacts/uploads/{upload_token}",
            .access = Access::upload,
            .adds = true},
           receive_upload}};
}

}  // namespace handlers
