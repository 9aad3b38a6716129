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

std::string_view name_of(RowDifference::Kind kind) {
  constexpr std::array<std::string_view, 4> kNames{"added", "removed", "changed", "moved"};
  return kNames.at(static_cast<std::size_t>(kind));
}

void write_change(JsonWriter& json, std::string_view name,
                  const std::optional<TextChange>& change) {
  if (!change) return;
  json.key(name).begin_object();
  json.member("from", change->from).member("to", change->to);
  json.end_object();
}

void write_if(JsonWriter& json, std::string_view name, const std::optional<std::string>& text) {
  if (text) json.member(name, *text);
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

void write_text(JsonWriter& json, const TextDifference& text) {
  json.key("text").begin_object();
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

void write_row(JsonWriter& json, const RowDifference& row, bool has_keys) {
  json.begin_object().member("change", name_of(row.kind));
  if (has_keys) json.member("key", row.key);
  if (row.from_row) json.member("from", *row.from_row);
  if (row.to_row) json.member("to", *row.to_row);
  if (row.kind == RowDifference::Kind::changed) json.member("isMoved", row.is_moved);
  json.key("cells").begin_array();
  for (const CellDifference& cell : row.cells) {
    json.begin_object().member("column", cell.column);
    write_if(json, "from", cell.from);
    write_if(json, "to", cell.to);
    json.end_object();
  }
  json.end_array();
  if (row.omitted_cells > 0) json.member("omittedCells", row.omitted_cells);
  json.end_object();
}

void write_names(JsonWriter& json, std::string_view name, const std::vector<std::string>& names) {
  json.key(name).begin_array();
  for (const std::string& one : names) json.value(one);
  json.end_array();
}

void write_table(JsonWriter& json, const GridDifference& table) {
  json.key("table").begin_object();
  json.key("rows").begin_object();
  json.member("from", table.from_rows).member("to", table.to_rows);
  if (table.is_compared) {
    json.member("added", table.added).member("removed", table.removed);
    json.member("changed", table.changed).member("moved", table.moved);
  }
  json.end_object();
  json.member("changedCells", table.changed_cells).member("keyColumn", table.key_column);
  json.key("columns").begin_object();
  write_names(json, "added", table.added_columns);
  write_names(json, "removed", table.removed_columns);
  json.key("renamed").begin_array();
  for (const RenamedColumn& column : table.renamed_columns)
    json.begin_object().member("from", column.from).member("to", column.to).end_object();
  json.end_array();
  const MovedColumns moved = table.moved_columns.value_or(MovedColumns());
  json.key("moved").begin_object();
  write_names(json, "from", moved.from);
  write_names(json, "to", moved.to);
  json.end_object();
  json.end_object();
  json.key("changes").begin_array();
  for (const RowDifference& row : table.rows) write_row(json, row, table.key_column.has_value());
  json.end_array();
  json.member("omittedRows", table.omitted_rows);
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
  if (const auto& pages = content.pages) {
    json.key("pages").begin_object();
    json.member("from", pages->from).member("to", pages->to);
    json.end_object();
  }
  write_change(json, "title", difference.title);
  write_change(json, "description", difference.description);
  if (content.text) write_text(json, *content.text);
  if (content.table) write_table(json, *content.table);
  json.key("settings").begin_array();
  for (const SettingDifference& setting : content.settings.shown()) {
    json.begin_object().member("name", setting.name);
    write_if(json, "from", setting.from);
    write_if(json, "to", setting.to);
    json.end_object();
  }
  json.end_array();
  json.member("omittedSettings", content.settings.omitted());
}

}  // namespace templates
