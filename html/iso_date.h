// ISO 8601 dates in readable form, in the order of html/readable.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "html/message.h"

namespace html {

// The parts of a date as people write them: "15 Jan 2026", "14:30", "UTC" or "+02:00". The time and
// its zone are empty if there are none.
struct IsoDate {
  std::string day;
  std::string time;
  std::string zone;
};

// Nothing for any other text. The day is written as scripts of a page in this language write it.
std::optional<IsoDate> read_iso_date(std::string_view text, Language language = Language::english);

// 2026-01-15 as "15 Jan 2026", and 2026-01-15T14:30:00+02:00 as "15 Jan 2026, 14:30 +02:00": the
// original time, not converted to another zone. Nothing for any other text.
std::optional<std::string> readable_iso_date(std::string_view text);

}  // namespace html
