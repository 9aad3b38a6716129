#include "templates/chart/chart_times.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <utility>
#include <variant>

#include "core/text/text.h"
#include "core/time.h"
#include "templates/chart/reader/chart_values.h"

namespace templates {
namespace {

constexpr std::string_view kMonthShape = "dddd-dd";
constexpr std::string_view kDateShape = "dddd-dd-dd";
static_assert(kDateShape.size() == kDateLength);

bool begins_as(std::string_view shape, std::string_view text) {
  if (text.size() < shape.size()) return false;
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (shape[i] == 'd' ? !core::is_digit(text[i]) : text[i] != shape[i]) return false;
  return true;
}

// The milliseconds of the years 0 to 9999, which RFC 3339 can write.
constexpr double kFirstTime = -62167219200000.0;
constexpr double kLastTime = 253402300799999.0;

constexpr double kFirstLikelyTime = 1e11;
constexpr double kLastLikelyTime = 1e14;

constexpr double kMillisecondsOfMinute = 60'000;

// Year, month, day, hours, minutes, seconds, milliseconds.
using TimeFields = std::array<int, 7>;

// Nothing if there is no such time.
std::optional<double> milliseconds_of(const TimeFields& fields) {
  namespace chrono = std::chrono;
  const auto [year, month, day, hours, minutes, seconds, milliseconds] = fields;
  const auto date = chrono::year(year) / month / day;
  if (!date.ok() || hours > 23 || minutes > 59 || seconds > 59) return std::nullopt;
  const auto moment = chrono::sys_days(date) + chrono::hours(hours) + chrono::minutes(minutes) +
                      chrono::seconds(seconds) + chrono::milliseconds(milliseconds);
  return static_cast<double>(moment.time_since_epoch() / chrono::milliseconds(1));
}

// Whole dates have no zone, and other times may have one.
class IsoTime {
 public:
  explicit IsoTime(std::string_view text) : rest_(text) {}

  std::optional<double> read() {
    const int year = number(4);
    const int month = next_is('-') ? number(2) : 1;
    const int day = next_is('-') ? number(2) : 1;
    const bool has_time = !is_wrong_ && rest_.size() > 1 && (next_is('T') || next_is(' '));
    const int hour = has_time ? number(2) : 0;
    if (has_time && !next_is(':')) return std::nullopt;
    const int minute = has_time ? number(2) : 0;
    const int second = has_time && next_is(':') ? number(2) : 0;
    const int milliseconds = has_time && next_is('.') ? fraction() : 0;
    const int zone = has_time ? offset() : 0;
    if (is_wrong_ || !rest_.empty()) return std::nullopt;
    const auto time = milliseconds_of({year, month, day, hour, minute, second, milliseconds});
    return time ? std::optional(*time - zone * kMillisecondsOfMinute) : std::nullopt;
  }

 private:
  bool next_is(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  int number(std::size_t digits) {
    is_wrong_ = is_wrong_ || rest_.size() < digits;
    if (is_wrong_) return 0;
    int number = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      is_wrong_ = is_wrong_ || !core::is_digit(rest_[i]);
      number = 10 * number + (rest_[i] - '0');
    }
    rest_.remove_prefix(digits);
    return number;
  }

  int fraction() {
    int milliseconds = number(1) * 100;
    // Once something was wrong, number() takes nothing.
    for (int unit = 10; !is_wrong_ && !rest_.empty() && core::is_digit(rest_.front()); unit /= 10)
      milliseconds += number(1) * unit;
    return milliseconds;
  }

  // Minutes east of Greenwich.
  int offset() {
    if (next_is('Z') || next_is('z')) return 0;
    const int sign = next_is('+') ? 1 : next_is('-') ? -1 : 0;
    if (sign == 0) return 0;
    const int hours = number(2);
    is_wrong_ = is_wrong_ || !next_is(':') || hours > 23;
    const int minutes = number(2);
    is_wrong_ = is_wrong_ || minutes > 59;
    return sign * (60 * hours + minutes);
  }

