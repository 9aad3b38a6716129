#include "core/time.h"

#include <algorithm>
#include <chrono>

#include "core/text/text.h"

namespace core {

Timestamp now() {
  const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
  return Timestamp::from_unix_milliseconds(
      std::chrono::duration_cast<std::chrono::milliseconds>(since_epoch).count());
}

namespace {

void append_number(std::string& out, unsigned value, unsigned width) {
  const std::size_t end = out.size() + width;
  out.append(width, '0');
  for (std::size_t at = end; width-- > 0; value /= 10)
    out[--at] = static_cast<char>('0' + value % 10);
}

// Reads the parts of a timestamp from the front of a text.
class MomentReader {
 public:
  explicit MomentReader(std::string_view text) : text_(text) {}

  // A number of exactly this many digits, from `least` to `most`.
  int number(std::size_t digits, int least, int most) {
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      const char c = next();
      if (!is_digit(c)) fails_ = true;
      value = value * 10 + (c - '0');
    }
    if (value < least || value > most) fails_ = true;
    return value;
  }
  // Whether one of these comes next, which is then taken.
  bool take(std::string_view choices) {
    if (text_.empty() || choices.find(text_.front()) == std::string_view::npos) return false;
    text_.remove_prefix(1);
    return true;
  }
  void expect(std::string_view choices) {
    if (!take(choices)) fails_ = true;
  }
  // The digits of a fraction, as milliseconds.
  int milliseconds() {
    int value = 0;
    std::size_t digits = 0;
    for (; !text_.empty() && is_digit(text_.front()); ++digits) {
      const int digit = next() - '0';
      if (digits < 3) value = value * 10 + digit;
    }
    if (digits == 0) fails_ = true;
    for (; digits < 3; ++digits) value *= 10;
    return value;
  }
  // Whether all has been read, and nothing was wrong.
  bool is_done() const { return text_.empty() && !fails_; }

 private:
  char next() {
    if (text_.empty()) {
      fails_ = true;
      return '0';
    }
    const char c = text_.front();
    text_.remove_prefix(1);
    return c;
  }

  std::string_view text_;
  bool fails_ = false;
};

// The offset from UTC.
std::chrono::minutes read_offset(MomentReader& reader) {
  if (reader.take("Zz")) return {};
  const bool is_behind = reader.take("-");
  if (!is_behind) reader.expect("+");
  const std::chrono::hours hours(reader.number(2, 0, 23));
  reader.expect(":");
  const std::chrono::minutes offset = hours + std::chrono::minutes(reader.number(2, 0, 59));
  return is_behind ? -offset : offset;
}

}  // namespace

std::optional<Timestamp> Timestamp::parse(std::string_view text) {
  MomentReader reader(text);
  const std::chrono::year year(reader.number(4, 0, 9999));
  reader.expect("-");
  const std::chrono::month month(static_cast<unsigned>(reader.number(2, 1, 12)));
  reader.expect("-");
  const std::chrono::day day(static_cast<unsigned>(reader.number(2, 1, 31)));
  reader.expect("Tt");
  const std::chrono::hours hours(reader.number(2, 0, 23));
  reader.expect(":");
  const std::chrono::minutes minutes(reader.number(2, 0, 59));
  reader.expect(":");
  const std::chrono::seconds seconds(reader.number(2, 0, 59));
  const std::chrono::milliseconds milliseconds(reader.take(".") ? reader.milliseconds() : 0);
  const std::chrono::minutes offset = read_offset(reader);
  const std::chrono::year_month_day date(year, month, day);
  if (!reader.is_done() || !date.ok()) return std::nullopt;
  const std::chrono::sys_time<std::chrono::milliseconds> moment =
      std::chrono::sys_days(date) + hours + minutes + seconds + milliseconds - offset;
  return from_unix_milliseconds(moment.time_since_epoch().count());
}

std::string Timestamp::rfc3339() const {
  using std::chrono::floor;
  const std::chrono::sys_time<std::chrono::milliseconds> moment{
      std::chrono::milliseconds(milliseconds_)};
  const auto day = floor<std::chrono::days>(moment);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss time{moment - day};

  std::string text;
  text.reserve(24);
  append_number(text, static_cast<unsigned>(static_cast<int>(date.year())), 4);
  text += '-';
  append_number(text, static_cast<unsigned>(date.month()), 2);
  text += '-';
  append_number(text, static_cast<unsigned>(date.day()), 2);
  text += 'T';
  append_number(text, static_cast<unsigned>(time.hours().count()), 2);
  text += ':';
  append_number(text, static_cast<unsigned>(time.minutes().count()), 2);
  text += ':';
  append_number(text, static_cast<unsigned>(time.seconds().count()), 2);
  text += '.';
  append_number(text, static_cast<unsigned>(time.subseconds().count()), 3);
  text += 'Z';
  return text;
}

namespace {

constexpr std::size_t kMaximumDigits = 6;

Error invalid() {
  return {ErrorCode::invalid_expires_in,
          "must be a whole number followed by s, m, h, d or w, such as \"24h\" or \"7d\", "
          "between 60 seconds and 3650 days"};
}

// Seconds; 0 for an unknown unit.
std::int64_t length_of(char unit) {
  constexpr std::int64_t kMinute = 60;
  constexpr std::int64_t kHour = 60 * kMinute;
  constexpr std::int64_t kDay = 24 * kHour;
  switch (unit) {
    case 's':
      return 1;
    case 'm':
      return kMinute;
    case 'h':
      return kHour;
    case 'd':
      return kDay;
    case 'w':
      return 7 * kDay;
    default:
      return 0;
  }
}

}  // namespace

Result<Duration> Duration::parse(std::string_view text) {
  if (text.size() < 2 || text.size() > kMaximumDigits + 1 || text.front() == '0') return invalid();
  const std::int64_t unit = length_of(text.back());
  if (unit == 0) return invalid();
  std::int64_t number = 0;
  for (const char c : text.substr(0, text.size() - 1)) {
    if (c < '0' || c > '9') return invalid();
    number = number * 10 + (c - '0');
  }
  const std::int64_t seconds = number * unit;
  if (seconds < kMinimumSeconds || seconds > kMaximumSeconds) return invalid();
  return Duration(seconds);
}

Duration Duration::of_seconds(std::int64_t seconds) {
  return Duration(std::clamp(seconds, kMinimumSeconds, kMaximumSeconds));
}

std::string Duration::text() const {
  for (const char unit : {'d', 'h', 'm'}) {
    const std::int64_t length = length_of(unit);
    // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a unit has a length
    if (seconds_ % length == 0) return std::to_string(seconds_ / length) + unit;
  }
  return std::to_string(seconds_) + 's';
}

Error invalid_expiry(std::string_view field) {
  return {ErrorCode::invalid_expires_in,
          "must be a duration such as \"24h\" or \"7d\" (a whole number followed by s, m, h, d or "
          "w), a date and time such as \"2030-01-31T18:00:00Z\", or \"never\"; between 60 seconds "
          "and 3650 days from now",
          std::string(field)};
}

Result<Expiry> Expiry::parse(std::string_view text) {
  if (text == "never") return never();
  if (const auto duration = Duration::parse(text)) return after(*duration);
  if (const auto moment = Timestamp::parse(text)) return at(*moment);
  return invalid_expiry();
}

}  // namespace core
