// PATCH /artifacts/{artifact_id}

#include "app/artifact_edits.h"

#include "core/fields.h"
#include "core/text/json_writer.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoint.h"
#include "handlers/request.h"

namespace handlers {
namespace {

void write_count(core::JsonWriter& json, std::string_view name, std::optional<std::size_t> count) {
  if (count) json.member(name, *count);
}

core::Result<fcgi::Response> edit_artifact(const Context& context) {
  const auto conditions = preconditions(context.request);
  if (!conditions) return conditions.error();
  const auto body = body_of(context.request);
  if (!body) return body.error();
  core::FieldReader reader(*body, core::BodyOf::artifact_edit);
  const auto wanted = app::read_artifact_edit(reader);
  if (!wanted) return wanted.error();
  const auto edited = context.app.artifact_edits.edit(context.principal, artifact_id(context),
                                                      *wanted, *conditions);
  if (!edited) return edited.error();

  core::JsonWriter json;
  json.begin_object();
  if (context.principal.may_read_artifacts()) {
    write_changed_artifact(json, *edited);
  } else {
    json.member("id", edited->id.to_string());
    json.member("updatedAt", edited->updated_at.rfc3339());
    json.member("version", edited->version.value());
  }
  write_count(json, "edited", edited->edited);
  write_count(json, "appended", edited->appended);
  write_count(json, "replaced", edited->replaced);
  write_count(json, "dropped", edited->dropped);
  core::write_warnings(json, reader.warnings(), edited->warnings);
  json.end_object();
  fcgi::Response response = fcgi::Response::json(200, json.text());
  response.header("ETag", core::entity_tag(*edited));
  return response;
}

}  // namespace

std::vector<Endpoint> artifact_edit_endpoints() {
  return {{{.method = Method::patch,
            .pattern = "/artifacts/{artifact_id}",
            .scopes = {Scope::artifacts_write},
            .adds = true,
            .takes_content = true},
           edit_artifact}};
}

}  // namespace handlers
