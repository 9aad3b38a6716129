#include <algorithm>

#include "core/text/markdown_writer.h"
#include "html/amount.h"
#include "templates/differences/difference_forms.h"

namespace templates {
namespace {

using core::DifferingLine;
using core::Hunk;
using core::TextDifference;

std::string counted(std::size_t number, std::string_view one, std::string_view many) {
  return html::group_thousands(number).append(" ").append(number == 1 ? one : many);
}
std::string lines_counted(std::size_t lines) { return counted(lines, "line", "lines"); }
std::string rows_counted(std::size_t rows) { return counted(rows, "row", "rows"); }

// A value as it is, without markup.
std::string quoted(const std::optional<std::string>& text) {
  return text && !text->empty() ? core::markdown_code(*text) : "(nothing)";
}

std::string line_of_change(std::string_view name, const std::optional<std::string>& from,
                           const std::optional<std::string>& to) {
  return "- " + core::markdown_line(name) + ": " + quoted(from) + " → " + quoted(to) + "\n";
}

std::string line_of_pages(const PagesDifference& pages) {
  constexpr std::string_view kUnknown = "not known";
  const auto in_words = [&](std::optional<int> count) {
    return count ? std::to_string(*count) : std::string(kUnknown);
  };
  const std::string after = pages.from || pages.to ? " → " + in_words(pages.to) : std::string();
  return "- Pages: " + in_words(pages.from) + after + "\n";
}

// Text

constexpr char mark_of(DifferingLine::Kind kind) {
  switch (kind) {
    case DifferingLine::Kind::kept:
      return ' ';
    case DifferingLine::Kind::removed:
      return '-';
    case DifferingLine::Kind::added:
      return '+';
  }
  return ' ';
}

constexpr std::string_view what_of(DifferingLine::Kind kind) {
  switch (kind) {
    case DifferingLine::Kind::kept:
      return " unchanged";
    case DifferingLine::Kind::removed:
      return " removed";
    case DifferingLine::Kind::added:
      return " added";
  }
  return {};
}

std::string range(std::size_t line, std::size_t count) {
  return std::to_string(line) + (count == 1 ? "" : "," + std::to_string(count));
}

// What is left out is in lines of their own, which `diff` begins with a backslash.
std::string as_unified(const std::vector<Hunk>& hunks) {
  std::string text;
  for (const Hunk& hunk : hunks) {
    text += "@@ -" + range(hunk.from_line, hunk.from_count) + " +" +
            range(hunk.to_line, hunk.to_count) + " @@\n";
    for (const DifferingLine& line : hunk.lines) {
      if (line.omitted_lines > 0) {
        text +=
            "\\ " + lines_counted(line.omitted_lines).append(what_of(line.kind)) + ", not shown\n";
        continue;
      }
      text += mark_of(line.kind) + line.text() + '\n';
      if (line.omitted_bytes > 0)
        text += "\\ " + counted(line.omitted_bytes, "byte", "bytes") + " of this line not shown\n";
    }
  }
  return text;
}

std::string text_as_markdown(const TextDifference& text) {
  if (!text.is_compared)
    return "- Too many lines to compare: " + lines_counted(text.from_lines) + " before, " +
           lines_counted(text.to_lines) + " after\n";
  if (text.is_in_line_ends) return "- Only line ends differ\n";
  if (text.hunks.empty()) return {};
  std::string markdown = "- " + lines_counted(text.removed) + " removed, " +
                         lines_counted(text.added) + " added\n\n" +
                         core::markdown_code_block(as_unified(text.hunks), "diff");
  if (text.omitted.hunks > 0)
    markdown += "\nNot shown: " + counted(text.omitted.hunks, "more place", "more places") +
                " with " + lines_counted(text.omitted.removed) + " removed and " +
                lines_counted(text.omitted.added) + " added.\n";
  return markdown;
}

// Tables

std::string name_of_row(const RowDifference& row, const GridDifference& table) {
  const std::size_t place = row.to_row ? *row.to_row : row.from_row.value_or(0);
  const std::string number = std::to_string(place);
  if (!table.key_column) return "Row " + number;
  return core::markdown_code(row.key) + " (row " + number + ")";
}

std::string cells_of_row(const RowDifference& row) {
  std::string text;
  const auto separate = [&] { text += text.empty() ? ": " : "; "; };
  for (const CellDifference& cell : row.cells) {
    separate();
    text += core::markdown_line(cell.column) + " ";
    if (cell.from && cell.to)
      text += quoted(cell.from) + " → " + quoted(cell.to);
    else
      text += quoted(cell.from ? cell.from : cell.to);
  }
  if (row.omitted_cells > 0) {
    separate();
    text += counted(row.omitted_cells, "more cell", "more cells");
  }
  return text;
}

std::string line_of_row(const RowDifference& row, const GridDifference& table) {
  std::string line = "- " + name_of_row(row, table);
  switch (row.kind) {
    case RowDifference::Kind::added:
      line += " added";
      break;
    case RowDifference::Kind::removed:
      line += " removed";
      break;
    case RowDifference::Kind::changed:
      line += row.is_moved ? " changed and moved" : " changed";
      break;
    case RowDifference::Kind::moved:
      line += " moved from row " + std::to_string(row.from_row.value_or(0));
      break;
  }
  return line + cells_of_row(row) + "\n";
}

std::string names_as_line(std::string_view what, const std::vector<std::string>& names) {
  if (names.empty()) return {};
  std::string line = "- ";
  line.append(what).append(": ");
  for (std::size_t i = 0; i < names.size(); ++i)
    line.append(i == 0 ? "" : ", ").append(core::markdown_line(names[i]));
  return line + "\n";
}

std::string summary_of_rows(const GridDifference& table) {
  std::string line;
  const auto add = [&](std::size_t count, std::string_view what) {
    if (count > 0) line += (line.empty() ? "- " : ", ") + rows_counted(count).append(what);
  };
  add(table.added, " added");
  add(table.removed, " removed");
  add(table.changed, " changed");
  add(table.moved, " moved");
  return line.empty() ? line : line + "\n";
}

std::string table_as_markdown(const GridDifference& table, bool is_chart) {
  std::string markdown =
      names_as_line(is_chart ? "Series added" : "Columns added", table.added_columns);
  markdown += names_as_line(is_chart ? "Series removed" : "Columns removed", table.removed_columns);
  for (const RenamedColumn& column : table.renamed_columns)
    markdown +=
        line_of_change(is_chart ? "Series renamed" : "Column renamed", column.from, column.to);
  if (!table.is_compared)
    return markdown + "- Too much to compare: " + rows_counted(table.from_rows) + " before, " +
           rows_counted(table.to_rows) + " after\n";
  markdown += summary_of_rows(table);
  if (!table.rows.empty()) markdown += "\n";
  for (const RowDifference& row : table.rows) markdown += line_of_row(row, table);
  if (table.omitted_rows > 0)
    markdown += "\nNot shown: " + rows_counted(table.omitted_rows).insert(0, "changes of ") + ".\n";
  return markdown;
}

std::string settings_as_markdown(const SettingsDifference& settings) {
  std::string markdown;
  for (const SettingDifference& setting : settings.shown())
    markdown += line_of_change(setting.name, setting.from, setting.to);
  if (settings.omitted() > 0)
    markdown += "- " + counted(settings.omitted(), "more setting", "more settings") + "\n";
  return markdown;
}

}  // namespace

std::string to_markdown(const Difference& difference) {
  if (difference.is_same()) return "Nothing differs.\n";
  const ContentDifference& content = difference.content;
  std::string markdown;
  if (difference.title)
    markdown += line_of_change("Title", difference.title->from, difference.title->to);
  if (difference.description)
    markdown +=
        line_of_change("Description", difference.description->from, difference.description->to);
  if (difference.is_content_same) return markdown;
  markdown += settings_as_markdown(content.settings);
  if (content.kind == DifferenceKind::size)
    markdown += "- Size: " + counted(difference.from_bytes, "byte", "bytes") + " → " +
                counted(difference.to_bytes, "byte", "bytes") + "\n";
  if (content.pages) markdown += line_of_pages(*content.pages);
  if (content.text) markdown += text_as_markdown(*content.text);
  if (content.table)
    markdown += table_as_markdown(*content.table, content.kind == DifferenceKind::chart);
  if (markdown.empty()) return "Only the form of the content differs, not what is shown.\n";
  return markdown;
}

std::string to_document(const Difference& difference) {
  core::JsonWriter json;
  json.begin_object();
  json.member("text", to_markdown(difference));
  json.end_object();
  return json.text();
}

}  // namespace templates
