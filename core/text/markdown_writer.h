// Markdown (GitHub's dialect) written from plain values: tables and code.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace core {

// The text on a line of its own, as no markup: in headings and the like.
std::string markdown_line(std::string_view text);

// The text as code within a line, exactly as it is, but for line breaks, which become spaces. Not
// for an empty text.
std::string markdown_code(std::string_view text);

// A fenced block that nothing in the text can end. `language` may be empty.
std::string markdown_code_block(std::string_view text, std::string_view language);

// Writes a table, one record after another; the first is the header, and the others should have as
// many fields. Line breaks in fields become <br>.
class MarkdownTable {
 public:
  void add_field(std::string_view field);
  // As CsvWriter has it; here texts are fields like others.
  void add_text(std::string_view text) { add_field(text); }
  void end_record();

  const std::string& text() const& { return text_; }
  std::string text() && { return std::move(text_); }

 private:
  std::string text_;
  std::size_t fields_ = 0;
  bool has_header_ = false;
};

}  // namespace core
