// Which character separates the fields of a CSV text. The editor in the dashboard decides by the
// same rules (pages/assets/csv_delimiter.mjs), and tests/unit/core/text/delimiters.json has the
// cases of both.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "core/text/csv.h"
#include "core/text/text.h"

namespace core {
namespace {

constexpr std::string_view kDelimiters = ",;\t|";
constexpr std::size_t kSampleBytes = std::size_t{64} * 1024;

bool ends_line(char c) { return c == '\r' || c == '\n'; }

// How one delimiter divides the records of a text.
class Division {
 public:
  Division(std::string_view text, bool is_whole, char delimiter)
      : text_(text), is_whole_(is_whole), delimiter_(delimiter) {
    while (at_ < text_.size()) {
      if (ends_line(text_[at_])) {
        ++at_;
      } else if (!read_record()) {
        return;
      }
    }
  }

  // Whether it separates fields at all: it divides most records, or the first and another one, or
  // some in a row alike, as those of a table below a title; and quoted fields do not end at another
  // delimiter instead.
  bool is_plausible() const {
    constexpr std::size_t kLongRun = 3;
    if (ended_by_others_ > ended_) return false;
    return 2 * divided_ > records_ || (header_ > 1 && divided_ > 1) || longest_run_ >= kLongRun;
  }

  // From 0 to 1: higher, the more records have equally many fields, the more these are, and the
  // fewer fields have something in them that looks like another delimiter.
  double score() const {
    if (divided_ == 0) return 0;
    // The greatest of the widths that are equally frequent.
    const auto usual = std::max_element(
        widths_.begin(), widths_.end(),
        [](const auto& one, const auto& other) { return one.second <= other.second; });
    const auto width = static_cast<double>(usual->first);
    const auto alike = static_cast<double>(usual->second);
    const double others = static_cast<double>(divided_) - alike;
    const double agreement = (alike + others / 2) / static_cast<double>(records_);
    const double clean = 1 - static_cast<double>(odd_fields_) / static_cast<double>(fields_);
    return agreement * (1 - 1 / width) * clean * share_of_header(usual->first);
  }

  // Whether the first record is not divided, and all others are numbers such as 1,50.
  bool is_column_of_numbers() const {
    return delimiter_ == ',' && divided_ > 0 && header_ == 1 && numbers_ + 1 == records_;
  }

 private:
  // The first record usually has the names of all columns.
  double share_of_header(std::size_t usual) const {
    constexpr double kOther = 0.8;
    constexpr double kUndivided = 1.0 / 3;
    return header_ == usual ? 1 : header_ > 1 ? kOther : kUndivided;
  }

  bool is_at_end_of_field() const {
    return at_ == text_.size() || text_[at_] == delimiter_ || ends_line(text_[at_]);
  }

  // False at the end of the text, if the last record may have been cut there.
  bool read_record() {
    const std::size_t begin = at_;
    std::size_t count = 0;
    std::size_t odd = 0;
    bool is_blank = true;
    for (;;) {
      const std::size_t from = at_;
      const bool is_odd = read_field();
      if (at_ == text_.size() && !is_whole_) return false;
      ++count;
      odd += is_odd ? 1 : 0;
      const std::string_view field = text_.substr(from, at_ - from);
      is_blank = is_blank && (field.empty() || field == "\"\"");
      if (at_ == text_.size() || text_[at_] != delimiter_) break;
      ++at_;
    }
    if (!is_blank || count > 1) add(text_.substr(begin, at_ - begin), count, odd);
    return true;
  }

  void add(std::string_view record, std::size_t count, std::size_t odd) {
    if (records_++ == 0) header_ = count;
    fields_ += count;
    odd_fields_ += odd;
    numbers_ += is_number_with_comma(record) ? 1 : 0;
    run_ = count == last_ ? run_ + 1 : 1;
    last_ = count;
    if (count == 1) return;
    ++divided_;
    ++widths_[count];
    longest_run_ = std::max(longest_run_, run_);
  }

  // Whether the field looks as if another character separated it, or quotes were not its own.
  bool read_field() {
    if (at_ < text_.size() && text_[at_] == '"') {
      ++at_;
      for (; at_ < text_.size(); ++at_) {
        if (text_[at_] != '"') continue;
        if (!text_.substr(at_ + 1).starts_with('"')) break;
        ++at_;
      }
      if (at_ == text_.size()) return true;
      ++at_;
      ended_ += is_at_end_of_field() ? 1 : 0;
      if (is_at_end_of_field()) return false;
      ended_by_others_ += kDelimiters.find(text_[at_]) != std::string_view::npos ? 1 : 0;
      while (!is_at_end_of_field()) ++at_;
      return true;
    }
    bool is_odd = false;
    for (; !is_at_end_of_field(); ++at_) is_odd = is_odd || is_separator(at_);
    return is_odd;
  }

  // Commas are also in numbers, and before a space in sentences.
  bool is_separator(std::size_t at) const {
    const char c = text_[at];
    if (c != ',') return kDelimiters.find(c) != std::string_view::npos;
    const char next = at + 1 < text_.size() ? text_[at + 1] : ' ';
    if (next == ' ') return false;
    return at == 0 || !is_digit(text_[at - 1]) || !is_digit(next);
  }

  static bool is_number_with_comma(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    if (text.empty() || !is_digit(text.front()) || !is_digit(text.back())) return false;
    return text.find_first_not_of("0123456789.,") == std::string_view::npos;
  }

  std::string_view text_;
  bool is_whole_;
  char delimiter_;
  std::size_t at_ = 0;
  std::size_t records_ = 0;
  std::size_t divided_ = 0;                    // records of two fields or more
  std::map<std::size_t, std::size_t> widths_;  // how many of these have as many fields
  std::size_t header_ = 0;                     // the fields of the first record
  std::size_t fields_ = 0;
  std::size_t odd_fields_ = 0;
  std::size_t ended_ = 0;            // quoted fields that end where the field does
  std::size_t ended_by_others_ = 0;  // and those that end before another delimiter
  std::size_t numbers_ = 0;
  std::size_t last_ = 0;
  std::size_t run_ = 0;  // records in a row that are as wide as the last one
  std::size_t longest_run_ = 0;
};

}  // namespace

std::optional<char> named_delimiter(std::string_view text) {
  constexpr std::string_view kStart = "sep=";
  if (text.size() <= kStart.size() || !text.starts_with(kStart)) return std::nullopt;
  const char named = text[kStart.size()];
  text.remove_prefix(kStart.size() + 1);
  const bool is_line = text.empty() || ends_line(text.front());
  if (!is_line || kDelimiters.find(named) == std::string_view::npos) return std::nullopt;
  return named;
}

char delimiter_of(std::string_view text) {
  constexpr std::string_view kFirstMark = "\xef\xbb\xbf";  // of the order of bytes
  if (text.starts_with(kFirstMark)) text.remove_prefix(kFirstMark.size());
  if (const auto named = named_delimiter(text)) return *named;
  const bool is_whole = text.size() <= kSampleBytes;
  text = text.substr(0, kSampleBytes);
  char best = ',';
  double highest = 0;
  for (const char delimiter : kDelimiters) {
    const Division division(text, is_whole, delimiter);
    if (division.is_column_of_numbers()) {
      best = ';';  // which leaves each in a field of its own
    } else if (division.is_plausible() && division.score() > highest) {
      highest = division.score();
      best = delimiter;
    }
  }
  return best;
}

}  // namespace core
