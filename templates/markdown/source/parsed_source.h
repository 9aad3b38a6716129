// ParsedSource: the Markdown that md4c parses, and what md4c does not report of it.
//
// md4c hands out texts that point into the source, and some of its own. The position of a text
// tells what stood before it.
//
// This folder follows md4c's rules because md4c has no hooks for syntax of others, and its own
// extensions differ from GitHub's: "$5 and $10" is a formula, "5~6 and ~7" is struck through,
// "[^1]: note" vanishes as a link definition, "|-|-|" is no delimiter row. Other forms were tried
// with CommonMark's examples, 47 hostile documents and 1,108 READMEs, and none is better:
// - cmark-gfm takes quadratic time on two of the hostile documents; lowdown and discount on more.
// - A tree of md4c's callbacks needs the same changes to the source for blocks (footnotes,
//   formulas, delimiter rows), and loses the emphasis around a formula with a star in it.
// - A parser of our own follows nothing and gives the same pages at the same speed, but for 39
//   READMEs. It is as long as what it replaces (2,577 lines for 2,553), and would be one more
//   reader of untrusted input in place of a maintained one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "templates/markdown/source/literal_marks.h"
#include "templates/markdown/source/table_delimiters.h"

namespace templates {

class ParsedSource {
 public:
  explicit ParsedSource(std::string_view markdown) : delimiters_(hide_literal_marks(markdown)) {}

  const std::string& text() const { return delimiters_.source(); }

  // Whether `part`, which md4c reported, begins with a bracket that a backslash escapes. md4c
  // begins a new text at an escaped character.
  bool begins_escaped(std::string_view part) const;

  // The beginning of a block of code or HTML.
  void begin_verbatim() {
    indentation_ = 0;
    follows_inserted_ = false;
  }

  // The text to write for the next one that md4c reported as code or HTML: with the original white
  // space and dashes, and without inserted lines. Empty for the indentation of a line, which comes
  // with the line's text.
  std::string verbatim(std::string_view part);

 private:
  bool contains(std::string_view part) const;
  std::string indentation_before(std::size_t position, std::size_t width) const;

  TableDelimiters delimiters_;
  std::size_t indentation_ = 0;    // columns of the current line
  bool follows_inserted_ = false;  // what comes next is the end of an inserted line
};

// The cost of parsing a Markdown source.

// Whether md4c would need more than linear time for what it analyses before its first callback
// about it: many containers in each other, very many link definitions, or a paragraph of very many
// lines with links.
bool is_costly_to_parse(std::string_view source);

}  // namespace templates
