#include "templates/table/written_date.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <optional>
#include <string>

#include "core/text/ascii.h"

namespace templates {
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
