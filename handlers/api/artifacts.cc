// The artifacts of an account: POST /artifacts and /artifacts/share; GET, PUT and DELETE
// /artifacts/{artifact_id}, and POST /artifacts/{artifact_id}/restore

#include "app/artifacts.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "app/artifact_input.h"
#include "app/artifact_previews.h"
#include "app/artifact_upserts.h"
#include "app/share_links.h"
#include "core/fields.h"
#include "core/text/http_values.h"
#include "core/text/json_writer.h"
#include "handlers/api/artifact_body.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoint.h"
#include "handlers/request.h"
#include "templates/registry.h"

namespace handlers {
namespace {

// Names the options of a link as they were sent: flat, or in `share`.
class FlatNames {
 public:
  explicit FlatNames(const core::FieldReader& reader)
      : reader_(reader), share_(reader.has_value("share") ? reader.value("share") : std::nullopt) {}

  core::Error apply(core::Error error) const {
    const auto name = [&](core::Error& one) {
      if (is_flat(one.field)) one.field.erase(0, kWithinShare.size());
    };
    name(error);
    std::for_each(error.others.begin(), error.others.end(), name);
    return error;
  }
  void apply(core::Warning& warning) const {
    if (is_flat(warning.field)) warning.field.erase(0, kWithinShare.size() - 1);
  }

 private:
  static constexpr std::string_view kWithinShare = "/share/";

  bool is_flat(std::string_view field) const {
    if (!field.starts_with(kWithinShare)) return false;
    const std::string_view name = field.substr(kWithinShare.size());
    return !share_ || (reader_.is_given(name) && !share_->root().find(name));
  }

  const core::FieldReader& reader_;
  const std::optional<core::JsonTree> share_;
};

core::Result<fcgi::Response> create(const Context& context, core::BodyOf call) {
  const auto body = artifact_body_of(context.request, call);
  if (!body) return body.error();
  core::FieldReader reader = body->fields(call);
  auto artifact = app::read_new_artifact(reader, body->file);
  std::vector<core::Warning> warnings = reader.warnings();
  const bool always_shares = call == core::BodyOf::new_artifact_and_link;
  const auto link = always_shares ? std::optional(app::read_share_or_flat(reader, warnings))
                                  : app::read_share(reader, warnings);
  // It has the errors of the artifact too.
  if (auto problem = reader.problem()) return body->with_names_as_sent(*std::move(problem));
  // One expiry for both, as they are created together.
  if (always_shares && !artifact->expiry)
    artifact->expiry =
        link->expiry.value_or(context.app.share_links.usual_expiry(context.principal));
  auto created = context.app.artifact_upserts.create(context.principal, *std::move(artifact), link);
  const FlatNames names(reader);
  if (!created) return body->with_names_as_sent(names.apply(created.error()));
  for (core::Warning& warning : created->artifact.warnings) names.apply(warning);
  return upserted_response(context.request, *created, warnings);
}

core::Result<fcgi::Response> create_artifact(const Context& context) {
  return create(context, core::BodyOf::new_artifact);
}

core::Result<fcgi::Response> create_and_share(const Context& context) {
  return create(context, core::BodyOf::new_artifact_and_link);
}

// GET /artifacts/{artifact_id}

// The content alone, in one form.
struct ContentForm {
  std::string media_type;
  std::optional<rendering::Form> form;  // nothing: the file

