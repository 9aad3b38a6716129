#include "core/text/timestamp.h"

#include <chrono>

#include "core/text/ascii.h"

namespace core {
namespace {

void append_number(std::string& out, unsigned value, unsigned width) {
  const std::size_t end = out.size() + width;
  out.append(width, '0');
  for (std::size_t at = end; width-- > 0; value /= 10)
    out[--at] = static_cast<char>('0' + value % 10);
}

// Takes what a moment is written with off the front of a text.
class MomentReader {
 public:
  explicit MomentReader(std::string_view text) : text_(text) {}

  // A number of exactly so many digits, from `least` to `most`.
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

// How far a place's time is ahead of UTC.
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

}  // namespace core
