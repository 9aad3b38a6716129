// Formulas between `\(` and `\)` or `\[` and `\]`, as TeX and language models write them.
//
// In Markdown, a backslash before a bracket makes it text: `\[1\]`, `\(see below\)`. So what is
// between two such brackets is a formula only if it reads as one.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "templates/markdown/extracted/formulas.h"

namespace templates {

// The formula that begins with the backslash at `at` and ends on the same line. In any case `text`
// is read only up to the next bracket of the same kind or backtick.
std::optional<Formula> bracket_formula_at(std::string_view text, std::size_t at);

// Where a formula of several lines may begin in `line`, whose text begins at `text_begin`: with the
// text, or at the end of the line.
std::optional<std::size_t> bracket_block_opening(std::string_view line, std::size_t text_begin);

// A formula that begins behind `\[` and ends on a later line of the same paragraph.
struct BracketBlock {
  std::string_view first;   // what is on the line of its opening
  std::string_view middle;  // whole lines
  std::string last;         // what is on the line of its end, with the prefix of this line
  std::size_t size;         // of the source, to the end of its last line
};

// The one that begins behind the `\[` that precedes `text`. Reads like bracket_formula_at().
std::optional<BracketBlock> bracket_block(std::string_view text);

}  // namespace templates
