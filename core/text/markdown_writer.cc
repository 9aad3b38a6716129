#include "core/text/markdown_writer.h"

#include <algorithm>

#include "core/cpu_limit.h"

namespace core {
namespace {

constexpr std::string_view kMarks = "\\`*_{}[]<>#|~$";

std::size_t longest_run_of_backticks(std::string_view text) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace

std::string markdown_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (kMarks.find(c) != std::string_view::npos) line += '\\';
    line += c == '\n' || c == '\r' ? ' ' : c;
  }
  return line;
}

std::string markdown_code(std::string_view text) {
  const std::string fence(longest_run_of_backticks(text) + 1, '`');
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  // One space at each end is not part of the code: where it begins or ends with a backtick, or has
  // spaces of its own there.
  const auto needs_space = [](char c) { return c == '`' || c == ' '; };
  const std::string space = needs_space(line.front()) || needs_space(line.back()) ? " " : "";
  return fence + space + line + space + fence;
}

std::string markdown_code_block(std::string_view text, std::string_view language) {
  const std::string fence(std::max<std::size_t>(3, longest_run_of_backticks(text) + 1), '`');
  std::string block = fence;
  block.append(language).append("\n").append(text);
  if (!text.ends_with('\n')) block += '\n';
  return block.append(fence).append("\n");
}

void MarkdownTable::add_field(std::string_view field) {
  CpuLimit::check();
  ++fields_;
  text_ += "| ";
  for (std::size_t i = 0; i < field.size(); ++i) {
    const char c = field[i];
    if (c == '\r' || c == '\n') {
      if (c == '\r' && field.substr(i + 1).starts_with('\n')) ++i;
      text_ += "<br>";
      continue;
    }
    if (c == '|' || c == '\\') text_ += '\\';
    text_ += c;
  }
  text_ += ' ';
}

void MarkdownTable::end_record() {
  text_ += "|\n";
  if (!has_header_) {
    for (std::size_t i = 0; i < fields_; ++i) text_ += "| --- ";
    text_ += "|\n";
    has_header_ = true;
  }
  fields_ = 0;
}

}  // namespace core
