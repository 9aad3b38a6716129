#include "templates/markdown/source/parsed_source.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "templates/markdown/source/block_lines.h"

namespace templates {

bool ParsedSource::contains(std::string_view part) const {
  return part.data() >= text().data() && part.data() < text().data() + text().size();
}

bool ParsedSource::begins_escaped(std::string_view part) const {
  return part.starts_with('[') && contains(part) && part.data() > text().data() &&
         *(part.data() - 1) == '\\';
}

// md4c reports a line's indentation as spaces, from its own memory; the source has the original
// white space.
std::string ParsedSource::verbatim(std::string_view part) {
  const bool is_from_source = contains(part);
  const bool follows_inserted = std::exchange(follows_inserted_, false);
  if (!is_from_source && part.find_first_not_of(' ') == std::string_view::npos) {
    indentation_ += part.size();
    return {};
  }
  const std::size_t indentation = std::exchange(indentation_, 0);
  if (!is_from_source)
    return follows_inserted ? std::string() : std::string(indentation, ' ') + std::string(part);
  const auto position = static_cast<std::size_t>(part.data() - text().data());
  const auto original = delimiters_.original_of(part, position);
  follows_inserted_ = !original;
  return original ? indentation_before(position, indentation) + *original : std::string();
}

// The last `width` columns of the white space before `position`, with its tabs. A tab that begins
// before these columns counts as the spaces that reach into them.
std::string ParsedSource::indentation_before(std::size_t position, std::size_t width) const {
  if (width == 0) return {};
  const std::string_view source = text();
  const auto column_behind = [&](std::size_t column, std::size_t at) {
    return source[at] == '\t' ? column / kTabWidth * kTabWidth + kTabWidth : column + 1;
  };
  std::size_t begin = position;
  while (begin > 0 && source[begin - 1] != '\n' && source[begin - 1] != '\r') --begin;
  std::size_t end_column = 0;
  for (std::size_t at = begin; at < position; ++at) end_column = column_behind(end_column, at);
  std::size_t column = 0;
  std::size_t at = begin;
  for (; at < position && column + width < end_column; ++at) column = column_behind(column, at);
  const std::size_t covered = std::min(end_column - column, width);
  return std::string(width - covered, ' ') + std::string(source.substr(at, position - at));
}

namespace {

constexpr std::size_t kMaximumDefinitions = 2000;
// For each bracket, md4c searches the lines of its paragraph from the first one.
constexpr std::size_t kMaximumLinesSearched = 100'000'000;

}  // namespace

bool is_costly_to_parse(std::string_view source) {
  BlockLines lines;
  std::size_t definitions = 0;
  std::size_t brackets = 0;  // in the paragraph
  while (!source.empty()) {
    const std::string_view line = take_line(source);
    const LineKind kind = lines.take(line);
    if (lines.depth() > kMaximumContainers) return true;
    if (kind != LineKind::text) continue;
    if (lines.lines_of_paragraph() == 1) brackets = 0;
    brackets += static_cast<std::size_t>(std::count(line.begin(), line.end(), '['));
    if (brackets * lines.lines_of_paragraph() > kMaximumLinesSearched) return true;
    const std::string_view text = line.substr(container_prefix(line));
    if (text.starts_with('[') && text.find("]:") != std::string_view::npos &&
        ++definitions > kMaximumDefinitions)
      return true;
  }
  return false;
}

}  // namespace templates
