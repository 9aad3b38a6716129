#include "templates/table/notation.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "core/text/text.h"
#include "html/amount.h"
#include "html/iso_date.h"
#include "templates/table/worded_amount.h"

namespace templates {
namespace {

constexpr std::size_t kLongestValue = 64;

// The marks of a notation of numbers; the first mark of a group is the one that is written.
struct Marks {
  Notation notation;
  std::array<std::string_view, 4> groups;
  char decimal;
  bool is_lakh = false;  // above the thousands, groups have two digits
};

constexpr std::array<std::string_view, 4> kSpaces{"\u00a0", " ", "\u202f", "\u2009"};
constexpr std::array<std::string_view, 4> kApostrophes{"'", "’"};
constexpr std::array<Marks, 7> kMarks{{{Notation::plain, {","}, '.'},
                                       {Notation::comma, {"."}, ','},
                                       {Notation::space_comma, kSpaces, ','},
                                       {Notation::apostrophe, kApostrophes, '.'},
                                       {Notation::lakh, {","}, '.', true},
                                       {Notation::space_point, kSpaces, '.'},
                                       {Notation::apostrophe_comma, kApostrophes, ','}}};
constexpr Notations kNumbers{Notation::plain,           Notation::comma, Notation::space_comma,
                             Notation::apostrophe,      Notation::lakh,  Notation::space_point,
                             Notation::apostrophe_comma};
constexpr Notations kWithPoint{Notation::plain, Notation::apostrophe, Notation::lakh,
                               Notation::space_point};

const Marks& marks_of(Notation notation) { return kMarks.at(static_cast<std::size_t>(notation)); }

std::size_t digits_at(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), core::is_digit) -
                                  text.begin());
}

// The length of the mark of a group at the beginning of the text, or 0.
std::size_t group_mark(std::string_view text, const Marks& marks) {
  for (const std::string_view mark : marks.groups)
    if (!mark.empty() && text.starts_with(mark)) return mark.size();
  return 0;
}

// Reads the digits before the decimal mark, perhaps in groups.
bool take_integer(std::string_view& text, const Marks& marks) {
  constexpr std::size_t kThousands = 3;
  const std::size_t inner = marks.is_lakh ? 2 : kThousands;
  const std::size_t first = digits_at(text);
  if (first == 0 || (first > 1 && text.front() == '0')) return false;
  // 192.168.100.200 is the address of a host.
  const auto is_part_of_address = [&text](std::size_t digits) {
    return digits < kThousands || text.substr(0, digits) <= "255";
  };
  const bool begins_with_zero = text.front() == '0';
  bool is_address = marks.groups.front() == "." && is_part_of_address(first);
  text.remove_prefix(first);
  std::size_t mark = group_mark(text, marks);
  if (mark == 0) return true;
  if (first > inner || begins_with_zero) return false;
  std::size_t groups = 1;
  std::size_t last = inner;
  for (; mark > 0; mark = group_mark(text, marks), ++groups) {
    if (last != inner) return false;
    text.remove_prefix(mark);
    last = digits_at(text);
    is_address = is_address && is_part_of_address(last);
    text.remove_prefix(last);
  }
  constexpr std::size_t kPartsOfAddress = 4;
  return last == kThousands && !(is_address && groups == kPartsOfAddress && text.empty());
}

bool reads_number(std::string_view text, const Marks& marks) {
  if (!take_integer(text, marks)) return false;
  if (text.starts_with(marks.decimal)) {
    text.remove_prefix(1);
    const std::size_t digits = digits_at(text);
    if (digits == 0) return false;
    text.remove_prefix(digits);
  }
  if (text.empty()) return true;
  if (core::lower_case(text.front()) != 'e') return false;
  text.remove_prefix(1);
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  constexpr std::size_t kExponentDigits = 3;
  return !text.empty() && text.size() <= kExponentDigits && digits_at(text) == text.size();
}

// From the first digit to the last.
std::string_view digits_in(std::string_view text) {
  while (!text.empty() && !core::is_digit(text.front())) text.remove_prefix(1);
  while (!text.empty() && !core::is_digit(text.back())) text.remove_suffix(1);
  return text;
}

std::string with_ascii_spaces(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const auto* const space =
        std::find_if(kSpaces.begin(), kSpaces.end(),
                     [&](std::string_view one) { return text.starts_with(one); });
    const bool is_space = space != kSpaces.end();
    plain += is_space ? ' ' : text.front();
    text.remove_prefix(is_space ? space->size() : 1);
  }
  return plain;
}