  std::string_view rest_;
  bool is_wrong_ = false;
};

// JavaScript has no other times.
constexpr double kMostMilliseconds = 8.64e15;

// Formats of Luxon and Moment.js that stand for whole dates, and other names of tokens.
constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kWholeFormats{
    {{"DD T", "d MMM yyyy, HH:mm"},
     {"DD", "d MMM yyyy"},
     {"D", "yyyy-MM-dd"},
     {"T", "HH:mm"},
     {"ll", "d MMM yyyy"},
     {"lll", "d MMM yyyy, HH:mm"},
     {"L", "yyyy-MM-dd"},
     {"LL", "d MMMM yyyy"},
     {"PP", "d MMM yyyy"},
     {"PPP", "d MMMM yyyy"},
     {"LT", "HH:mm"}}};

// Those that people write, with | between them. Months before days, where both are numbers.
constexpr std::string_view kUsualFormats =
    "d MMM y|d MMM y H:mm|d MMM y, H:mm|d MMM y H:mm:ss|d-MMM-y|EEE, d MMM y|EEE MMM d y|MMM y|"
    "MMM d y|MMM d, y|MMM d, y H:mm|MMM d, y, h:mm a|MMM d, y, h:mm:ss a|M/d/y|M/d/y H:mm|"
    "M/d/y, h:mm:ss a|M-d-y|y/M/d|";

constexpr std::string_view kMonthNames = "janfebmaraprmayjunjulaugsepoctnovdec";

// One of another script is a letter too.
bool is_letter(char c) { return core::is_letter(c) || (static_cast<unsigned char>(c) & 0x80) != 0; }

// Reads a text by a format, from left to right, and gives nothing back that it has taken.
class TimeByFormat {
 public:
  TimeByFormat(std::string_view text, std::string_view format) : text_(text), format_(format) {
    const auto whole = std::find_if(kWholeFormats.begin(), kWholeFormats.end(),
                                    [&](const auto& known) { return known.first == format; });
    if (whole != kWholeFormats.end()) format_ = whole->second;
  }

  // `may_go_on`: whether the text may have something after the time.
  std::optional<double> read(bool may_go_on) {
    while (!format_.empty())
      if (!read_part()) return std::nullopt;
    if (!may_go_on && !text_.empty()) return std::nullopt;
    return milliseconds_of(fields_);
  }

 private:
  // A token, a text in quotes or brackets, or a character that stands for itself.
  bool read_part() {
    const char first = format_.front();
    const char last = first == '[' ? ']' : first;
    const std::size_t end = first == '[' || first == '\'' ? format_.find(last, 1) : 0;
    if (end != 0 && end != std::string_view::npos) {
      const std::string_view quoted = format_.substr(1, end - 1);
      format_.remove_prefix(end + 1);
      return skip(quoted);
    }
    if (!core::is_letter(first)) {
      format_.remove_prefix(1);
      return skip({&first, 1});
    }
    const std::size_t length = std::min(format_.find_first_not_of(first), format_.size());
    format_.remove_prefix(length);
    return read_token(first, length);
  }

  bool skip(std::string_view literal) {
    if (!text_.starts_with(literal)) return false;
    text_.remove_prefix(literal.size());
    return true;
  }

  bool read_token(char letter, std::size_t length) {
    constexpr std::string_view kNumbers = "yYMdDHhms";
    constexpr std::array<std::size_t, kNumbers.size()> kFields{0, 0, 1, 2, 2, 3, 3, 4, 5};
    if (letter == 'E' || ((letter == 'M' || letter == 'd') && length > 2))
      return read_name(letter == 'M');
    if (letter == 'a' || letter == 'A') return read_half();
    if (letter == 'S') return read_number(fields_[6], 1, 3);
    const std::size_t known = kNumbers.find(letter);
    int ignored = 0;
    if (known == std::string_view::npos) return read_number(ignored, 1, 2);
    const bool is_year = kFields[known] == 0;
    const bool is_short = is_year && length == 2;
    const std::size_t most = is_year && !is_short ? 4 : 2;
    const bool is_whole = is_year && length == most;
    if (!read_number(fields_[kFields[known]], is_whole ? most : 1, most)) return false;
    // As browsers read them.
    constexpr int kFirstOfLastCentury = 50;
    if (is_year && length != 4 && fields_[0] < 100)
      fields_[0] += fields_[0] < kFirstOfLastCentury ? 2000 : 1900;
    return true;
  }

  bool read_number(int& field, std::size_t least, std::size_t most) {
    std::size_t length = 0;
    int number = 0;
    while (length < std::min(most, text_.size()) && core::is_digit(text_[length]))
      number = 10 * number + (text_[length++] - '0');
    if (length < least) return false;
    text_.remove_prefix(length);
    field = number;
    return true;
  }

  // Of an abbreviation, unless the format has it.
  void skip_full_stop() {
    if (!format_.starts_with('.')) skip(".");
  }

