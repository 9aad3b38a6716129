#include "pages/readable_date.h"

#include <array>
#include <chrono>
#include <string>
#include <string_view>

namespace pages {

Html readable_date(core::Timestamp moment) {
  constexpr std::array<std::string_view, 12> kMonths{
      "January", "February", "March",     "April",   "May",      "June",
      "July",    "August",   "September", "October", "November", "December"};
  const std::chrono::sys_seconds seconds{std::chrono::seconds(moment.unix_seconds())};
  const std::chrono::year_month_day date{std::chrono::floor<std::chrono::days>(seconds)};
  std::string text = std::to_string(static_cast<unsigned>(date.day()));
  text += ' ';
  text += kMonths.at(static_cast<unsigned>(date.month()) - 1);
  text += ' ';
  text += std::to_string(static_cast<int>(date.year()));
  return html("<time datetime=\"{}\">{}</time>", moment.rfc3339(), text);
}

}  // namespace pages
