// BlockLines: what the lines of a Markdown source are, for syntax that is extracted before parsing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "templates/markdown/source/html_block.h"

namespace templates {

enum class LineKind : std::uint8_t {
  blank,
  text,  // of a paragraph or table
  heading,
  rule,
  indented_code,
  fenced_code,  // and its fences
  html,         // of a block
};

// A source with more in each other is not parsed.
inline constexpr std::size_t kMaximumContainers = 64;

// Follows a source line by line, as md4c does (md_analyze_line), also where that differs from
// CommonMark: below text, a fence may be indented by any width, and a fence that is less indented
// than its list item still closes. The definition of a footnote is a container like a list item.
// It is not known here where a table ends.
class BlockLines {
 public:
  // `line` is the next one, without its line break.
  LineKind take(std::string_view line);

  // The number of containers that the last line is in. Those beyond the limit and one are not seen.
  std::size_t depth() const { return containers_.size(); }
  // The number of lines that the paragraph has so far, if the last line is text.
  std::size_t lines_of_paragraph() const { return lines_of_paragraph_; }

  // What was taken so far is a block, which ends here.
  void end_block() { last_ = LineKind::blank; }

 private:
  struct Container {
    char mark;               // > of a block quote, ^ of a footnote, otherwise of a list
    std::size_t text_begin;  // the least indentation of what it contains, in columns
  };
  class Line;

  // How many of the open containers `line` is in. Moves to its text in these.
  std::size_t enter_containers(Line& line) const;
  // The kind of a line of the open code or HTML; nothing if the line is none.
  std::optional<LineKind> kind_in_block(Line& line, bool is_inside);
  // Opens the container that begins with the rest of `line`, within the first `outer` open ones.
  bool open_container(Line& line, std::size_t outer, bool is_below_text);
  LineKind kind_of(const Line& line, bool is_below_text);
  bool opens_fence(std::string_view text);
  bool closes_fence(std::string_view text) const;

  std::vector<Container> containers_;
  std::size_t lines_of_paragraph_ = 0;
  LineKind last_ = LineKind::blank;  // of the last line; blank where a block has ended
  char fence_mark_ = 0;
  std::size_t fence_length_ = 0;
  HtmlBlock html_ = HtmlBlock::none;  // the open one
};

}  // namespace templates