  std::string_view take_letters() {
    const auto end = std::find_if_not(text_.begin(), text_.end(), is_letter);
    const auto letters = text_.substr(0, static_cast<std::size_t>(end - text_.begin()));
    text_.remove_prefix(letters.size());
    return letters;
  }

  // "Jan", "Sept.", "January", "Monday".
  bool read_name(bool is_month) {
    std::string name(take_letters().substr(0, 3));
    if (name.empty()) return false;
    skip_full_stop();
    if (!is_month) return true;
    for (char& c : name) c = core::lower_case(c);
    const std::size_t place = kMonthNames.find(name);
    if (name.size() < 3 || place == std::string_view::npos || place % 3 != 0) return false;
    fields_[1] = static_cast<int>(place / 3) + 1;
    return true;
  }

  // "am", "p.m."
  bool read_half() {
    const std::string_view letters = take_letters();
    if (letters.empty()) return false;
    while (text_.size() > 1 && text_.front() == '.' && is_letter(text_[1])) {
      skip(".");
      take_letters();
    }
    skip_full_stop();
    const bool is_afternoon = letters.front() == 'p' || letters.front() == 'P';
    fields_[3] = fields_[3] % 12 + (is_afternoon ? 12 : 0);
    return true;
  }

  std::string_view text_;
  std::string_view format_;
  TimeFields fields_{1970, 1, 1, 0, 0, 0, 0};
};

std::optional<double> milliseconds_in(std::string_view text) {
  constexpr std::size_t kLeastDigits = 5;
  constexpr std::size_t kMostDigits = 16;
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  if (digits.size() < kLeastDigits || digits.size() > kMostDigits ||
      !std::all_of(digits.begin(), digits.end(), core::is_digit))
    return std::nullopt;
  const auto number = core::parse_number(text);
  return number && std::abs(*number) <= kMostMilliseconds ? number : std::nullopt;
}

}  // namespace

bool is_date(std::string_view text) {
  if (!begins_as(kDateShape, text)) return false;
  return text.size() == kDateLength || text[kDateLength] == 'T' || text[kDateLength] == ' ';
}

bool is_month(std::string_view text) {
  return text.size() == kMonthShape.size() && begins_as(kMonthShape, text);
}

bool is_likely_time(double milliseconds) {
  return milliseconds >= kFirstLikelyTime && milliseconds < kLastLikelyTime;
}

std::optional<double> time_in(std::string_view text) {
  IsoTime iso(text);
  return iso.read();
}

std::optional<std::string> time_text(double milliseconds) {
  if (!(milliseconds >= kFirstTime && milliseconds <= kLastTime)) return std::nullopt;
  std::string text =
      core::Timestamp::from_unix_milliseconds(static_cast<std::int64_t>(milliseconds)).rfc3339();
  if (const auto midnight = text.find("T00:00:00.000Z"); midnight != std::string::npos)
    text.erase(midnight);
  else if (const auto whole = text.find(".000Z"); whole != std::string::npos)
    text.replace(whole, std::string::npos, "Z");
  return text;
}

void write_times_as_text(Chart& chart) {
  for (std::string& label : chart.labels) {
    const auto milliseconds = number_in_text(label);
    if (milliseconds && label.size() > 4) label = time_text(*milliseconds).value_or(label);
  }
  for (ChartDataset& dataset : chart.datasets) {
    for (ChartValue& value : dataset.values) {
      auto* const point = std::get_if<ChartPoint>(&value);
      const auto* const milliseconds = point != nullptr ? std::get_if<double>(&point->x) : nullptr;
      if (milliseconds == nullptr) continue;
      if (auto text = time_text(*milliseconds))
        point->x = std::string_view(chart.texts.emplace_back(*std::move(text)));
    }
  }
}

std::optional<double> read_time(std::string_view text, std::string_view format) {
  // Mostly.
  if (format.empty())
    if (const auto time = time_in(text)) return time;
  constexpr std::size_t kLongest = 100;
  constexpr std::string_view kSpace = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  while (!text.empty() && kSpace.find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  if (text.empty() || text.size() > kLongest) return std::nullopt;
  if (!format.empty())
    if (const auto time = TimeByFormat(text, format).read(true)) return time;
  if (const auto milliseconds = milliseconds_in(text)) return milliseconds;
  if (const auto time = time_in(text)) return time;
  std::string_view usual = kUsualFormats;
  for (std::size_t end = 0; !usual.empty(); usual.remove_prefix(end + 1)) {
    end = usual.find('|');
    if (const auto time = TimeByFormat(text, usual.substr(0, end)).read(false)) return time;
  }
  return std::nullopt;
}

}  // namespace templates
