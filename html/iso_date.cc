#include "html/iso_date.h"

#include <array>
#include <cstddef>
#include <utility>

#include "core/text/text.h"

namespace html {
namespace {

// Reads one text from its beginning to its end.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }

  // Nothing if there are fewer digits.
  std::optional<int> number(std::size_t digits) {
    if (rest_.size() < digits) return std::nullopt;
    int value = 0;
    for (const char c : rest_.substr(0, digits)) {
      if (!core::is_digit(c)) return std::nullopt;
      value = value * 10 + (c - '0');
    }
    rest_.remove_prefix(digits);
    return value;
  }

  // One of these characters.
  std::optional<char> one_of(std::string_view characters) {
    if (rest_.empty() || characters.find(rest_.front()) == std::string_view::npos)
      return std::nullopt;
    const char found = rest_.front();
    rest_.remove_prefix(1);
    return found;
  }

  void skip_digits() {
    while (!rest_.empty() && core::is_digit(rest_.front())) rest_.remove_prefix(1);
  }

 private:
  std::string_view rest_;
};

std::string two_digits(int number) {
  return {static_cast<char>('0' + number / 10), static_cast<char>('0' + number % 10)};
}

// By the language: as CLDR has them, but in English, where September has three letters too.
constexpr std::array<std::array<std::string_view, 12>, 4> kShortMonths{
    {{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"},
     {"Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.",
      "Dez."},
     {"janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.",
      "déc."},
     {"ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"}}};

std::optional<std::chrono::year_month_day> read_date(Reader& reader) {
  const auto year = reader.number(4);
  if (!year || !reader.one_of("-")) return std::nullopt;
  const auto month = reader.number(2);
  if (!month || !reader.one_of("-")) return std::nullopt;
  const auto day = reader.number(2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  return date.ok() ? std::optional(date) : std::nullopt;
}

// Hours and minutes; seconds where they are not zero.
std::optional<std::string> read_time(Reader& reader) {
  const auto hour = reader.number(2);
  if (!hour || *hour > 23 || !reader.one_of(":")) return std::nullopt;
  const auto minute = reader.number(2);
  if (!minute || *minute > 59) return std::nullopt;
  std::string text = two_digits(*hour) + ':' + two_digits(*minute);
  if (!reader.one_of(":")) return text;
  const auto second = reader.number(2);
  if (!second || *second > 60) return std::nullopt;
  if (*second != 0) text += ':' + two_digits(*second);
  if (reader.one_of(".")) reader.skip_digits();
  return text;
}

// Empty if there is none.
std::optional<std::string> read_zone(Reader& reader) {
  if (reader.at_end()) return std::string();
  if (reader.one_of("Zz")) return "UTC";
  const auto sign = reader.one_of("+-");
  if (!sign) return std::nullopt;
  const auto hours = reader.number(2);
  if (!hours || *hours > 23) return std::nullopt;
  reader.one_of(":");
  const auto minutes = reader.number(2);
  if (!minutes || *minutes > 59) return std::nullopt;
  if (*hours == 0 && *minutes == 0) return "UTC";
  return *sign + two_digits(*hours) + ':' + two_digits(*minutes);
}

}  // namespace

std::string IsoDate::day(Language language) const {
  const auto month = static_cast<unsigned>(date.month()) - 1;
  std::string text = std::to_string(static_cast<unsigned>(date.day()));
  text += language == Language::german ? ". " : " ";
  text += kShortMonths.at(static_cast<std::size_t>(language)).at(month);
  return text + ' ' + std::to_string(static_cast<int>(date.year()));
}

std::optional<IsoDate> read_iso_date(std::string_view text) {
  Reader reader(text);
  const auto date = read_date(reader);
  if (!date) return std::nullopt;
  if (reader.at_end()) return IsoDate{*date};
  if (!reader.one_of("Tt ")) return std::nullopt;
  auto time = read_time(reader);
  if (!time) return std::nullopt;
  auto zone = read_zone(reader);
  if (!zone || !reader.at_end()) return std::nullopt;
  return IsoDate{*date, *std::move(time), *std::move(zone)};
}

}  // namespace html
