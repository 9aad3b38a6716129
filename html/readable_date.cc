#include "html/readable_date.h"

#include <array>
#include <chrono>
#include <string_view>

namespace html {
namespace {

constexpr std::array<std::string_view, 12> kMonths{"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};

std::chrono::year_month_day date_of(core::Timestamp moment) {
  const std::chrono::sys_seconds seconds{std::chrono::seconds(moment.unix_seconds())};
  return std::chrono::floor<std::chrono::days>(seconds);
}

std::string_view month_of(const std::chrono::year_month_day& date) {
  return kMonths.at(static_cast<unsigned>(date.month()) - 1);
}

std::string date_text(core::Timestamp moment) {
  const std::chrono::year_month_day date = date_of(moment);
  std::string text = std::to_string(static_cast<unsigned>(date.day()));
  text += ' ';
  text += month_of(date);
  text += ' ';
  text += std::to_string(static_cast<int>(date.year()));
  return text;
}

}  // namespace

Html readable_date(core::Timestamp moment) {
  return html::format("<time datetime=\"{}\">{}</time>", moment.rfc3339(), date_text(moment));
}

std::string readable_moment_text(core::Timestamp moment) {
  return date_text(moment) + ", " + moment.rfc3339().substr(11, 5) + " UTC";
}

Html readable_moment(core::Timestamp moment) {
  return html::format("<time datetime=\"{}\">{}</time>", moment.rfc3339(),
                      readable_moment_text(moment));
}

std::string day_and_month(core::Timestamp moment) {
  const std::chrono::year_month_day date = date_of(moment);
  return std::to_string(static_cast<unsigned>(date.day())) + ' ' +
         std::string(month_of(date).substr(0, 3));
}

}  // namespace html
