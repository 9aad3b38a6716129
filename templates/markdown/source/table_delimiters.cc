#include "templates/markdown/source/table_delimiters.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/text/text.h"
#include "templates/markdown/source/block_lines.h"

namespace templates {
namespace {

constexpr std::size_t kDashes = 3;

// A block of HTML, which is not written. Unlike a blank line it makes no list loose, and where
// there is no paragraph it does nothing.
constexpr std::string_view kEndOfParagraph = "<? ?>";

// The cells of a row, which bars separate that are not escaped.
std::size_t count_cells(std::string_view row) {
  row = core::trim(row);
  if (row.starts_with('|')) row.remove_prefix(1);
  if (row.ends_with('|') && !row.ends_with("\\|")) row.remove_suffix(1);
  std::size_t cells = 1;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] == '\\') {
      ++i;
    } else if (row[i] == '|') {
      ++cells;
    }
  }
  return cells;
}

// The delimiter row as md4c wants it: with three dashes in each cell. Nothing if it is no delimiter
// row.
std::optional<std::string> widened(std::string_view row) {
  if (row.find_first_not_of("|:- \t") != std::string_view::npos ||
      row.find('|') == std::string_view::npos)
    return std::nullopt;
  std::string wide;
  bool has_cell = false;
  std::size_t at = 0;
  while (at < row.size()) {
    if (row[at] != '-' && row[at] != ':') {
      wide += row[at++];
      continue;
    }
    const std::size_t end = std::min(row.find_first_of("| \t", at), row.size());
    const std::string_view cell = row.substr(at, end - at);
    const std::size_t dashes = static_cast<std::size_t>(std::count(cell.begin(), cell.end(), '-'));
    const std::string_view bare = core::trim(cell, ":");
    if (dashes == 0 || bare.size() != dashes || cell.size() > dashes + 2) return std::nullopt;
    has_cell = true;
    if (cell.starts_with(':')) wide += ':';
    wide.append(std::max(dashes, kDashes), '-');
    if (cell.ends_with(':')) wide += ':';
    at = end;
  }
  return has_cell ? std::optional(wide) : std::nullopt;
}

std::size_t columns_of(std::string_view prefix) {
  std::size_t column = 0;
  for (const char c : prefix)
    column = c == '\t' ? (column / kTabWidth + 1) * kTabWidth : column + 1;
  return column;
}

// Tells which lines continue a text within its block quotes and list items. A line that is less
// indented than its item is none of these, as it cannot belong to a table in the item.
class TextLines {
 public:
  // Whether `line`, the next one, continues the text above it, and is neither code nor in a table.
  bool takes(std::string_view line) {
    const std::size_t prefix_size = container_prefix(line);
    const std::string_view prefix = line.substr(0, prefix_size);
    const std::size_t column = columns_of(prefix);
    const auto quotations = static_cast<std::size_t>(std::count(prefix.begin(), prefix.end(), '>'));
    const LineKind kind = lines_.take(line);
    const bool is_code = kind == LineKind::fenced_code || kind == LineKind::html;
    const bool is_in_same_quotations = std::exchange(quotations_, quotations) == quotations;
    const bool begins_item = !is_code && prefix.find_first_not_of(" \t>") != std::string_view::npos;
    const bool is_blank_line = prefix_size == line.size();
    const bool is_alone = is_code || is_blank_line || kind == LineKind::heading;
    const bool follows_text = std::exchange(is_text_, !is_alone);

    // Only a paragraph goes on with less indentation.
    const bool may_leave_item = !is_blank_line && (is_alone || !follows_text || is_in_table_);
    const bool leaves_item = may_leave_item && column < item_column_;
    if (begins_item || leaves_item) item_column_ = column;
    const bool is_beside_item = begins_item || leaves_item || !is_in_same_quotations;
    ends_table_ = is_in_table_ && is_alone && !is_blank_line && !is_beside_item;
    if (is_alone || is_beside_item) is_in_table_ = false;
    return follows_text && !is_alone && !is_in_table_ && !begins_item && is_in_same_quotations &&
           column >= item_column_ && column < item_column_ + kIndentationOfCode;
  }

  // Whether the line that was taken last begins another block directly below a table.
  bool ends_table() const { return ends_table_; }

  // The line that was taken last is a row of delimiters, of a table unless it is code.
  void begin_table() { is_in_table_ = is_text_; }

 private:
  BlockLines lines_;
  bool is_text_ = false;  // the last line
  bool is_in_table_ = false;
  bool ends_table_ = false;
  std::size_t quotations_ = 0;   // block quotes around the last line
  std::size_t item_column_ = 0;  // where the text of the current list item begins
};

}  // namespace

TableDelimiters::TableDelimiters(std::string_view source) {
  source_.reserve(source.size() + source.size() / 64);
  TextLines lines;
  // The last line; where it begins in source_.
  std::string_view above;
  std::string_view prefix_above;
  std::size_t begin_above = 0;
  bool continues_above = false;
  while (!source.empty()) {
    const std::string_view rest = source;
    const std::string_view line = take_line(source);
    const std::string_view prefix = line.substr(0, container_prefix(line));
    const std::string_view row = line.substr(prefix.size());
    const bool continues = lines.takes(line);
    auto wide = above.find('|') == std::string_view::npos ? std::nullopt : widened(row);
    if (wide && count_cells(row) != count_cells(above)) {
      // There is no table.
      wide = '\\' + std::string(row);
    } else if (wide) {
      if (continues && continues_above) end_paragraph(begin_above, prefix_above);
      lines.begin_table();
    }

    if (lines.ends_table()) source_.append(prefix).append("\n");
    begin_above = source_.size();
    source_ += prefix;
    if (wide && *wide != row) {
      const std::size_t begin = source_.size();
      source_ += *wide;
      rows_.push_back({begin, source_.size(), std::string(row)});
    } else {
      source_ += row;
    }
    source_.append(rest, line.size(), rest.size() - source.size() - line.size());
    above = row;
    prefix_above = prefix;
    continues_above = continues;
  }
}

// Ends the paragraph above the header, the last line of source_. It begins there at `header` with
// `prefix`, which opens no list item.
void TableDelimiters::end_paragraph(std::size_t header, std::string_view prefix) {
  // One that looks like delimiters itself.
  if (!rows_.empty() && rows_.back().end > header) return;
  source_.insert(header, std::string(prefix).append(kEndOfParagraph).append("\n"));
  const std::size_t begin = header + prefix.size();
  rows_.push_back({begin, begin + kEndOfParagraph.size(), {}});
}

std::optional<std::string> TableDelimiters::original_of(std::string_view text,
                                                        std::size_t position) const {
  const auto row = std::lower_bound(rows_.begin(), rows_.end(), position,
                                    [](const Row& one, std::size_t at) { return one.end <= at; });
  if (row == rows_.end() || position > row->begin || position + text.size() < row->end)
    return std::string(text);
  if (row->original.empty()) return std::nullopt;
  return std::string(text.substr(0, row->begin - position)) + row->original +
         std::string(text.substr(row->end - position));
}

}  // namespace templates
