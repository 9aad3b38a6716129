#include "handlers/mcp/content_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "core/text/encodings.h"
#include "core/text/json.h"
#include "core/text/json_writer.h"
#include "core/text/text.h"

namespace handlers::mcp {
namespace {

using core::Error;
using core::ErrorCode;
using core::JsonTree;
using core::JsonType;
using core::JsonValue;
using core::Result;
using templates::TemplateDefinition;

// The members that are arrays or objects. Others are texts, which may begin as JSON does.
std::span<const std::string_view> members_with_values(const TemplateDefinition& definition) {
  static constexpr std::array<std::string_view, 11> kOfTables{
      "columns", "rows",    "data",  "headers",    "fields",    "items",
      "records", "rowData", "table", "columnDefs", "dataSource"};
  static constexpr std::array<std::string_view, 7> kOfCharts{
      "data", "labels", "datasets", "series", "options", "layout", "encoding"};
  if (definition.id == core::Template::table) return kOfTables;
  if (definition.id == core::Template::chart) return kOfCharts;
  return {};
}

bool takes_values(const TemplateDefinition& definition) {
  return !members_with_values(definition).empty();
}

bool begins_as_json(std::string_view text) {
  const std::string_view trimmed = core::trim(text);
  return trimmed.starts_with('{') || trimmed.starts_with('[');
}

Error not_valid(const Error& problem, std::string_view field, std::string_view advice) {
  return {ErrorCode::invalid_content,
          "is not valid JSON: " + std::string(core::reason_of_invalid_json(problem)) +
              std::string(advice),
          field};
}

// The beginning and end of what is in the one fence that a text consists of. Nothing if it has
// none, or more.
struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;
};
constexpr std::string_view kFence = "```";

std::optional<Part> find_fenced(std::string_view text) {
  const std::size_t start = text.find_first_not_of(core::kWhitespace);
  if (start == std::string_view::npos || !text.substr(start).starts_with(kFence))
    return std::nullopt;
  const std::size_t ticks = text.find_first_not_of('`', start);
  const std::size_t line_end = text.find('\n', start);
  const std::size_t last_line = text.rfind('\n', text.find_last_not_of(core::kWhitespace));
  if (last_line == std::string_view::npos || last_line < line_end) return std::nullopt;
  const std::string fence = std::string(ticks - start, '`');
  if (core::trim(text.substr(last_line)) != fence) return std::nullopt;
  const std::string_view inside = text.substr(line_end, last_line - line_end);
  if (inside.find('\n' + fence) != std::string_view::npos) return std::nullopt;
  return Part{line_end + 1, std::max(last_line, line_end + 1)};
}

// "| a | b |" above "|---|---|".
bool is_markdown_table(std::string_view text) {
  const std::size_t line = text.find('\n');
  if (!text.starts_with('|') || line == std::string_view::npos) return false;
  const std::string_view rule = text.substr(line + 1, text.find('\n', line + 1) - line - 1);
  return rule.find('-') != std::string_view::npos &&
         rule.find_first_not_of("|:- \t\r") == std::string_view::npos;
}

bool is_html(std::string_view text) {
  const std::string_view trimmed = core::trim(text);
  for (const std::string_view tag : {"<table", "<!doctype", "<html"})
    if (core::starts_with_ignoring_case(trimmed, tag)) return true;
  return false;
}

// The member of the content that a plain string is. A PDF file in base64, or an HTML document, is
// none of the Markdown that a PDF is made of.
std::string_view member_for(const std::string& text, const TemplateDefinition& definition) {
  constexpr std::string_view kBeginningOfPdf = "JVBERi0";  // %PDF-
  if (definition.id != core::Template::pdf) return definition.text_member;
  const std::string_view trimmed = core::trim(text);
  if (trimmed.starts_with(kBeginningOfPdf)) return "data";
  if (const auto bytes = core::decode_file(text); bytes && core::is_pdf(*bytes)) return "data";
  for (const std::string_view tag : {"<!doctype html", "<html"})
    if (core::starts_with_ignoring_case(trimmed, tag)) return "html";
  return definition.text_member;
}

Error wrong_type(JsonType type, std::string_view field, const TemplateDefinition& definition) {
  std::string accepted = "an object, such as " + std::string(definition.example);
  if (!definition.text_member.empty())
    accepted.append(", or a string that stands for its ").append(definition.text_member);
  return {ErrorCode::invalid_content,
          "must be " + accepted + ", not " + std::string(core::to_string(type)), field};
}

// The content that was written as JSON.
Result<ContentText> written(const core::JsonWriter& json, std::string_view member = {}) {
  auto content = JsonTree::parse(json.text());
  if (!content) return content.error();
  return ContentText{*std::move(content), member};
}

// The object with its members in place of those that were written into strings.
Result<ContentText> with_read_members(const JsonTree& object, std::string_view argument,
                                      const TemplateDefinition& definition) {
  const auto names = members_with_values(definition);
  core::JsonWriter json;
  json.begin_object();
  bool has_read = false;
  for (const JsonValue& member : object.root()) {
    json.key(member.name());
    const bool may_be_json = member.is(JsonType::string) &&
                             std::any_of(names.begin(), names.end(), [&](std::string_view name) {
                               return member.is_named(name);
                             });
    const std::string text = may_be_json ? member.string() : std::string();
    if (!begins_as_json(text)) {
      json.raw(member.text());
      continue;
    }
    if (const auto read = JsonTree::parse(text); !read)
      return not_valid(read.error(), '/' + std::string(argument) + member.pointer(), "");
    json.raw(text);
    has_read = true;
  }
  json.end_object();
  return has_read ? written(json) : ContentText{object};
}

Result<ContentText> of_value(const JsonTree& value, std::string_view argument,
                             const TemplateDefinition& definition) {
  const JsonType type = value.root().type();
  if (type == JsonType::array && definition.id == core::Template::table) {
    core::JsonWriter json;
    json.begin_object().key("rows").raw(value.text()).end_object();
    return written(json);
  }
  if (type != JsonType::object) return wrong_type(type, argument, definition);
  if (!takes_values(definition)) return ContentText{value};
  return with_read_members(value, argument, definition);
}

// `json` is the text as JSON has it.
Result<ContentText> of_text(const std::string& text, std::string_view json,
                            const TemplateDefinition& definition) {
  const std::string_view member = member_for(text, definition);
  core::JsonWriter content;
  content.begin_object().key(member).raw(json).end_object();
  return written(content, member);
}

// An argument that is a string.
struct TextArgument {
  std::string_view name;
  std::string_view json;  // as it was sent
  std::string text;       // decoded
};

// A table or a chart in a string.
Result<ContentText> of_table_or_chart(const TextArgument& argument,
                                      const TemplateDefinition& definition) {
  const bool is_table = definition.id == core::Template::table;
  std::string text = argument.text;
  const auto part = find_fenced(text);
  if (part) {
    text.resize(part->end);
    // Errors say at which byte of what was sent they are.
    if (begins_as_json(std::string_view(text).substr(part->begin)))
      std::fill_n(text.begin(), part->begin, ' ');
    else
      text.erase(0, part->begin);
  }
  if (begins_as_json(text)) {
    const auto tree = JsonTree::parse(std::move(text));
    if (tree) return of_value(tree->part(tree->root()), argument.name, definition);
    return not_valid(tree.error(), argument.name,
                     is_table ? "; give CSV that begins so as {\"csv\": …}" : "");
  }
  if (!is_table) return wrong_type(JsonType::string, argument.name, definition);
  if (is_markdown_table(text))
    return Error{ErrorCode::invalid_content,
                 "is a table in Markdown; give an object with columns and rows, or CSV, or the "
                 "text as markdown",
                 argument.name};
  if (is_html(text))
    return Error{ErrorCode::invalid_content,
                 "is HTML; give an object with columns and rows, or CSV", argument.name};
  if (core::trim(text).starts_with(kFence))
    return Error{ErrorCode::invalid_content,
                 "begins with a fence as Markdown has it, and does not end with it; give the CSV "
                 "or JSON alone",
                 argument.name};
  if (!part) return of_text(text, argument.json, definition);
  return of_text(text, core::string_in_json(text), definition);
}

// Any other template's content, if the text is it as JSON.
std::optional<JsonTree> content_in(const std::string& text, const TemplateDefinition& definition) {
  // Source code may be JSON itself.
  if (definition.id == core::Template::code || !begins_as_json(text)) return std::nullopt;
  auto tree = JsonTree::parse(std::string(text));
  if (!tree || !tree->root().is(JsonType::object) || core::check_members(tree->root()))
    return std::nullopt;
  const bool has_content =
      std::any_of(definition.members.begin(), definition.members.end(),
                  [&](std::string_view name) { return tree->root().find(name).has_value(); });
  return has_content ? std::optional(*std::move(tree)) : std::nullopt;
}

// The JSON string that a text is as a whole.
std::optional<JsonTree> string_in(std::string_view text) {
  const std::string_view inner = core::trim(text);
  if (inner.size() < 2 || !inner.starts_with('"') || !inner.ends_with('"')) return std::nullopt;
  auto tree = JsonTree::parse(std::string(inner));
  if (!tree || !tree->root().is(JsonType::string)) return std::nullopt;
  return *std::move(tree);
}

Result<ContentText> of_argument(const TextArgument& argument,
                                const TemplateDefinition& definition) {
  if (takes_values(definition)) return of_table_or_chart(argument, definition);
  if (auto content = content_in(argument.text, definition)) return ContentText{*std::move(content)};
  return of_text(argument.text, argument.json, definition);
}

}  // namespace

Result<ContentText> read_content_value(std::string_view argument, const JsonTree& value,
                                       const TemplateDefinition& definition) {
  if (!value.root().is(JsonType::string)) return of_value(value, argument, definition);
  std::string text = value.root().exact_string();
  const auto inner = string_in(text);
  if (!inner) return of_argument({argument, value.text(), std::move(text)}, definition);
  text = inner->root().string();
  if (string_in(text)) {
    return Error{ErrorCode::invalid_content,
                 "is encoded as a JSON string more than twice; give the text itself",
                 std::string(argument)};
  }
  auto read = of_argument({argument, inner->text(), std::move(text)}, definition);
  if (read) read->was_encoded_twice = true;
  return read;
}

}  // namespace handlers::mcp
