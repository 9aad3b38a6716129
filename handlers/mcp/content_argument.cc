#include "handlers/mcp/content_argument.h"

#include <algorithm>

#include "core/json/json_tree.h"
#include "core/json/json_writer.h"
#include "core/text/ascii.h"
#include "core/text/split.h"
#include "templates/content.h"
#include "templates/registry.h"

namespace handlers::mcp {
namespace {

using core::Error;
using core::ErrorCode;
using core::JsonMember;
using core::JsonType;

// Models write JSON into a string now and then. Source code may be JSON itself.
std::optional<std::string> content_in_string(const std::string& text,
                                             const templates::TemplateDefinition& definition) {
  if (definition.id == core::Template::code) return std::nullopt;
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return std::nullopt;
  if (definition.id == core::Template::table && text[begin] == '[') {
    const auto rows = core::JsonTree::parse(text);
    if (!rows || rows->root().begin() == rows->root().end() ||
        !rows->root().begin()->is(JsonType::object))
      return std::nullopt;
    core::JsonWriter json;
    json.begin_object().key("rows").raw(text).end_object();
    return json.text();
  }
  const auto object = core::JsonObject::parse(text);
  if (!object) return std::nullopt;
  const bool is_content =
      std::any_of(definition.members.begin(), definition.members.end(),
                  [&](std::string_view name) { return object->find(name) != nullptr; });
  return is_content ? std::optional(text) : std::nullopt;
}

// "| a | b |" above "|---|---|".
bool is_markdown_table(std::string_view text) {
  const std::size_t line = text.find('\n');
  if (!text.starts_with('|') || line == std::string_view::npos) return false;
  const std::string_view rule = text.substr(line + 1, text.find('\n', line + 1) - line - 1);
  return rule.find('-') != std::string_view::npos &&
         rule.find_first_not_of("|:- \t\r") == std::string_view::npos;
}

// The member of the content that a plain string is. A PDF file in base64, or an HTML document, is
// none of the Markdown that a PDF is made of.
std::string_view member_for(const std::string& text,
                            const templates::TemplateDefinition& definition) {
  constexpr std::string_view kBeginningOfPdf = "JVBERi0";  // %PDF-
  if (definition.id != core::Template::pdf) return definition.text_member;
  const std::string_view trimmed = core::trim(text, " \t\r\n");
  if (trimmed.starts_with(kBeginningOfPdf)) return "data";
  for (const std::string_view tag : {"<!doctype html", "<html"})
    if (core::starts_with_ignoring_case(trimmed, tag)) return "html";
  return definition.text_member;
}

core::Result<std::string> content_of(const JsonMember& member,
                                     const templates::TemplateDefinition& definition) {
  if (member.type == JsonType::object) return std::string(member.text);
  if (member.type == JsonType::array && definition.id == core::Template::table) {
    core::JsonWriter json;
    json.begin_object().key("rows").raw(member.text).end_object();
    return json.text();
  }
  if (member.type == JsonType::string) {
    if (auto content = content_in_string(member.string, definition)) return *std::move(content);
    if (definition.id == core::Template::table && is_markdown_table(member.string))
      return Error{ErrorCode::invalid_content,
                   "is a table in Markdown; give an object with columns and rows, or CSV, or the "
                   "text as markdown",
                   member.name};
  }
  if (member.type != JsonType::string || definition.text_member.empty()) {
    std::string accepted = "an object, such as " + std::string(definition.example);
    if (!definition.text_member.empty())
      accepted.append(", or a string that stands for its ").append(definition.text_member);
    return Error{ErrorCode::invalid_content,
                 "must be " + accepted + ", not " + std::string(core::to_string(member.type)),
                 member.name};
  }
  core::JsonWriter json;
  json.begin_object().key(member_for(member.string, definition)).raw(member.text).end_object();
  return json.text();
}

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
    auto content = content_of(*member, *definition);
    if (!content) return content.error();
    read =
        ContentArgument{definition->id, *std::move(content),
                        member->type == JsonType::string ? member_for(member->string, *definition)
                                                         : std::string_view()};
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
  return warnings;
}

std::optional<Error> refuse_without_effect(const std::optional<ContentArgument>& content) {
  if (!content) return std::nullopt;
  const auto findings = templates::check_content(content->content_template, content->content);
  if (!findings || findings->is_shown) return std::nullopt;
  // The first says most precisely why.
  return Error{ErrorCode::invalid_content,
               as_argument(findings->warnings, content).front().message};
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
