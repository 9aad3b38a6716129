#include <algorithm>

#include "core/text/markdown_writer.h"
#include "html/message.h"
#include "html/readable.h"
#include "templates/differences/difference_forms.h"

namespace templates {
namespace {

using core::DifferingLine;
using core::Hunk;
using core::TextDifference;
using html::Language;
using html::Message;

// How many there are of something, in words.
struct Count {
  Message one;
  Message many;

  std::string of(std::size_t number, Language language) const {
    if (number == 1) return std::string(one.in(language));
    return html::plain_text(language, many, {html::readable_count(number, language)});
  }
};

constexpr Count kBytes{"1 byte", "{} bytes"};
constexpr Count kLines{"1 line", "{} lines"};
constexpr Count kLinesKept{"1 line unchanged", "{} lines unchanged"};
constexpr Count kLinesRemoved{"1 line removed", "{} lines removed"};
constexpr Count kLinesAdded{"1 line added", "{} lines added"};
constexpr Count kMorePlaces{"1 more place", "{} more places"};
constexpr Count kRows{"1 row", "{} rows"};
constexpr Count kRowsAdded{"1 row added", "{} rows added"};
constexpr Count kRowsRemoved{"1 row removed", "{} rows removed"};
constexpr Count kRowsChanged{"1 row changed", "{} rows changed"};
constexpr Count kRowsMoved{"1 row moved", "{} rows moved"};
constexpr Count kMoreCells{"1 more cell", "{} more cells"};
constexpr Count kMoreSettings{"1 more setting", "{} more settings"};

std::string colon(Language language) { return std::string(Message(": ").in(language)); }

// A value as it is, without markup.
std::string quoted(const std::optional<std::string>& text, Language language) {
  return text && !text->empty() ? core::markdown_code(*text)
                                : std::string(Message("(nothing)").in(language));
}

std::string line_of_change(std::string_view name, const std::optional<std::string>& from,
                           const std::optional<std::string>& to, Language language) {
  return "- " + core::markdown_line(name) + colon(language) + quoted(from, language) + " → " +
         quoted(to, language) + "\n";
}

std::string line_of_pages(const PagesDifference& pages, Language language) {
  const auto in_words = [&](std::optional<int> count) {
    return count ? std::to_string(*count) : std::string(Message("not known").in(language));
  };
  const std::string after = pages.from || pages.to ? " → " + in_words(pages.to) : std::string();
  return "- " + std::string(Message("Pages").in(language)) + colon(language) +
         in_words(pages.from) + after + "\n";
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

constexpr const Count& count_of(DifferingLine::Kind kind) {
  switch (kind) {
    case DifferingLine::Kind::kept:
      return kLinesKept;
    case DifferingLine::Kind::removed:
      return kLinesRemoved;
    case DifferingLine::Kind::added:
      break;
  }
  return kLinesAdded;
}

std::string range(std::size_t line, std::size_t count) {
  return std::to_string(line) + (count == 1 ? "" : "," + std::to_string(count));
}

// What is left out is in lines of their own, which `diff` begins with a backslash.
std::string as_unified(const std::vector<Hunk>& hunks, Language language) {
  std::string text;
  for (const Hunk& hunk : hunks) {
    text += "@@ -" + range(hunk.from_line, hunk.from_count) + " +" +
            range(hunk.to_line, hunk.to_count) + " @@\n";
    for (const DifferingLine& line : hunk.lines) {
      if (line.omitted_lines > 0) {
        const std::string lines = count_of(line.kind).of(line.omitted_lines, language);
        text += "\\ " + html::plain_text(language, "{}, not shown", {lines}) + "\n";
        continue;
      }
      text += mark_of(line.kind) + line.text() + '\n';
      if (line.omitted_bytes > 0)
        text += "\\ " +
                html::plain_text(language, "{} of this line not shown",
                                 {kBytes.of(line.omitted_bytes, language)}) +
                "\n";
    }
  }
  return text;
}

std::string text_as_markdown(const TextDifference& text, Language language) {
  if (!text.is_compared)
    return "- " +
           html::plain_text(
               language, "Too many lines to compare: {} before, {} after",
               {kLines.of(text.from_lines, language), kLines.of(text.to_lines, language)}) +
           "\n";
  if (text.is_in_line_ends)
    return "- " + std::string(Message("Only line ends differ").in(language)) + "\n";
  if (text.hunks.empty()) return {};
  std::string markdown = "- " + kLinesRemoved.of(text.removed, language) + ", " +
                         kLinesAdded.of(text.added, language) + "\n\n" +
                         core::markdown_code_block(as_unified(text.hunks, language), "diff");
  if (text.omitted.hunks > 0)
    markdown += "\n" +
                html::plain_text(language, "Not shown: {} with {} and {}.",
                                 {kMorePlaces.of(text.omitted.hunks, language),
                                  kLinesRemoved.of(text.omitted.removed, language),
                                  kLinesAdded.of(text.omitted.added, language)}) +
                "\n";
  return markdown;
}

// Tables

std::string name_of_row(const RowDifference& row, const GridDifference& table, Language language) {
  const std::size_t place = row.to_row ? *row.to_row : row.from_row.value_or(0);
  const std::string number = std::to_string(place);
  if (!table.key_column) return html::plain_text(language, "Row {}", {number});
  return html::plain_text(language, "{} (row {})", {core::markdown_code(row.key), number});
}

std::string cells_of_row(const RowDifference& row, Language language) {
  std::string text;
  const auto separate = [&] { text += text.empty() ? colon(language) : "; "; };
  for (const CellDifference& cell : row.cells) {
    separate();
    text += core::markdown_line(cell.column) + " ";
    if (cell.from && cell.to)
      text += quoted(cell.from, language) + " → " + quoted(cell.to, language);
    else
      text += quoted(cell.from ? cell.from : cell.to, language);
  }
  if (row.omitted_cells > 0) {
    separate();
    text += kMoreCells.of(row.omitted_cells, language);
  }
  return text;
}

std::string change_of_row(const RowDifference& row, const GridDifference& table,
                          Language language) {
  const std::string name = name_of_row(row, table, language);
  switch (row.kind) {
    case RowDifference::Kind::added:
      return html::plain_text(language, "{} added", {name});
    case RowDifference::Kind::removed:
      return html::plain_text(language, "{} removed", {name});
    case RowDifference::Kind::changed:
      return html::plain_text(
          language, row.is_moved ? Message("{} changed and moved") : Message("{} changed"), {name});
    case RowDifference::Kind::moved:
      break;
  }
  return html::plain_text(language, "{} moved from row {}",
                          {name, std::to_string(row.from_row.value_or(0))});
}

std::string line_of_row(const RowDifference& row, const GridDifference& table, Language language) {
  return "- " + change_of_row(row, table, language) + cells_of_row(row, language) + "\n";
}

std::string list_of_names(const std::vector<std::string>& names) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i)
    list.append(i == 0 ? "" : ", ").append(core::markdown_line(names[i]));
  return list;
}

std::string names_as_line(Message what, const std::vector<std::string>& names, Language language) {
  if (names.empty()) return {};
  std::string line = "- ";
  line.append(what.in(language)).append(colon(language)).append(list_of_names(names));
  return line + "\n";
}

std::string summary_of_rows(const GridDifference& table, Language language) {
  std::string line;
  const auto add = [&](std::size_t rows, const Count& count) {
    if (rows > 0) line += (line.empty() ? "- " : ", ") + count.of(rows, language);
  };
  add(table.added, kRowsAdded);
  add(table.removed, kRowsRemoved);
  add(table.changed, kRowsChanged);
  add(table.moved, kRowsMoved);
  return line.empty() ? line : line + "\n";
}

std::string table_as_markdown(const GridDifference& table, bool is_chart, Language language) {
  std::string markdown = names_as_line(
      is_chart ? Message("Series added") : Message("Columns added"), table.added_columns, language);
  markdown += names_as_line(is_chart ? Message("Series removed") : Message("Columns removed"),
                            table.removed_columns, language);
  const Message renamed = is_chart ? Message("Series renamed") : Message("Column renamed");
  for (const RenamedColumn& column : table.renamed_columns)
    markdown += line_of_change(renamed.in(language), column.from, column.to, language);
  if (const auto& moved = table.moved_columns)
    markdown += "- " +
                html::plain_text(language,
                                 is_chart ? Message("Series moved: {} (before: {})")
                                          : Message("Columns moved: {} (before: {})"),
                                 {list_of_names(moved->to), list_of_names(moved->from)}) +
                "\n";
  if (!table.is_compared)
    return markdown + "- " +
           html::plain_text(
               language, "Too much to compare: {} before, {} after",
               {kRows.of(table.from_rows, language), kRows.of(table.to_rows, language)}) +
           "\n";
  markdown += summary_of_rows(table, language);
  if (!table.rows.empty()) markdown += "\n";
  for (const RowDifference& row : table.rows) markdown += line_of_row(row, table, language);
  if (table.omitted_rows > 0)
    markdown += "\n" +
                html::plain_text(language, "Not shown: changes of {}.",
                                 {kRows.of(table.omitted_rows, language)}) +
                "\n";
  return markdown;
}

std::string settings_as_markdown(const SettingsDifference& settings, Language language) {
  std::string markdown;
  for (const SettingDifference& setting : settings.shown())
    markdown += line_of_change(setting.name, setting.from, setting.to, language);
  if (settings.omitted() > 0)
    markdown += "- " + kMoreSettings.of(settings.omitted(), language) + "\n";
  return markdown;
}

}  // namespace

