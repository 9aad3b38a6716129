#include <array>

#include "templates/differences/difference_forms.h"

namespace templates {
namespace {

using core::DifferingLine;
using core::Hunk;
using core::JsonWriter;
using core::TextDifference;

std::string_view name_of(DifferingLine::Kind kind) {
  constexpr std::array<std::string_view, 3> kNames{"kept", "removed", "added"};
  return kNames.at(static_cast<std::size_t>(kind));
}

void write_change(JsonWriter& json, std::string_view name,
                  const std::optional<TextChange>& change) {
  if (!change) return;
  json.key(name).begin_object();
  json.member("from", change->from).member("to", change->to);
  json.end_object();
}

void write_line(JsonWriter& json, const DifferingLine& line) {
  json.begin_object().member("change", name_of(line.kind));
  if (line.omitted_lines > 0) {
    json.member("omittedLines", line.omitted_lines).end_object();
    return;
  }
  json.member("text", line.text());
  if (line.parts.size() > 1) {
    json.key("parts").begin_array();
    for (const core::LinePart& part : line.parts) {
      json.begin_object();
      json.member("text", part.text).member("isChanged", part.is_changed);
      json.end_object();
    }
    json.end_array();
  }
  if (line.omitted_bytes > 0) json.member("omittedBytes", line.omitted_bytes);
  json.end_object();
}

void write_lines(JsonWriter& json, std::string_view name, std::size_t line, std::size_t count) {
  json.key(name).begin_object();
  json.member("line", line).member("count", count);
  json.end_object();
}

void write_text(JsonWriter& json, std::string_view name, const TextDifference& text) {
  json.key(name).begin_object();
  json.key("lines").begin_object();
  json.member("from", text.from_lines).member("to", text.to_lines);
  if (text.is_compared) json.member("removed", text.removed).member("added", text.added);
  json.end_object();
  json.member("isOnlyLineEnds", text.is_in_line_ends);
  json.key("hunks").begin_array();
  for (const Hunk& hunk : text.hunks) {
    json.begin_object();
    write_lines(json, "from", hunk.from_line, hunk.from_count);
    write_lines(json, "to", hunk.to_line, hunk.to_count);
    json.key("lines").begin_array();
    for (const DifferingLine& line : hunk.lines) write_line(json, line);
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.key("omitted").begin_object();
  json.member("hunks", text.omitted.hunks);
  json.member("removed", text.omitted.removed).member("added", text.omitted.added);
  json.end_object();
  json.end_object();
}

void write_names(JsonWriter& json, std::string_view name, const std::vector<std::string>& names) {
  json.key(name).begin_array();
  for (const std::string& one : names) json.value(one);
  json.end_array();
}

void write_columns(JsonWriter& json, const ColumnsDifference& columns) {
  json.key("columns").begin_object();
  write_names(json, "added", columns.added);
  write_names(json, "removed", columns.removed);
  json.key("moved").begin_object();
  write_names(json, "from", columns.moved_from);
  write_names(json, "to", columns.moved_to);
  json.end_object();
  json.end_object();
}

}  // namespace

std::string_view to_string(DifferenceKind kind) {
  constexpr std::array<std::string_view, 5> kNames{"text", "table", "chart", "json", "size"};
  return kNames.at(static_cast<std::size_t>(kind));
}

void write_members(JsonWriter& json, const Difference& difference) {
  const ContentDifference& content = difference.content;
  json.member("kind", to_string(content.kind));
  json.member("isSame", difference.is_same()).member("isComplete", difference.is_complete());
  json.key("bytes").begin_object();
  json.member("from", difference.from_bytes).member("to", difference.to_bytes);
  json.end_object();
  write_change(json, "title", difference.title);
  write_change(json, "description", difference.description);
  if (content.columns) write_columns(json, *content.columns);
  if (content.text) write_text(json, "text", *content.text);
  if (content.settings.has_difference()) write_text(json, "settingsText", content.settings);
}

}  // namespace templates
