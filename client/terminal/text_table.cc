#include "client/terminal/text_table.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

#include "client/terminal/message.h"
#include "core/text/utf8.h"

namespace client {
namespace {

constexpr std::string_view kGap = "  ";
constexpr std::size_t kUsualColumns = 80;

// On one line.
std::string plain(std::string_view value) {
  std::string text = without_control_characters(value);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n'; }, ' ');
  return text;
}

std::size_t terminal_columns() {
  winsize size{};
  const bool is_known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? size.ws_col : kUsualColumns;
}

// The first characters, with … for the rest.
std::string cut(const std::string& text, std::size_t most) {
  if (core::count_code_points(text) <= most) return text;
  return std::string(core::first_code_points(text, most - 1)) + "…";
}

std::string line_of(const std::vector<std::string>& row, const std::vector<std::size_t>& widths,
                    std::size_t columns) {
  std::string line;
  std::size_t used = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const bool is_last = i + 1 == row.size();
    const std::string value = is_last && columns > used + 1 ? cut(row[i], columns - used) : row[i];
    line += value;
    if (is_last) break;
    line.append(widths[i] - core::count_code_points(value), ' ').append(kGap);
    used += widths[i] + kGap.size();
  }
  return line + '\n';
}

}  // namespace

void TextTable::add(std::vector<std::string> row) {
  std::transform(row.begin(), row.end(), row.begin(), plain);
  rows_.push_back(std::move(row));
}

void TextTable::print() const {
  if (rows_.empty()) return;
  std::string text;
  if (isatty(STDOUT_FILENO) == 1) {
    std::vector<std::size_t> widths(headings_.size());
    const auto measure = [&](const std::vector<std::string>& row) {
      for (std::size_t i = 0; i < row.size(); ++i)
        widths[i] = std::max(widths[i], core::count_code_points(row[i]));
    };
    measure(headings_);
    std::for_each(rows_.begin(), rows_.end(), measure);
    const std::size_t columns = terminal_columns();
    text += line_of(headings_, widths, columns);
    for (const auto& row : rows_) text += line_of(row, widths, columns);
  } else {
    for (const auto& row : rows_) {
      for (std::size_t i = 0; i < row.size(); ++i) text.append(i == 0 ? "" : "\t").append(row[i]);
      text += '\n';
    }
  }
  print_output(text);
}

}  // namespace client
