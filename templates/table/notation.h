// How texts in a table's cells write numbers and dates: 1,234.5 or 1.234,5; 31/12/2023 or
// 12/31/2023. One text can often be read in several ways, so those of a column decide together
// (columns.h). The page's script reads them by the same rules (assets/table_notations.js), and
// tests/unit/templates/notations.json has the cases of both.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace templates {

enum class Notation : std::uint8_t {
  plain,             // 1,234,567.8; of dates, in ISO's form or with the name of the month
  comma,             // 1.234.567,8
  space_comma,       // 1 234 567,8
  apostrophe,        // 1'234'567.8
  lakh,              // 12,34,567.8
  space_point,       // 1 234 567.8
  apostrophe_comma,  // 1'234'567,8
  day_first,         // 31.12.2023, 31/12/2023
  month_first,       // 12/31/2023
};

// As the page's script knows it: "space-comma".
std::string_view to_string(Notation notation);

// Some of the notations.
class Notations {
 public:
  constexpr Notations() = default;
  constexpr Notations(std::initializer_list<Notation> all) {
    for (const Notation one : all) bits_ |= bit(one);
  }

  constexpr bool has(Notation one) const { return (bits_ & bit(one)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr void add(Notation one) { bits_ |= bit(one); }
  constexpr Notations operator&(Notations other) const {
    Notations both;
    both.bits_ = bits_ & other.bits_;
    return both;
  }
  constexpr bool operator==(const Notations&) const = default;

 private:
  static constexpr unsigned bit(Notation one) { return 1U << static_cast<unsigned>(one); }

  unsigned bits_ = 0;
};
inline constexpr Notations kAllOfDates{Notation::plain, Notation::day_first, Notation::month_first};

// In which notations a text is a number, perhaps with signs (html/amount.h) or words
// (worded_amount.h) around it; in none if it is not a number.
Notations number_notations(std::string_view text);

// Whether a text that is a number has words around it, so that it is shown as it was sent.
bool has_words(std::string_view number);

// How a text that is a number is written as a power of ten: 1E2 may be the number of a room, but
// 1.5e2 and 1e-5 are surely not.
enum class Exponent : std::uint8_t { none, bare, sure };
Exponent exponent_in(std::string_view number);

// The same of a number in JSON, whose point is that of decimals in any column.
Notations json_number_notations(std::string_view number);

// In which notations a text is a day, perhaps with a time.
Notations date_notations(std::string_view text);

// Whether a text is a time of day: "9:05", "14:30:05", "9:05 AM", "9 p.m.".
bool is_clock_time(std::string_view text);

// A number in `notation` as in a program, for html::Amount: 1234.5 for 1.234,5.
std::string plain_number(std::string_view text, Notation notation);

// Rewrites what html::Amount has written, in `notation`: 1.234,5 for 1,234.5.
std::string written_in(Notation notation, std::string_view amount);

// A column's notation of numbers, of those in which all its texts can be read: that of its
// language, as a BCP 47 tag, or of its decimal mark; otherwise the first one.
Notation chosen_number_notation(Notations readable, std::string_view language);

// A column's notation of dates. Nothing if the day may be either number, and the language, which
// may be empty, does not tell.
std::optional<Notation> chosen_date_notation(Notations readable, std::string_view language);

// Whether a text is a language tag by its form: "de", "en-US".
bool is_language_tag(std::string_view text);

// Dates as people write them, with the name of the month.

// Whether a text is a day like "5 Jan 2026", "5-January-2026" or "Jan 5, 2026". Not "5/1/2026",
// whose day may be either number. The page's script reads the same (assets/table_values.js).
bool is_written_date(std::string_view text);

}  // namespace templates
