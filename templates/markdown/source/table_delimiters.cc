#include "templates/markdown/source/table_delimiters.h"

#include <algorithm>
#include <optional>

#include "core/text/split.h"
#include "templates/markdown/source/line.h"

namespace templates {
namespace {

constexpr std::size_t kDashes = 3;

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

// The delimiter row as md4c wants it: with three dashes in each cell. One that has not as many
// cells as the row above is escaped, as there is no table. Nothing if it is no delimiter row, or
// may stay.
std::optional<std::string> widened(std::string_view row, std::string_view above) {
  if (row.find_first_not_of("|:- \t") != std::string_view::npos ||
      row.find('|') == std::string_view::npos)
    return std::nullopt;
  std::string wide;
  bool is_changed = false;
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
    is_changed = is_changed || dashes < kDashes;
    if (cell.starts_with(':')) wide += ':';
    wide.append(std::max(dashes, kDashes), '-');
    if (cell.ends_with(':')) wide += ':';
    at = end;
  }
  if (!has_cell) return std::nullopt;
  if (count_cells(row) != count_cells(above)) return '\\' + std::string(row);
  return is_changed ? std::optional(wide) : std::nullopt;
}

}  // namespace

TableDelimiters::TableDelimiters(std::string_view source) {
  source_.reserve(source.size() + source.size() / 64);
  std::string_view before;
  while (!source.empty()) {
    const std::string_view rest = source;
    const std::string_view line = take_line(source);
    const std::size_t prefix = container_prefix(line);
    const std::string_view row = line.substr(prefix);
    const auto wide =
        before.find('|') == std::string_view::npos ? std::nullopt : widened(row, before);
    if (wide) {
      source_.append(line, 0, prefix);
      const std::size_t begin = source_.size();
      source_ += *wide;
      rows_.push_back({begin, source_.size(), std::string(row)});
      source_.append(rest, line.size(), rest.size() - source.size() - line.size());
    } else {
      source_.append(rest, 0, rest.size() - source.size());
    }
    before = row;
  }
}

std::string TableDelimiters::original_of(std::string_view text, std::size_t position) const {
  const auto row = std::lower_bound(rows_.begin(), rows_.end(), position,
                                    [](const Row& one, std::size_t at) { return one.end <= at; });
  if (row == rows_.end() || position > row->begin || position + text.size() < row->end)
    return std::string(text);
  return std::string(text.substr(0, row->begin - position)) + row->original +
         std::string(text.substr(row->end - position));
}

}  // namespace templates