// The text before and behind the digits.
std::pair<std::string, std::string> around(std::string_view text, std::string_view digits) {
  if (digits.empty()) return {std::string(text), {}};
  const auto begin = static_cast<std::size_t>(digits.data() - text.data());
  return {with_ascii_spaces(text.substr(0, begin)),
          with_ascii_spaces(text.substr(begin + digits.size()))};
}

// After a day: " 14:30", ", 2:30:05 PM".
bool is_time_behind_day(std::string_view text) {
  if (text.starts_with(',')) text.remove_prefix(1);
  if (!text.starts_with(' ') && !text.starts_with('T')) return false;
  text.remove_prefix(1);
  for (std::size_t part = 0; part < 3; ++part) {
    const std::size_t digits = digits_at(text);
    if (digits == 0 || digits > 2 || (part > 0 && digits != 2)) return false;
    text.remove_prefix(digits);
    if (!text.starts_with(':')) {
      if (part == 0) return false;
      break;
    }
    if (part == 2) return false;
    text.remove_prefix(1);
  }
  if (text.starts_with(' ')) text.remove_prefix(1);
  return text.empty() || core::equal_ignoring_case(text, "am") ||
         core::equal_ignoring_case(text, "pm");
}

bool is_day(unsigned year, unsigned month, unsigned day) {
  return std::chrono::year_month_day{std::chrono::year(static_cast<int>(year)),
                                     std::chrono::month(month), std::chrono::day(day)}
      .ok();
}

// Days in numbers: 31.12.2023, 12/31/2023, 31-12-2023, 2023/12/31.
Notations numeric_date_notations(std::string_view text) {
  constexpr std::size_t kYearDigits = 4;
  std::array<unsigned, 3> numbers{};
  std::array<std::size_t, 3> lengths{};
  const std::size_t first_mark = digits_at(text);
  const char mark = first_mark < text.size() ? text[first_mark] : ' ';
  if (std::string_view("./-").find(mark) == std::string_view::npos) return {};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) {
      if (!text.starts_with(mark)) return {};
      text.remove_prefix(1);
    }
    lengths[i] = digits_at(text);
    if (lengths[i] == 0 || lengths[i] > kYearDigits) return {};
    std::from_chars(text.data(), text.data() + lengths[i], numbers[i]);
    text.remove_prefix(lengths[i]);
  }
  if (!text.empty() && !is_time_behind_day(text)) return {};
  const auto [one, two, three] = numbers;
  if (lengths[0] == kYearDigits && lengths[1] <= 2 && lengths[2] <= 2)
    return mark != '-' && is_day(one, two, three) ? kAllOfDates : Notations();
  Notations found;
  if (lengths[0] > 2 || lengths[1] > 2 || lengths[2] != kYearDigits) return found;
  if (is_day(three, two, one)) found.add(Notation::day_first);
  // With periods, days always precede months.
  if (mark != '.' && is_day(three, one, two)) found.add(Notation::month_first);
  return found;
}

// Languages whose notation of numbers is not the plain one (Unicode CLDR). A tag with a region is
// before the language's own.
struct NotationOfLanguage {
  std::string_view tags;
  Notation numbers;
};
constexpr std::array<NotationOfLanguage, 5> kLanguages{
    {{" es-MX es-US es-PR es-GT es-HN es-NI es-SV es-DO es-PA es-PE ", Notation::plain},
     {" de-CH de-LI it-CH rm ", Notation::apostrophe},
     {" en-IN hi bn gu kn ml mr pa ta te ", Notation::lakh},
     {" pt-PT en-ZA fr ru pl cs sk sv nb nn no fi uk bg hu et lv lt be kk ky uz hy ka sq af ",
      Notation::space_comma},
     {" de es it nl pt id tr da el hr sl sr bs mk ro vi is ca gl eu fo az ", Notation::comma}}};

const NotationOfLanguage* find_language(std::string_view tag) {
  const std::string wanted = ' ' + std::string(tag) + ' ';
  const auto* const found =
      std::find_if(kLanguages.begin(), kLanguages.end(), [&](const NotationOfLanguage& one) {
        return std::search(one.tags.begin(), one.tags.end(), wanted.begin(), wanted.end(),
                           [](char a, char b) {
                             return core::lower_case(a) == core::lower_case(b);
                           }) != one.tags.end();
      });
  return found == kLanguages.end() ? nullptr : found;
}

Notation numbers_of(std::string_view language) {
  const NotationOfLanguage* found = find_language(language);
  if (found == nullptr) found = find_language(language.substr(0, language.find('-')));
  return found == nullptr ? Notation::plain : found->numbers;
}

}  // namespace

