// Formulas in Markdown as on GitHub: `$…$` and `` $`…`$ `` inline, `$$…$$` as a block. And as in
// TeX: `\(…\)` inline, `\[…\]` as a block.
//
// Markdown would treat the underscores and backslashes of TeX as markup. So formulas are extracted
// before parsing: a placeholder replaces each inline formula, and a block becomes a code block in
// the language "math", which is an equivalent notation. Prices and escaped brackets are left alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace templates {

struct Formula {
  std::string_view source;  // including its delimiters
  std::string_view tex;
  bool is_display = false;  // a block
};

class Formulas {
 public:
  // Extracts the formulas from `source`, which must outlive them, in linear time.
  explicit Formulas(std::string_view source);

  const std::string& source_with_placeholders() const { return source_; }

  struct Placeholder {
    std::size_t begin = 0;  // position in the text
    std::size_t end = 0;
    Formula formula;
  };
  // The first placeholder in `text` at or after `from`.
  std::optional<Placeholder> find_placeholder(std::string_view text, std::size_t from) const;

  enum class Escapes : std::uint8_t { kept, resolved };
  // `text` with its original source, where formulas are not allowed. In code, backslashes are kept;
  // in attributes, they escape.
  std::string restored(std::string_view text, Escapes escapes) const;

 private:
  void add_paragraph(std::string_view paragraph);
  std::size_t add_block(std::string_view text_from_line);
  void write_block(std::string_view opening, std::string_view prefix, std::string_view first,
                   std::string_view middle, std::string_view last);
  void add_placeholder(const Formula& formula);

  std::string source_;
  std::vector<Formula> formulas_;
  std::map<std::string_view, std::size_t> numbers_;  // by the source of each
  const char* searched_until_ = nullptr;             // the end of a block was not found up to here
};

// Formulas between `\(` and `\)` or `\[` and `\]`, as TeX and language models write them.
//
// In Markdown, a backslash before a bracket makes it text: `\[1\]`, `\(see below\)`. So text
// between two such brackets is a formula only if it looks like one.

// The formula that begins with the backslash at `at` and ends on the same line. In any case `text`
// is read only up to the next bracket of the same kind or backtick.
std::optional<Formula> bracket_formula_at(std::string_view text, std::size_t at);

// Where a formula of several lines may begin in `line`, whose text begins at `text_begin`: with the
// text, or at the end of the line.
std::optional<std::size_t> bracket_block_opening(std::string_view line, std::size_t text_begin);

// A formula that begins after `\[` and ends on a later line of the same paragraph.
struct BracketBlock {
  std::string_view first;   // what is on the line of its opening
  std::string_view middle;  // whole lines
  std::string last;         // what is on the line of its end, with the prefix of this line
  std::size_t size;         // of the source, to the end of its last line
};

// The one that begins after the `\[` that precedes `text`. Reads like bracket_formula_at().
std::optional<BracketBlock> bracket_block(std::string_view text);

}  // namespace templates