std::string to_markdown(const Difference& difference, Language language) {
  if (difference.is_same()) return std::string(Message("Nothing differs.").in(language)) + "\n";
  const ContentDifference& content = difference.content;
  std::string markdown;
  if (difference.title)
    markdown += line_of_change(Message("Title").in(language), difference.title->from,
                               difference.title->to, language);
  if (difference.description)
    markdown += line_of_change(Message("Description").in(language), difference.description->from,
                               difference.description->to, language);
  if (difference.is_content_same) return markdown;
  markdown += settings_as_markdown(content.settings, language);
  if (content.kind == DifferenceKind::size)
    markdown += "- " +
                html::plain_text(language, "Size: {} → {}",
                                 {kBytes.of(difference.from_bytes, language),
                                  kBytes.of(difference.to_bytes, language)}) +
                "\n";
  if (content.pages) markdown += line_of_pages(*content.pages, language);
  if (content.text) markdown += text_as_markdown(*content.text, language);
  if (content.table)
    markdown += table_as_markdown(*content.table, content.kind == DifferenceKind::chart, language);
  if (markdown.empty()) {
    constexpr Message kSameToReaders("Only the form of the content differs, not what is shown.");
    return std::string(kSameToReaders.in(language)) + "\n";
  }
  return markdown;
}

std::string to_document(const Difference& difference, Language language) {
  core::JsonWriter json;
  json.begin_object();
  json.member("text", to_markdown(difference, language));
  json.end_object();
  return json.text();
}

}  // namespace templates
