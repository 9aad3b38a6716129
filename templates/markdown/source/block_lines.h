// The blocks of HTML in a Markdown source (CommonMark, 4.6).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace templates {

enum class HtmlBlock : std::uint8_t {
  none,
  verbatim,  // <pre>, <script>, <style>, <textarea>
  comment,
  instruction,
  declaration,
  cdata,
  element,  // ends at a blank line
};

// The block that begins with `line`, which is without indentation. `is_below_text`: in a paragraph,
// which not every element ends.
HtmlBlock html_block_at(std::string_view line, bool is_below_text);

// Whether `line`, which is not blank, is the last one of such a block.
bool ends_html_block(HtmlBlock block, std::string_view line);

// BlockLines: what the lines of a Markdown source are, for syntax that is extracted before parsing.

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

// Lines of a Markdown source, for syntax that is extracted before parsing.

// In columns.
inline constexpr std::size_t kTabWidth = 4;
inline constexpr std::size_t kIndentationOfCode = 4;

constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Removes the next line from `source` and returns it without its line break.
std::string_view take_line(std::string_view& source);

bool is_blank(std::string_view line);

// The number of bytes of `line` before its text: white space and the markers of block quotes and
// lists.
std::size_t container_prefix(std::string_view line);

}  // namespace templates
