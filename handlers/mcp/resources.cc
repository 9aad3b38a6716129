#include "handlers/mcp/resources.h"

#include <array>

#include "app/artifact_previews.h"
#include "app/artifacts.h"
#include "core/text/encodings.h"
#include "core/text/text.h"
#include "handlers/mcp/arguments.h"
#include "handlers/mcp/server.h"
#include "handlers/mcp/tool.h"
#include "handlers/skill.h"
#include "templates/registry.h"

namespace handlers::mcp {
namespace {

using core::JsonTree;
using core::JsonType;
using core::JsonWriter;
using rendering::Form;

constexpr int kResourcesPerPage = 50;

struct ResourceForm {
  std::string_view name;  // the end of the address
  Form form;
  std::string_view title;
  std::string_view description;
};

constexpr std::array kResourceForms{
    ResourceForm{"markdown", Form::markdown, "Artifact as Markdown",
                 "What was shared, to be read: a document's Markdown, a chart's data as a table."},
    ResourceForm{"json", Form::json, "Artifact as JSON", "The content exactly as it was shared."},
    ResourceForm{"csv", Form::csv, "Artifact as CSV", "The rows of a table or of a chart's data."},
};

RpcError unknown_resource(std::string_view uri, std::string message) {
  JsonWriter data;
  data.begin_object().member("uri", core::whole_characters(uri, 256)).end_object();
  return {RpcCode::invalid_params, std::move(message), data.text()};
}

constexpr const char* kUnknownResource =
    "resource not found; addresses are artifact://art_…/markdown, …/json and …/csv, with ext: and "
    "an externalId in place of art_… too";

constexpr std::string_view kResource = "artifact://";
constexpr std::string_view kMarkdown = "text/markdown";
constexpr std::string_view kSkillScheme = "skill://";

std::string uri_of(const Skill& skill) {
  return std::string(kSkillScheme).append(skill.name).append("/SKILL.md");
}

void write_skill(const core::Configuration& configuration, JsonWriter& json) {
  const Skill it = skill(configuration.public_base_url);
  json.begin_object();
  json.member("uri", uri_of(it));
  json.member("name", it.name);
  json.member("title", "How to use " + configuration.installation.name);
  json.member("description", it.description);
  json.member("mimeType", kMarkdown);
  json.end_object();
}

// The skill, if the URI is its.
std::optional<Skill> skill_at(const core::Configuration& configuration, std::string_view uri) {
  Skill it = skill(configuration.public_base_url);
  return uri == uri_of(it) ? std::optional(std::move(it)) : std::nullopt;
}

void write_resource(const core::Artifact& artifact, JsonWriter& json) {
  const ResourceForm& form = kResourceForms.front();
  const html::Message kind = templates::definition_of(artifact.content_template).noun;
  const std::string name = artifact.id.to_string();
  json.begin_object();
  json.member("uri", std::string(kResource).append(name).append("/").append(form.name));
  json.member("name", name);
  json.member("title", core::display_title(artifact).value_or(
                           std::string(kind.in(html::Language::english))));
  if (artifact.description) json.member("description", *artifact.description);
  json.member("mimeType", templates::media_type_of(form.form));
  json.key("annotations").begin_object();
  json.member("lastModified", artifact.updated_at.rfc3339());
  json.end_object();
  json.end_object();
}

// The artifact, as it is named, and the form in a URI of one of the resource templates.
struct Address {
  std::string artifact;
  Form form;
};
std::optional<Address> parse_uri(std::string_view uri) {
  const std::size_t slash = uri.rfind('/');
  if (!uri.starts_with(kResource) || slash < kResource.size()) return std::nullopt;
  for (const ResourceForm& form : kResourceForms) {
    if (uri.substr(slash + 1) != form.name) continue;
    const std::size_t begin = kResource.size();
    // As clients expand templates (RFC 6570), the colon of ext: is encoded.
    auto artifact = core::percent_decode(uri.substr(begin, slash - begin));
    if (artifact) return Address{*std::move(artifact), form.form};
  }
  return std::nullopt;
}

// Errors: not_found, also for what names no artifact.
core::Result<core::ArtifactId> find_artifact(const Call& call, const std::string& name) {
  if (const auto external_id = core::ExternalId::parse_address(name))
    return call.app.artifacts.id_of(call.principal, *external_id);
  if (const auto id = core::ArtifactId::parse(name)) return *id;
  return core::Error{core::ErrorCode::not_found, kUnknownResource};
}

void write_content(std::string_view uri, std::string_view media_type, std::string_view text,
                   JsonWriter& result) {
  result.key("contents").begin_array().begin_object();
  result.member("uri", uri);
  result.member("mimeType", media_type);
  result.member("text", text);
  result.end_object().end_array();
}

}  // namespace

std::optional<RpcError> list_resources(Call& call, const JsonTree& params, JsonWriter& result) {
  app::Artifacts::Query query;
  query.limit = kResourcesPerPage;
  const auto cursor = params.root().find("cursor");
  if (cursor && !cursor->is(JsonType::null)) {
    if (!cursor->is(JsonType::string))
      return RpcError{RpcCode::invalid_params, "cursor must be a string"};
    query.cursor = cursor->exact_string();
  }
  app::ArtifactList page;
  if (call.principal.scopes.contains(core::Scope::artifacts_read)) {
    auto list = call.app.artifacts.list(call.principal, query);
    if (!list) return RpcError{RpcCode::invalid_params, tool_error(list.error())};
    page = *std::move(list);
  }
  result.key("resources").begin_array();
  if (!query.cursor) write_skill(call.configuration, result);
  for (const core::Artifact& artifact : page.artifacts) write_resource(artifact, result);
  result.end_array();
  if (page.next_cursor) result.member("nextCursor", *page.next_cursor);
  write_caching(call, result, kNotAtAll, CacheScope::caller);
  return std::nullopt;
}

std::optional<RpcError> list_resource_templates(Call& call, const JsonTree& params,
                                                JsonWriter& result) {
  if (auto problem = refuse_cursor(params)) return problem;
  result.key("resourceTemplates").begin_array();
  for (const ResourceForm& form : kResourceForms) {
    result.begin_object();
    result.member("uriTemplate", std::string(kResource) + "{artifact}/" + std::string(form.name));
    result.member("name", "artifact-" + std::string(form.name));
    result.member("title", form.title);
    result.member("description", form.description);
    result.member("mimeType", templates::media_type_of(form.form));
    result.end_object();
  }
  result.end_array();
  write_caching(call, result, kForAnHour, CacheScope::everybody);
  return std::nullopt;
}

core::Scopes scopes_to_read(const JsonTree& params) {
  const auto uri = params.root().find("uri");
  const bool is_skill =
      uri && uri->is(JsonType::string) && uri->exact_string().starts_with(kSkillScheme);
  core::Scopes needed;
  if (!is_skill) needed.add(core::Scope::artifacts_read);
  return needed;
}

std::optional<RpcError> read_resource(Call& call, const JsonTree& params, JsonWriter& result) {
  const auto member = params.root().find("uri");
  if (!member || !member->is(JsonType::string))
    return RpcError{RpcCode::invalid_params, "uri must be a string"};
  const std::string uri = member->exact_string();
  if (const auto skill = skill_at(call.configuration, uri)) {
    write_content(uri, kMarkdown, skill->text, result);
    write_caching(call, result, kForAnHour, CacheScope::everybody);
    return std::nullopt;
  }
  const auto address = parse_uri(uri);
  if (!address) return unknown_resource(uri, kUnknownResource);
  const auto artifact = find_artifact(call, address->artifact);
  if (!artifact) return unknown_resource(uri, artifact.error().sentence());
  auto text = call.app.artifact_previews.text(call.principal, *artifact, address->form);
  if (!text) return unknown_resource(uri, text.error().sentence());
  call.turn = std::move(text->rendered.turn);
  write_content(uri, templates::media_type_of(address->form), text->rendered.entry->text, result);
  write_caching(call, result, kNotAtAll, CacheScope::caller);
  return std::nullopt;
}

}  // namespace handlers::mcp
