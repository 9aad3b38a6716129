#include "client/documents/recognition/tabular_text.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "client/documents/recognition/text_lines.h"
#include "core/text/ascii.h"
#include "core/text/csv.h"

namespace client {
namespace {

// Reads TSV from front to back.
class TsvReader {
 public:
  explicit TsvReader(std::string_view text) : rest_(text) {}

  bool is_at_end() const { return rest_.empty(); }

  // Takes the next value. Quotes count where they enclose the whole value: anywhere else they are
  // characters like others.
  std::string take_value() {
    if (rest_.starts_with('"')) {
      std::string value;
      for (std::size_t i = 1; i < rest_.size(); ++i) {
        if (rest_[i] != '"') {
          value += rest_[i];
        } else if (i + 1 < rest_.size() && rest_[i + 1] == '"') {
          value += rest_[i++];
        } else if (i + 1 == rest_.size() || is_separator(rest_[i + 1])) {
          rest_.remove_prefix(i + 1);
          return value;
        } else {
          break;
        }
      }
    }
    const std::size_t end = std::min(rest_.find_first_of("\t\r\n"), rest_.size());
    std::string value(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return value;
  }

  bool skip_tab() {
    if (!rest_.starts_with('\t')) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // Whether there was the end of a line.
  bool skip_line_end() {
    const std::size_t before = rest_.size();
    if (rest_.starts_with('\r')) rest_.remove_prefix(1);
    if (rest_.starts_with('\n')) rest_.remove_prefix(1);
    return rest_.size() != before;
  }

 private:
  static bool is_separator(char c) { return c == '\t' || c == '\r' || c == '\n'; }

  std::string_view rest_;
};

// hh:mm:ss,123 with something behind it, as logs write it.
bool has_milliseconds(std::string_view line) {
  constexpr std::string_view kForm = "00:00:00,000";
  for (std::size_t at = 0; at + kForm.size() < line.size(); ++at) {
    const std::string_view part = line.substr(at, kForm.size());
    const char next = line[at + kForm.size()];
    const bool is_time = std::equal(part.begin(), part.end(), kForm.begin(), [](char c, char form) {
      return form == '0' ? core::is_digit(c) : c == form;
    });
    if (is_time && !core::is_digit(next) && next != '.' && next != ',') return true;
  }
  return false;
}

// As between arguments.
bool has_comma_in_brackets(std::string_view line) {
  std::string open;
  bool has_comma = false;
  for (const char c : line) {
    if (c == '(' || c == '[' || c == '{') {
      open += c == '(' ? ')' : static_cast<char>(c + 2);
    } else if (c == ')' || c == ']' || c == '}') {
      if (!open.ends_with(c)) return false;
      open.pop_back();
    } else if (c == ',' && !open.empty()) {
      has_comma = true;
    }
  }
  return has_comma && open.empty();
}

// Quotes say that a table was meant.
bool has_lines_of_logs_or_code(std::string_view text) {
  const std::vector<std::string_view> lines = lines_of(text);
  return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    if (line.find('"') != std::string_view::npos) return false;
    return has_milliseconds(line) || has_comma_in_brackets(line);
  });
}

}  // namespace

std::string csv_of_tsv(std::string_view tsv) {
  core::CsvWriter csv;
  TsvReader reader(tsv);
  while (!reader.is_at_end()) {
    if (reader.skip_line_end()) continue;
    do {
      csv.add_field(reader.take_value());
    } while (reader.skip_tab());
    csv.end_record();
    reader.skip_line_end();
  }
  return std::move(csv).text();
}

bool looks_like_tsv(std::string_view text) {
  std::ptrdiff_t tabs = 0;
  std::size_t lines = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line == "\r") continue;
    const auto count = std::count(line.begin(), line.end(), '\t');
    // Code and lists are indented by tabs.
    if (count == 0 || line.starts_with('\t')) return false;
    if (lines++ == 0) tabs = count;
    if (count != tabs) return false;
  }
  return lines >= 2;
}

bool looks_like_csv(const std::string& text) {
  constexpr std::size_t kLeastRecords = 3;
  // Lines of code end with semicolons.
  if (core::delimiter_of(text) != ',') return false;
  const auto csv = core::Csv::parse(text);
  if (!csv || csv->records() < kLeastRecords || has_lines_of_logs_or_code(text)) return false;
  bool has_last = false;
  for (std::size_t record = 0; record < csv->records(); ++record) {
    if (csv->fields(record) < 2 || csv->fields(record) != csv->fields(0)) return false;
    const std::string_view first = csv->field(record, 0);
    if (first.starts_with(' ') || first.starts_with('\t')) return false;
    for (std::size_t i = 1; i < csv->fields(record); ++i)
      if (csv->field(record, i).starts_with(' ')) return false;
    if (!csv->field(record, csv->fields(record) - 1).empty()) has_last = true;
  }
  return has_last;
}

}  // namespace client