  std::string_view name_in_tag() const {
    if (!form) return "file";
    return templates::name_of(form == rendering::Form::raw_csv ? rendering::Form::csv : *form);
  }
};
constexpr std::array kTextForms{rendering::Form::markdown, rendering::Form::raw_csv,
                                rendering::Form::plain_text};

// Nothing unless the client names it alone: what also takes JSON gets JSON.
std::optional<ContentForm> wanted_content(const fcgi::Request& request) {
  const std::string_view accept = request.parameter("HTTP_ACCEPT");
  if (accept.find(',') != std::string_view::npos) return std::nullopt;
  const auto type = core::MediaType::parse(accept);
  if (!type) return std::nullopt;
  for (const rendering::Form form : kTextForms)
    if (templates::media_type_of(form) == type->type) return ContentForm{type->type, form};
  if (type->type != "application/pdf" && !type->type.starts_with("image/")) return std::nullopt;
  return ContentForm{type->type, std::nullopt};
}

core::Error not_available_as(const ContentForm& wanted, core::Template content_template) {
  const auto& definition = templates::definition_of(content_template);
  std::string types = "application/json";
  for (const rendering::Form form : kTextForms)
    if (definition.has_form(form)) types.append(", ").append(templates::media_type_of(form));
  if (definition.has_file) types += ", and that of its file";
  return {core::ErrorCode::not_acceptable,
          "this artifact is not available as " + wanted.media_type + "; its types are " + types};
}

// Errors: not_found and invalid_request also for a form that the artifact does not have.
core::Result<fcgi::Response> read_content(const Context& context, const core::Artifact& artifact,
                                          const ContentForm& wanted) {
  app::ArtifactPreviews& previews = context.app.artifact_previews;
  if (!wanted.form) {
    auto file = previews.file(context.principal, artifact.id);
    if (!file) return file.error();
    const bool is_wanted =
        file->media_type == wanted.media_type ||
        (wanted.media_type == "image/*" && file->media_type.starts_with("image/"));
    if (!is_wanted) return core::Error{core::ErrorCode::not_found, {}};
    fcgi::Response response = fcgi::Response::plain(200, file->media_type, *file->bytes);
    response.header("ETag", core::entity_tag(artifact, wanted.name_in_tag()));
    response.keep_until_written(std::move(file->turn));
    return response;
  }
  auto text = previews.text(context.principal, artifact.id, *wanted.form);
  // Where it was changed meanwhile, the text is newer than the artifact.
  while (text && text->rendered.revision != text->artifact.revision)
    text = previews.text(context.principal, artifact.id, *wanted.form);
  if (!text) return text.error();
  fcgi::Response response =
      fcgi::Response::plain(200, wanted.media_type + "; charset=utf-8", text->rendered.entry->text);
  response.header("ETag", core::entity_tag(text->artifact, wanted.name_in_tag()));
  response.keep_until_written(std::move(text->rendered.turn));
  return response;
}

core::Result<fcgi::Response> get_content(const Context& context, const ContentForm& wanted) {
  const auto artifact = context.app.artifacts.find(context.principal, artifact_id(context),
                                                   app::Artifacts::Content::without);
  if (!artifact) return artifact.error();
  auto response = read_content(context, *artifact, wanted);
  const bool has_no_form = !response && (response.error().code == core::ErrorCode::not_found ||
                                         response.error().code == core::ErrorCode::invalid_request);
  if (has_no_form) return not_available_as(wanted, artifact->content_template);
  return response;
}

core::Result<fcgi::Response> get_as_json(const Context& context) {
  return context.app.request_admission.run_with_content(
      [&](app::Artifacts::Content content) {
        return context.app.artifacts.find(context.principal, artifact_id(context), content);
      },
      context.principal.account,
      [&](const core::Artifact& artifact) -> core::Result<fcgi::Response> {
        const auto kept = artifact.external_id ? context.app.share_link_lists.find_kept(
                                                     context.principal, artifact.id)
                                               : std::nullopt;
        return artifact_response(artifact, {}, kept);
      });
}

core::Result<fcgi::Response> get_artifact(const Context& context) {
  const auto wanted = wanted_content(context.request);
  const auto with_vary = [](core::Result<fcgi::Response> response) {
    if (response) response->header("Vary", "Accept");
    return response;
  };
  if (const auto known = if_none_match(context.request)) {
    const auto artifact = context.app.artifacts.find(context.principal, artifact_id(context),
                                                     app::Artifacts::Content::without);
    if (!artifact) return artifact.error();
    const std::string tag =
        wanted ? core::entity_tag(*artifact, wanted->name_in_tag()) : core::entity_tag(*artifact);
    if (known->match_weakly(tag)) {
      fcgi::Response response = fcgi::Response::plain(304, {}, {});
      response.header("ETag", tag);
      return with_vary(std::move(response));
    }
  }
  return with_vary(wanted ? get_content(context, *wanted) : get_as_json(context));
}

// PUT /artifacts/{artifact_id}

// What is wrong with it depends on the artifact.
app::ArtifactUpsert read_upsert(const ArtifactBody& body, const core::ExternalId* id,
                                std::vector<core::Warning>& warnings) {
  core::FieldReader reader =
      body.fields(id != nullptr ? core::BodyOf::upsert : core::BodyOf::artifact_change);
  app::ArtifactUpsert upsert;
  upsert.change = id != nullptr ? app::read_artifact_upsert(reader, *id, body.file)
                                : app::read_artifact_change(reader, body.file);
  warnings = reader.warnings();
  upsert.link = app::read_share(reader, warnings);
  upsert.change.problem = reader.problem();
  if (id != nullptr) upsert.problem_of_new = app::problem_of_new(reader, upsert.change);
  return upsert;
}

core::Result<fcgi::Response> put_artifact(const Context& context) {
  const auto conditions = preconditions(context.request);
  if (!conditions) return conditions.error();
  const auto* const id = context.request.path_id<core::ExternalId>();
  const auto body = artifact_body_of(
      context.request, id != nullptr ? core::BodyOf::upsert : core::BodyOf::artifact_change);
  if (!body) return body.error();
  std::vector<core::Warning> warnings;
  const app::ArtifactUpsert upsert = read_upsert(*body, id, warnings);
  app::ArtifactUpserts& upserts = context.app.artifact_upserts;
  const auto upserted =
      id != nullptr ? upserts.put(context.principal, *id, upsert, *conditions)
                    : upserts.put(context.principal, artifact_id(context), upsert, *conditions);
  if (!upserted) return body->with_names_as_sent(upserted.error());
  return upserted_response(context.request, *upserted, warnings);
}

// DELETE /artifacts/{artifact_id}

core::Result<app::Artifacts::Deletion> wanted_deletion(const fcgi::Request& request) {
  using Deletion = app::Artifacts::Deletion;
  const auto permanent = request.query("permanent");
  if (!permanent || *permanent == "false") return Deletion::soft;
  if (*permanent == "true") return Deletion::permanent;
  return core::Error{core::ErrorCode::invalid_request, "permanent must be true or false"};
}

core::Result<fcgi::Response> delete_artifact(const Context& context) {
  const auto deletion = wanted_deletion(context.request);
  if (!deletion) return deletion.error();
  const auto conditions = preconditions(context.request);
  if (!conditions) return conditions.error();
  const core::ArtifactId id = artifact_id(context);
  const auto deleted_at =
      context.app.artifacts.remove(context.principal, id, *deletion, *conditions);
  if (!deleted_at) return deleted_at.error();

  core::JsonWriter json;
  json.begin_object();
  json.member("id", id.to_string());
  json.member("status", core::to_string(core::ArtifactStatus::deleted));
  json.member("deletedAt", deleted_at->rfc3339());
  json.member("permanent", *deletion == app::Artifacts::Deletion::permanent);
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

// POST /artifacts/{artifact_id}/restore

// The warnings about a body, which takes no fields and may be absent. Errors: those of body_of(),
// and invalid_request for a field that another call takes.
core::Result<std::vector<core::Warning>> check_body(const fcgi::Request& request) {
  const auto body = body_of(request, Body::optional);
  if (!body) return body.error();
  const core::FieldReader reader(*body, core::BodyOf::restoration);
  if (auto problem = reader.problem()) return *std::move(problem);
  return reader.warnings();
}

// Restoring must not show an artifact to a key that may not read it.
fcgi::Response restored_response(const core::Principal& principal, const core::Artifact& artifact,
                                 const std::vector<core::Warning>& warnings) {
  if (principal.may_read_artifacts()) return artifact_response(artifact, warnings);
  core::Artifact without_pdf = artifact;
  without_pdf.pdf.reset();
  core::JsonWriter json;
  json.begin_object();
  json.member("id", artifact.id.to_string());
  json.member("status", core::to_string(artifact.status));
  json.member("createdAt", artifact.created_at.rfc3339());
  json.member("updatedAt", artifact.updated_at.rfc3339());
  json.member("version", artifact.version.value());
  if (artifact.expires_at) json.member("expiresAt", artifact.expires_at->rfc3339());
  core::write_warnings(json, warnings);
  json.end_object();
  fcgi::Response response = fcgi::Response::json(200, json.text());
  response.header("ETag", core::entity_tag(without_pdf));
  return response;
}

using Restoring = core::Result<core::Artifact> (app::Artifacts::*)(const core::Principal&,
                                                                   const core::ArtifactId&,
                                                                   app::Artifacts::Content);

core::Result<fcgi::Response> answer_with_restored(const Context& context, Restoring restoring) {
  const auto warnings = check_body(context.request);
  if (!warnings) return warnings.error();
  const core::Principal& principal = context.principal;
  const core::ArtifactId& id = artifact_id(context);
  const bool may_read = principal.may_read_artifacts();
  const auto answer = [&]() -> core::Result<fcgi::Response> {
    const auto restored = (context.app.artifacts.*restoring)(
        principal, id, may_read ? app::Artifacts::Content::with : app::Artifacts::Content::without);
    if (!restored) return restored.error();
    return restored_response(principal, *restored, *warnings);
  };
  if (!may_read) return answer();
  const auto known = context.app.artifacts.find(principal, id, app::Artifacts::Content::without);
  if (!known) return known.error();
  return context.app.request_admission.run(static_cast<std::size_t>(known->content_bytes),
                                           principal.account, answer);
}

core::Result<fcgi::Response> restore_artifact(const Context& context) {
  return answer_with_restored(context, &app::Artifacts::restore);
}

core::Result<fcgi::Response> get_restored_artifact(const Context& context) {
  return answer_with_restored(context, &app::Artifacts::find_restored);
}

}  // namespace

std::vector<Endpoint> artifact_endpoints() {
  return {{{.method = Method::post,
            .pattern = "/artifacts",
            .scopes = {Scope::artifacts_write},
            .adds = true,
            .takes_files = true},
           create_artifact},
          {{.method = Method::post,
            .pattern = "/artifacts/share",
            .scopes = {Scope::artifacts_write, Scope::artifacts_share},
            .adds = true,
            .takes_files = true},
           create_and_share},
          {{.method = Method::get,
            .pattern = "/artifacts/{artifact_id}",
            .scopes = {Scope::artifacts_read}},
           get_artifact},
          {{.method = Method::put,
            .pattern = "/artifacts/{artifact_id}",
            .scopes = {Scope::artifacts_write},
            .adds = true,
            .may_create = true,
            .takes_files = true},
           put_artifact},
          {{.method = Method::delete_,
            .pattern = "/artifacts/{artifact_id}",
            .scopes = {Scope::artifacts_delete},
            .query_parameters = {"permanent"}},
           delete_artifact},
          {{.method = Method::post,
            .pattern = "/artifacts/{artifact_id}/restore",
            .scopes = {Scope::artifacts_delete},
            .adds = true},
           restore_artifact,
           get_restored_artifact}};
}

}  // namespace handlers