std::string_view to_string(Notation notation) {
  switch (notation) {
    case Notation::plain:
      return "plain";
    case Notation::comma:
      return "comma";
    case Notation::space_comma:
      return "space-comma";
    case Notation::apostrophe:
      return "apostrophe";
    case Notation::lakh:
      return "lakh";
    case Notation::space_point:
      return "space-point";
    case Notation::apostrophe_comma:
      return "apostrophe-comma";
    case Notation::day_first:
      return "day-first";
    case Notation::month_first:
      return "month-first";
  }
  return {};
}

Notations number_notations(std::string_view text) {
  if (text.size() > kLongestValue) return {};
  const std::string_view digits = digits_in(text);
  if (digits.empty()) return is_zero_amount(with_ascii_spaces(text)) ? kNumbers : Notations();
  Notations found;
  if (digits_at(digits) == digits.size()) {
    if (digits.size() == 1 || digits.front() != '0') found = kNumbers;
  } else {
    for (const Marks& marks : kMarks)
      if (reads_number(digits, marks)) found.add(marks.notation);
  }
  if (found.empty() || digits.size() == text.size()) return found;
  const auto [before, after] = around(text, digits);
  const bool is_amount = html::Amount::parse(before + '1' + after).has_value();
  return is_amount || is_worded_amount(before, after) ? found : Notations();
}

bool has_words(std::string_view number) {
  const std::string_view digits = digits_in(number);
  if (digits.size() == number.size()) return false;
  const auto [before, after] = around(number, digits);
  return digits.empty() || !html::Amount::parse(before + '1' + after);
}

Exponent exponent_in(std::string_view number) {
  const std::string_view digits = digits_in(number);
  const std::size_t mark = digits.find_first_of("eE");
  if (mark == std::string_view::npos) return Exponent::none;
  const bool is_bare = digits_at(digits) == mark && core::is_digit(digits[mark + 1]);
  return is_bare ? Exponent::bare : Exponent::sure;
}

Notations json_number_notations(std::string_view number) {
  return number.find('.') == std::string_view::npos ? kNumbers : kWithPoint;
}

bool is_clock_time(std::string_view text) {
  constexpr std::size_t kLongest = 16;
  if (text.size() > kLongest) return false;
  std::string time = core::in_lower_case(core::trim(text, " "));
  std::erase(time, '.');
  bool has_half = false;
  for (const std::string_view half : {"am", "pm"}) {
    if (!time.ends_with(half)) continue;
    has_half = true;
    time.resize(time.size() - half.size());
  }
  std::string_view rest = core::trim(time, " ");
  std::size_t parts = 0;
  for (; parts < 3; ++parts) {
    const std::size_t digits = digits_at(rest);
    if (digits == 0 || digits > 2 || (parts > 0 && digits != 2)) return false;
    if (rest.substr(0, digits) > (parts > 0 ? "59" : digits == 2 ? "24" : "9")) return false;
    rest.remove_prefix(digits);
    if (!rest.starts_with(':')) break;
    rest.remove_prefix(1);
  }
  return rest.empty() && parts < 3 && (parts > 0 || has_half);
}

Notations date_notations(std::string_view text) {
  if (text.empty() || text.size() > kLongestValue) return {};
  if (html::read_iso_date(text) || is_written_date(text)) return kAllOfDates;
  return numeric_date_notations(text);
}

std::string plain_number(std::string_view text, Notation notation) {
  const std::string_view digits = digits_in(text);
  if (notation == Notation::plain || digits.empty()) return std::string(text);
  const Marks& marks = marks_of(notation);
  const auto begin = static_cast<std::size_t>(digits.data() - text.data());
  std::string plain = with_ascii_spaces(text.substr(0, begin));
  for (const char c : digits) {
    if (c == marks.decimal) plain += '.';
    if (core::is_letter_or_digit(c) || c == '-' || c == '+') plain += c;
  }
  return plain + with_ascii_spaces(text.substr(begin + digits.size()));
}

std::string written_in(Notation notation, std::string_view amount) {
  const std::size_t begin = amount.find_first_of("0123456789");
  if (notation == Notation::plain || begin == std::string_view::npos) return std::string(amount);
  const Marks& marks = marks_of(notation);
  const std::size_t end = std::min(amount.find_first_not_of("0123456789,", begin), amount.size());
  std::string integer(amount.substr(begin, end - begin));
  std::erase(integer, ',');
  std::string written(amount.substr(0, begin));
  for (std::size_t i = 0; i < integer.size(); ++i) {
    const std::size_t left = integer.size() - i;
    const bool begins_group =
        marks.is_lakh ? left == 3 || (left > 3 && left % 2 == 1) : left % 3 == 0;
    if (i > 0 && begins_group) written += marks.groups.front();
    written += integer[i];
  }
  std::string_view rest = amount.substr(end);
  if (rest.starts_with('.')) {
    written += marks.decimal;
    rest.remove_prefix(1);
  }
  return written.append(rest);
}

