#include "handlers/mcp/content_argument.h"

#include <algorithm>

#include "handlers/mcp/content_text.h"
#include "templates/content.h"
#include "templates/registry.h"

namespace handlers::mcp {
namespace {

using core::Error;
using core::ErrorCode;
using core::JsonMember;
using core::JsonType;

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

const JsonMember* find_content(const core::JsonObject& arguments,
                               const templates::TemplateDefinition& definition) {
  const JsonMember* const member = arguments.find(core::to_string(definition.id));
  return member == nullptr || member->type == JsonType::null ? nullptr : member;
}

core::Warning encoded_twice(const std::string& argument) {
  return {core::WarningCode::encoded_twice,
          argument +
              " was a JSON string within a JSON string, and was read as the inner one; give " +
              "the text itself, or an object if the quotation marks belong to it",
          '/' + argument};
}

}  // namespace

bool has_content_argument(const core::JsonObject& arguments) {
  const auto& all = templates::all_templates();
  return std::any_of(all.begin(), all.end(), [&](const templates::TemplateDefinition* definition) {
    return find_content(arguments, *definition) != nullptr;
  });
}

core::Result<std::optional<ContentArgument>> read_content_argument(
    const core::JsonObject& arguments) {
  std::optional<ContentArgument> read;
  for (const templates::TemplateDefinition* definition : templates::all_templates()) {
    const JsonMember* const member = find_content(arguments, *definition);
    if (member == nullptr) continue;
    if (read)
      return Error{ErrorCode::invalid_request,
                   "give only one of " + core::template_names(", ") + "; each is shared by itself"};
    auto content = read_content_value(*member, *definition);
    if (!content) return content.error();
    read = ContentArgument{definition->id, std::move(content->content), content->member};
    if (content->was_encoded_twice) read->warnings.push_back(encoded_twice(member->name));
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

bool ArtifactFields::is_given(std::string_view name) const {
  if (name == "template" || name == "content") return content_.has_value();
  return JsonFieldReader::is_given(name);
}

bool ArtifactFields::has_value(std::string_view name) const {
  if (name == "template" || name == "content") return content_.has_value();
  return JsonFieldReader::has_value(name);
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
