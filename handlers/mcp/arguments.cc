#include "handlers/mcp/arguments.h"

#include <algorithm>
#include <cctype>
#include <deque>
#include <type_traits>

#include "app/share_link_lists.h"
#include "core/link_fields.h"
#include "core/share_link.h"
#include "core/text/form.h"
#include "handlers/mcp/content_text.h"
#include "templates/content.h"
#include "templates/registry.h"

namespace handlers::mcp {
namespace {

using core::Error;
using core::ErrorCode;

constexpr std::string_view kDashboardPath = "/dashboard/artifacts/";

using core::Error;
using core::ErrorCode;

// "/content/rows/3" as "/table/rows/3", and what is inside a text as the argument that it came in.
std::string argument_for(const std::string& name, const ContentArgument& content) {
  constexpr std::string_view kContent = "content";
  const std::string_view slash = name.starts_with('/') ? "/" : "";
  std::string_view field = std::string_view(name).substr(slash.size());
  std::string argument = std::string(slash).append(core::to_string(content.content_template));
  if (field == "template") return argument;
  if (!field.starts_with(kContent)) return name;
  field.remove_prefix(kContent.size());
  if (!field.empty() && field.front() != '/') return name;
  const bool is_of_text =
      !content.text_member.empty() && field == '/' + std::string(content.text_member);
  return is_of_text ? argument : argument + std::string(field);
}

core::Warning encoded_twice(const std::string& argument) {
  return {core::WarningCode::encoded_twice,
          argument +
              " was a JSON string within a JSON string, and was read as the inner one; give " +
              "the text itself, or an object if the quotation marks belong to it",
          '/' + argument};
}

// The JSON type of an option by its value. A new link has no null in place of a limit, as programs
// may send one for a variable that is not set; a change removes a value by it.

void write_type(core::JsonWriter& json, const core::LinkField<bool>& /*field*/, LinkUse /*use*/) {
  json.member("type", "boolean");
}

template <typename Enum>
requires std::is_enum_v<Enum>
void write_type(core::JsonWriter& json, const core::LinkField<Enum>& /*field*/, LinkUse /*use*/) {
  json.member("type", "string").key("enum").begin_array();
  for (const auto& word : core::kWords<Enum>) json.value(word.text);
  json.end_array();
}

void write_types(core::JsonWriter& json, std::string_view one, std::string_view other) {
  json.key("type").begin_array().value(one).value(other).end_array();
}

void write_type_to_remove(core::JsonWriter& json, std::string_view type, LinkUse use) {
  if (use == LinkUse::change) {
    write_types(json, type, "null");
  } else {
    json.member("type", type);
  }
}

void write_type(core::JsonWriter& json, const core::LinkField<std::optional<int>>& /*field*/,
                LinkUse use) {
  write_type_to_remove(json, "integer", use);
}

void write_type(core::JsonWriter& json,
                const core::LinkField<std::optional<core::DisplayName>>& /*field*/, LinkUse use) {
  write_type_to_remove(json, "string", use);
}

void write_type(core::JsonWriter& json, const core::LinkField<std::optional<bool>>& /*field*/,
                LinkUse /*use*/) {
  write_types(json, "boolean", "null");
}

void write_type(core::JsonWriter& json,
                const core::LinkField<std::optional<core::VersionNumber>>& /*field*/,
                LinkUse /*use*/) {
  write_types(json, "string", "integer");
}

template <typename Enum>
requires std::is_enum_v<Enum>
void write_type(core::JsonWriter& json, const core::LinkField<std::optional<Enum>>& /*field*/,
                LinkUse use) {
  write_type(json, core::LinkField<Enum>{}, use);
}

template <typename Value>
std::string meaning_of_null(const core::LinkField<Value>& /*field*/) {
  if constexpr (std::is_same_v<Value, std::optional<bool>>)
    return "; null for what the account's settings say";
  if constexpr (std::is_same_v<Value, std::optional<int>> ||
                std::is_same_v<Value, std::optional<core::DisplayName>>)
    return "; null removes it";
  return {};
}

std::string sentence(std::string text) {
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text + '.';
}

// A schema has to outlive the tools.
std::deque<std::string> link_schemas(LinkUse use) {
  std::deque<std::string> schemas;
  core::for_each_link_field([&](const auto& field) {
    core::JsonWriter json;
    json.begin_object();
    write_type(json, field, use);
    json.member("description", sentence(std::string(field.help) +
                                        (use == LinkUse::change ? meaning_of_null(field) : "")));
    json.end_object();
    schemas.emplace_back(json.text());
  });
  return schemas;
}

bool is_taken(const auto& field, LinkUse use) {
  if (field.help.empty()) return false;
  return use == LinkUse::change || field.group == core::LinkFieldGroup::first ||
         field.group == core::LinkFieldGroup::limits;
}

std::vector<Argument> with_names(const std::deque<std::string>& schemas, LinkUse use) {
  std::vector<Argument> arguments;
  std::size_t at = 0;
  core::for_each_link_field([&](const auto& field) {
    const std::string& schema = schemas[at++];
    if (is_taken(field, use)) arguments.push_back({field.name, schema});
  });
  return arguments;
}

}  // namespace

core::Result<ArtifactReference> read_artifact(const Call& call,
                                              const core::FieldReader& arguments) {
  const std::string& base_url = call.configuration.public_base_url;
  const std::string text = arguments.word("artifact").value_or("");
  if (const auto external_id = core::ExternalId::parse_address(text)) {
    const auto id = call.app.artifacts.id_of(call.principal, *external_id);
    if (!id) return id.error();
    return ArtifactReference{*id, std::nullopt};
  }
  auto reference = parse_reference(base_url, text);
  if (reference) return *std::move(reference);
  return Error{ErrorCode::invalid_request,
               "must be an artifact's id (art_…), ext: and its externalId, or a link of this "
               "service (" +
                   base_url + "/a/art_…?token=…)",
               "artifact"};
}

core::Result<LinkReference> read_link(const Call& call, const core::FieldReader& arguments) {
  const std::string& base_url = call.configuration.public_base_url;
  const auto reference = parse_reference(base_url, arguments.word("link").value_or(""));
  if (!reference || !reference->token) {
    return Error{ErrorCode::invalid_request,
                 "must be the whole URL of a link (" + base_url +
                     "/a/art_…?token=…); list_links "
                     "gives the links of an artifact",
                 "link"};
  }
  const auto link = call.app.share_link_lists.link_with(reference->artifact, *reference->token);
  if (!link) return link.error();
  return LinkReference{reference->artifact, *link};
}

std::optional<std::string> find_open_url(const Call& call, const core::ArtifactId& artifact) {
  const auto working = call.app.share_link_lists.working(call.principal, {artifact});
  if (working.empty() || !core::is_open_to_all(working.front().link.state)) return std::nullopt;
  return working.front().link.url;
}

std::string open_url_line(const std::optional<std::string>& url) {
  return url ? "\nIts link is " + *url : std::string();
}

std::string dashboard_url(const core::Configuration& configuration,
                          const core::ArtifactId& artifact) {
  return configuration.public_base_url + std::string(kDashboardPath) + artifact.to_string();
}

const std::string& content_arguments() {
  static const std::string kNames = [] {
    std::string names;
    for (const templates::TemplateDefinition* definition : templates::all_templates())
      if (!definition->content_schema.empty())
        names.append(names.empty() ? "" : ", ").append(core::to_string(definition->id));
    return names;
  }();
  return kNames;
}

bool has_content_argument(const core::FieldReader& arguments) {
  const auto& all = templates::all_templates();
  return std::any_of(all.begin(), all.end(), [&](const templates::TemplateDefinition* definition) {
    return arguments.has_value(core::to_string(definition->id));
  });
}

core::Result<std::optional<ContentArgument>> read_content_argument(core::FieldReader& arguments) {
  std::optional<ContentArgument> read;
  for (const templates::TemplateDefinition* definition : templates::all_templates()) {
    const std::string name(core::to_string(definition->id));
    const auto value = arguments.value(name);
    if (!value) continue;
    if (read)
      return Error{ErrorCode::invalid_request,
                   "give only one of " + content_arguments() + "; each is shared by itself"};
    auto content = read_content_value(name, *value, *definition);
    if (!content) return content.error();
    read = ContentArgument{definition->id, std::move(content->content), content->member};
    if (content->was_encoded_twice) read->warnings.push_back(encoded_twice(name));
    arguments.replace("template", *core::JsonTree::parse('"' + name + '"'));
    arguments.replace("content", read->content);
  }
  return read;
}

core::Error as_argument(core::Error error, const std::optional<ContentArgument>& content) {
  if (!content) return error;
  error.field = argument_for(error.field, *content);
  for (core::Error& other : error.others) other.field = argument_for(other.field, *content);
  return error;
}

std::vector<core::Warning> as_argument(std::vector<core::Warning> warnings,
                                       const std::optional<ContentArgument>& content) {
  if (!content) return warnings;
  for (core::Warning& warning : warnings) {
    std::string argument = argument_for(warning.field, *content);
    // Some messages begin with the field.
    if (!warning.field.empty() && warning.message.starts_with(warning.field + ' '))
      warning.message.replace(0, warning.field.size(), argument);
    warning.field = std::move(argument);
  }
  core::append(warnings, content->warnings);
  return warnings;
}

std::optional<Error> refuse_without_effect(const std::optional<ContentArgument>& content) {
  if (!content) return std::nullopt;
  const auto findings = templates::check_content(content->content_template, content->content);
  if (!findings) return std::nullopt;
  const std::vector<core::Warning> warnings = as_argument(findings->warnings, content);
  // The first says most precisely why.
  if (!findings->is_shown) return Error{ErrorCode::invalid_content, warnings.front().message};
  const auto empty = std::find_if(warnings.begin(), warnings.end(), [](const core::Warning& one) {
    return one.code == core::WarningCode::content_empty;
  });
  if (empty == warnings.end()) return std::nullopt;
  const templates::TemplateDefinition& definition =
      templates::definition_of(content->content_template);
  return Error{ErrorCode::invalid_content,
               "is empty, so its page would show nothing; leave " +
                   std::string(core::to_string(definition.id)) +
                   " out, or give what is to be shown, such as " + std::string(definition.example),
               empty->field};
}

std::span<const Argument> link_arguments(LinkUse use) {
  static const std::deque<std::string> kNewSchemas = link_schemas(LinkUse::create);
  static const std::deque<std::string> kChangeSchemas = link_schemas(LinkUse::change);
  static const std::vector<Argument> kNew = with_names(kNewSchemas, LinkUse::create);
  static const std::vector<Argument> kChange = with_names(kChangeSchemas, LinkUse::change);
  return use == LinkUse::create ? kNew : kChange;
}

std::vector<Argument> together(std::initializer_list<std::span<const Argument>> parts) {
  std::vector<Argument> arguments;
  for (const auto& part : parts) arguments.insert(arguments.end(), part.begin(), part.end());
  return arguments;
}

void write_link_members(core::JsonWriter& json, const core::ListedShareLink& link) {
  const core::ShareLinkState& state = link.state;
  json.member("url", link.url);
  if (state.link.expires_at) json.member("expiresAt", state.link.expires_at->rfc3339());
  if (state.link.ends_by_artifact) json.member("expiresBecause", "artifact");
  json.member("isActive", core::is_active(link));
  json.member("hasPassword", state.has_password);
  json.member("viewCount", state.view_count);
  if (state.last_viewed_at) json.member("lastViewedAt", state.last_viewed_at->rfc3339());
  if (state.revoked_at) json.member("revokedAt", state.revoked_at->rfc3339());
  if (const auto reason = core::invalid_reason(link); !reason.empty())
    json.member("invalidReason", reason);
  core::write_link_options(json, state.options);
}

std::string describe(const core::ListedShareLink& link) {
  const core::ShareLinkState& state = link.state;
  std::string text = link.url.value_or("(no address)");
  const core::LinkOptions& options = state.options;
  if (options.name) text += ", named \"" + options.name->text() + '"';
  if (state.revoked_at) {
    text += ", revoked";
  } else if (state.artifact_is_deleted) {
    text += ", does not open, as its artifact is deleted";
  } else if (state.version_is_erased) {
    text += ", does not open, as the version that it shows was erased";
  } else if (!core::is_active(link)) {
    text += ", ended";
  } else if (!state.link.expires_at) {
    text += ", never expires";
  } else {
    text += ", expires " + state.link.expires_at->rfc3339();
    if (state.link.ends_by_artifact)
      text +=
          " with its artifact (change_link with expiresIn and extendArtifact makes both last "
          "longer)";
  }
  if (state.has_password) text += ", with a password";
  if (options.version) text += ", stays at version " + options.version->to_string();
  text += ", opened " + std::to_string(state.view_count);
  if (options.max_views) text += " of " + std::to_string(*options.max_views);
  return text + " times";
}

std::string warning_lines(const std::vector<core::Warning>& warnings) {
  std::string lines;
  for (const core::Warning& warning : warnings) {
    lines += "\nWarning: " + warning.message + '.';
    if (!warning.field.empty()) lines += " Argument: " + warning.field.substr(1) + '.';
  }
  return lines;
}

}  // namespace handlers::mcp