Notation chosen_number_notation(Notations readable, std::string_view language) {
  if (!language.empty()) {
    const Notation wanted = numbers_of(language);
    if (readable.has(wanted)) return wanted;
    for (const Marks& marks : kMarks)
      if (readable.has(marks.notation) && marks.decimal == marks_of(wanted).decimal)
        return marks.notation;
  }
  for (const Marks& marks : kMarks)
    if (readable.has(marks.notation)) return marks.notation;
  return Notation::plain;
}

std::optional<Notation> chosen_date_notation(Notations readable, std::string_view language) {
  if (readable.has(Notation::plain)) return Notation::plain;
  if (!readable.has(Notation::month_first)) return Notation::day_first;
  if (!readable.has(Notation::day_first)) return Notation::month_first;
  if (core::equal_ignoring_case(language, "en-US")) return Notation::month_first;
  // Only English has both orders.
  if (language.empty() || core::equal_ignoring_case(language, "en")) return std::nullopt;
  return Notation::day_first;
}

bool is_language_tag(std::string_view text) {
  constexpr std::size_t kLongestPart = 8;
  for (bool is_first = true;; is_first = false) {
    const std::size_t end = std::min(text.find('-'), text.size());
    const std::string_view part = text.substr(0, end);
    const bool is_right = is_first
                              ? (part.size() == 2 || part.size() == 3) &&
                                    std::all_of(part.begin(), part.end(), core::is_letter)
                              : !part.empty() && part.size() <= kLongestPart &&
                                    std::all_of(part.begin(), part.end(), core::is_letter_or_digit);
    if (!is_right) return false;
    if (end == text.size()) return true;
    text.remove_prefix(end + 1);
  }
}

namespace {

// Reads one text from its beginning to its end.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }

  // Digits, `most` of them at most.
  std::optional<unsigned> number(std::size_t fewest, std::size_t most) {
    const std::string_view digits = take_while(core::is_digit);
    if (digits.size() < fewest || digits.size() > most) return std::nullopt;
    unsigned value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
  }

  // The number of a month by its name or its first letters.
  std::optional<unsigned> month() {
    constexpr std::array<std::string_view, 12> kMonths{
        "january", "february", "march",     "april",   "may",      "june",
        "july",    "august",   "september", "october", "november", "december"};
    constexpr std::size_t kShort = 3;
    const std::string name = core::in_lower_case(take_while(core::is_letter));
    const auto* const found =
        std::find_if(kMonths.begin(), kMonths.end(), [&](std::string_view month) {
          return name == month || name == month.substr(0, kShort) ||
                 (name == "sept" && month.starts_with(name));
        });
    if (found == kMonths.end()) return std::nullopt;
    return static_cast<unsigned>(found - kMonths.begin()) + 1;
  }

  // One of these characters.
  bool skip(std::string_view characters) {
    if (rest_.empty() || characters.find(rest_.front()) == std::string_view::npos) return false;
    rest_.remove_prefix(1);
    return true;
  }

 private:
  template <typename Test>
  std::string_view take_while(Test test) {
    const auto length = static_cast<std::size_t>(
        std::find_if_not(rest_.begin(), rest_.end(), test) - rest_.begin());
    const std::string_view taken = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return taken;
  }

  std::string_view rest_;
};

}  // namespace

bool is_written_date(std::string_view text) {
  WordReader reader(text);
  auto day = reader.number(0, 2);
  const bool is_day_first = !text.empty() && core::is_digit(text.front());
  if (!day || (is_day_first && !reader.skip(" -"))) return false;
  const auto month = reader.month();
  if (!month) return false;
  if (is_day_first) {
    reader.skip(".,");
  } else {
    reader.skip(".");
    if (!reader.skip(" ")) return false;
    day = reader.number(1, 2);
    reader.skip(",");
  }
  if (!reader.skip(is_day_first ? " -" : " ")) return false;
  const auto year = reader.number(4, 4);
  if (!day || !year || !reader.at_end()) return false;
  return std::chrono::year_month_day{std::chrono::year(static_cast<int>(*year)),
                                     std::chrono::month(*month), std::chrono::day(*day)}
      .ok();
}

}  // namespace templates
