#include "core/text/csv.h"

#include <limits>
#include <utility>

namespace core {

// Reads a text from front to back, and writes the fields back into it, which are never longer than
// what they were read from.
class CsvParser {
 public:
  explicit CsvParser(Csv& csv) : csv_(csv), text_(csv.text_) {}

  bool parse() {
    if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;
    while (at_ < text_.size()) {
      if (skip_line_end()) continue;
      do {
        if (!read_field()) return false;
      } while (skip(','));
      skip_line_end();
      csv_.record_ends_.push_back(static_cast<std::uint32_t>(csv_.fields_.size()));
    }
    return true;
  }

 private:
  bool is_at(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool skip(char c) {
    if (!is_at(c)) return false;
    ++at_;
    return true;
  }
  bool skip_line_end() {
    const bool carriage_return = skip('\r');
    const bool line_feed = skip('\n');
    return carriage_return || line_feed;
  }
  void keep_character() { text_[written_++] = text_[at_++]; }

  bool read_field() {
    const std::size_t from = written_;
    if (skip('"')) {
      while (!is_at('"') || (at_ + 1 < text_.size() && text_[at_ + 1] == '"')) {
        if (at_ == text_.size()) return false;
        if (is_at('"')) ++at_;
        keep_character();
      }
      ++at_;
    }
    while (at_ < text_.size() && !is_at(',') && !is_at('\r') && !is_at('\n')) keep_character();
    csv_.fields_.push_back(
        {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(written_ - from)});
    return true;
  }

  Csv& csv_;
  std::string& text_;
  std::size_t at_ = 0;
  std::size_t written_ = 0;
};

std::optional<Csv> Csv::parse(std::string text) {
  if (text.size() >= std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  Csv csv;
  csv.text_ = std::move(text);
  if (!CsvParser(csv).parse()) return std::nullopt;
  return csv;
}

void CsvWriter::add_field(std::string_view field) {
  if (in_record_) text_ += ',';
  in_record_ = true;
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
    text_ += field;
    return;
  }
  text_ += '"';
  for (const char c : field) {
    if (c == '"') text_ += '"';
    text_ += c;
  }
  text_ += '"';
}

void CsvWriter::end_record() {
  // A line with nothing on it would be no record.
  if (text_.size() == record_start_) text_ += "\"\"";
  text_ += "\r\n";
  record_start_ = text_.size();
  in_record_ = false;
}

}  // namespace core
