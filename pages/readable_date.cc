#include "pages/readable_date.h"

#include <array>
#include <chrono>
#include <string>
#include <string_view>

namespace pages {
namespace {

std::string day_of(std::chrono::sys_seconds moment) {
  constexpr std::array<std::string_view, 12> kMonths{
      "January", "February", "March",     "April",   "May",      "June",
      "July",    "August",   "September", "October", "November", "December"};
  const std::chrono::year_month_day date{std::chrono::floor<std::chrono::days>(moment)};
  std::string text = std::to_string(static_cast<unsigned>(date.day()));
  text += ' ';
  text += kMonths.at(static_cast<unsigned>(date.month()) - 1);
  text += ' ';
  text += std::to_string(static_cast<int>(date.year()));
  return text;
}

std::string time_of(std::chrono::sys_seconds moment) {
  const std::chrono::hh_mm_ss time{moment - std::chrono::floor<std::chrono::days>(moment)};
  const auto two_digits = [](auto number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
  };
  return two_digits(time.hours().count()) + ':' + two_digits(time.minutes().count());
}

std::chrono::sys_seconds seconds_of(core::Timestamp moment) {
  return std::chrono::sys_seconds{std::chrono::seconds(moment.unix_seconds())};
}

}  // namespace

Html readable_date(core::Timestamp moment) {
  return html("<time datetime=\"{}\">{}</time>", moment.rfc3339(), day_of(seconds_of(moment)));
}

std::string readable_moment_text(core::Timestamp moment) {
  const std::chrono::sys_seconds seconds = seconds_of(moment);
  return day_of(seconds) + ", " + time_of(seconds) + " UTC";
}

Html readable_moment(core::Timestamp moment) {
  return html("<time datetime=\"{}\">{}</time>", moment.rfc3339(), readable_moment_text(moment));
}

}  // namespace pages
