// ISO 8601 dates in readable form, in the order of html/readable.h.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "html/message.h"

namespace html {

// 2026-01-15T14:30:00+02:00 as it was written, not converted to another zone.
struct IsoDate {
  std::chrono::year_month_day date;
  std::string time = {};  // "14:30"; empty if there is none
  std::string zone = {};  // "UTC" or "+02:00"; empty if there is none

  // "15 Jan 2026", as scripts of a page in this language write it.
  std::string day(Language language = Language::english) const;
};

// Nothing for any other text.
std::optional<IsoDate> read_iso_date(std::string_view text);

}  // namespace html
