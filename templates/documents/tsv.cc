#include "templates/documents/tsv.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/cpu_limit.h"

namespace templates {
namespace {

// Reads TSV from front to back.
class TsvReader {
 public:
  explicit TsvReader(std::string_view text) : rest_(text) {}

  bool is_at_end() const { return rest_.empty(); }

  // Reads the next value. Quotes are removed if they enclose the whole value; others are ordinary
  // characters.
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

}  // namespace

std::vector<std::vector<std::string>> records_of_tsv(std::string_view text) {
  std::vector<std::vector<std::string>> records;
  TsvReader reader(text);
  while (!reader.is_at_end()) {
    core::CpuLimit::check();
    if (reader.skip_line_end()) continue;
    std::vector<std::string> record;
    do {
      record.push_back(reader.take_value());
    } while (reader.skip_tab());
    records.push_back(std::move(record));
    reader.skip_line_end();
  }
  return records;
}

}  // namespace templates
