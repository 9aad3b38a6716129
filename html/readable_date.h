// Dates in readable form, in UTC.
#pragma once

#include <string>

#include "core/text/timestamp.h"
#include "html/html.h"

namespace html {

// <time datetime="2026-01-15T12:00:00.000Z">15 January 2026</time>, by the day in UTC.
Html readable_date(core::Timestamp moment);

// <time datetime="2026-01-15T12:00:00.000Z">15 January 2026, 12:00 UTC</time>
Html readable_moment(core::Timestamp moment);
// Its text alone, where no element is allowed.
std::string readable_moment_text(core::Timestamp moment);

// 15 Jan
std::string day_and_month(core::Timestamp moment);

}  // namespace html
