#include "core/text/csv.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/cpu_limit.h"
#include "core/text/text.h"

namespace core {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// "-3%", "+4,5", "-$5.00", "-1.234,50 €": a sign and digits with separators, and nothing that a
// spreadsheet could evaluate.
bool is_signed_amount(std::string_view text) {
  if (text.empty() || (text.front() != '-' && text.front() != '+')) return false;
  bool has_digits = false;
  for (text.remove_prefix(1); !text.empty();) {
    constexpr std::array<std::string_view, 11> kParts{".", ",", " ", "'",      "%",     "$",
                                                      "€", "£", "¥", "\u00a0", "\u202f"};
    if (is_digit(text.front())) {
      has_digits = true;
      text.remove_prefix(1);
      continue;
    }
    const auto part = std::find_if(kParts.begin(), kParts.end(),
                                   [&](std::string_view one) { return text.starts_with(one); });
    if (part == kParts.end()) return false;
    text.remove_prefix(part->size());
  }
  return has_digits;
}

std::size_t line_ends_in(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n' || (text[i] == '\r' && !text.substr(i + 1).starts_with('\n'))) ++count;
  return count;
}

}  // namespace

// Reads a text from front to back, and writes the fields back into it, which are never longer than
// what they were read from.
class CsvParser {
 public:
  explicit CsvParser(Csv& csv) : csv_(csv), text_(csv.text_), delimiter_(delimiter_of(csv.text_)) {
    csv.delimiter_ = delimiter_;
  }

  bool parse() {
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
    if (named_delimiter(std::string_view(text_).substr(at_)))
      at_ += std::string_view("sep=;").size();
    while (at_ < text_.size()) {
      if (skip_line_end()) continue;
      CpuLimit::check();
      const std::size_t line = line_;
      if (begins_ != nullptr) begins_->push_back(at_);
      do {
        if (!read_field()) return false;
      } while (skip(delimiter_));
      skip_line_end();
      csv_.record_ends_.push_back(static_cast<std::uint32_t>(csv_.fields_.size()));
      const std::size_t fields = csv_.fields(csv_.records() - 1);
      if (!csv_.wider_record_ && fields > csv_.fields(0))
        csv_.wider_record_ = Csv::WiderRecord{line, fields};
    }
    return true;
  }

  // To be filled with the places in the text in which records begin.
  void note_begins(std::vector<std::size_t>& begins) { begins_ = &begins; }

  // Once parse() has failed, the line in which the field begins that is not closed.
  std::size_t line() const { return line_; }

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
    if (carriage_return || line_feed) ++line_;
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
      line_ += line_ends_in(std::string_view(text_).substr(from, written_ - from));
    }
    while (at_ < text_.size() && !is_at(delimiter_) && !is_at('\r') && !is_at('\n'))
      keep_character();
    csv_.fields_.push_back(
        {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(written_ - from)});
    return true;
  }

  Csv& csv_;
  std::string& text_;
  const char delimiter_;
  std::size_t at_ = 0;
  std::size_t written_ = 0;
  std::size_t line_ = 1;
  std::vector<std::size_t>* begins_ = nullptr;
};

Result<Csv> Csv::parse(std::string text) {
  if (text.size() >= std::numeric_limits<std::uint32_t>::max())
    return Error{ErrorCode::invalid_content, "is too long"};
  Csv csv;
  csv.text_ = std::move(text);
  CsvParser parser(csv);
  if (parser.parse()) return csv;
  Error error{
      ErrorCode::invalid_content,
      "has an unterminated quoted field, which begins in line " + std::to_string(parser.line())};
  error.line = static_cast<std::int64_t>(parser.line());
  return error;
}

std::vector<std::size_t> record_places(std::string text) {
  const std::size_t end = text.size();
  Csv csv;
  csv.text_ = std::move(text);
  std::vector<std::size_t> places;
  CsvParser parser(csv);
  parser.note_begins(places);
  parser.parse();
  places.push_back(end);
  return places;
}

void CsvWriter::add_field(std::string_view field) {
  CpuLimit::check();
  // Quoted, so that no reader takes one of these for the separator, or the beginning of the text
  // for a byte order mark or a declaration of the separator.
  const bool is_mark =
      text_.empty() && (field.starts_with(kByteOrderMark) || field.starts_with("sep="));
  if (in_record_) text_ += delimiter_;
  in_record_ = true;
  if (!is_mark && field.find_first_of(",;|\t\"\r\n") == std::string_view::npos) {
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

void CsvWriter::add_text(std::string_view text) {
  constexpr std::string_view kFormulaSigns = "=+-@\t\r";
  const bool is_dash = text == "-";  // a placeholder for a missing value
  if (text.empty() || is_dash || is_signed_amount(text) ||
      kFormulaSigns.find(text.front()) == std::string_view::npos)
    return add_field(text);
  add_field("'" + std::string(text));
}

void CsvWriter::end_record() {
  // An empty line would not be a record.
  if (text_.size() == record_start_) text_ += "\"\"";
  text_ += line_end_;
  record_start_ = text_.size();
  in_record_ = false;
}

}  // namespace core
