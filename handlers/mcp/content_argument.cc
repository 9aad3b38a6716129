#include "handlers/mcp/content_argument.h"

#include "core/json/json_writer.h"
#include "templates/registry.h"

namespace handlers::mcp {
namespace {

using core::Error;
using core::ErrorCode;
using core::JsonMember;
using core::JsonType;

core::Result<std::string> content_of(const JsonMember& member,
                                     const templates::TemplateDefinition& definition) {
  if (member.type == JsonType::object) return std::string(member.text);
  if (member.type != JsonType::string || definition.text_member.empty()) {
    return Error{ErrorCode::invalid_content,
                 "must be an object, not " + std::string(core::to_string(member.type)),
                 member.name};
  }
  core::JsonWriter json;
  json.begin_object().key(definition.text_member).raw(member.text).end_object();
  return json.text();
}

}  // namespace

core::Result<std::optional<ContentArgument>> read_content_argument(
    const core::JsonObject& arguments) {
  std::optional<ContentArgument> read;
  for (const templates::TemplateDefinition* definition : templates::all_templates()) {
    const JsonMember* const member = arguments.find(core::to_string(definition->id));
    if (member == nullptr || member->type == JsonType::null) continue;
    if (read)
      return Error{ErrorCode::invalid_request,
                   "give only one of " + core::template_names(", ") + "; each is shared by itself"};
    auto content = content_of(*member, *definition);
    if (!content) return content.error();
    read = ContentArgument{definition->id, *std::move(content)};
  }
  return read;
}

core::Error as_argument(core::Error error, const std::optional<ContentArgument>& content) {
  if (!content) return error;
  constexpr std::string_view kContent = "content";
  const bool is_pointer = error.field.starts_with('/');
  const std::string_view field = std::string_view(error.field).substr(is_pointer ? 1 : 0);
  const std::string_view name = core::to_string(content->content_template);
  if (field == "template") {
    error.field = name;
  } else if (field.starts_with(kContent) &&
             (field.size() == kContent.size() || field[kContent.size()] == '/')) {
    error.field = std::string(is_pointer ? "/" : "") + std::string(name) +
                  std::string(field.substr(kContent.size()));
  }
  return error;
}

bool ArtifactFields::is_given(std::string_view name) const {
  if (name == "template" || name == "content") return content_.has_value();
  return JsonFieldReader::is_given(name);
}

std::optional<std::string> ArtifactFields::object(std::string_view name,
                                                  core::ErrorCode wrong_type) {
  if (name != "content") return JsonFieldReader::object(name, wrong_type);
  return content_ ? std::optional(content_->content) : std::nullopt;
}

std::optional<std::string> ArtifactFields::word(std::string_view name) const {
  if (name != "template") return JsonFieldReader::word(name);
  return content_ ? std::optional(std::string(core::to_string(content_->content_template)))
                  : std::nullopt;
}

}  // namespace handlers::mcp
