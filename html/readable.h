// Dates, versions, numbers and JSON as people read them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/time.h"
#include "core/version.h"
#include "html/html.h"
#include "html/message.h"

namespace html {

// Dates in readable form, in UTC. Scripts show them by the reader's clock (pages/assets/times.js).

// <time datetime="2026-01-15T12:00:00.000Z">15 January 2026</time>, by the day in UTC.
Html readable_date(core::Timestamp moment, Language language = Language::english);

// The day itself, which is the same for every reader: <time datetime="2026-01-15">15 January
// 2026</time>
Html readable_day(core::Timestamp beginning);

// <time datetime="2026-01-15T12:00:00.000Z">15 January 2026, 12:00 UTC</time>
Html readable_moment(core::Timestamp moment, Language language = Language::english);

// The end of a sentence: "on 15 January 2026"; a script shows how long ago that was: "2 hours ago".
Html readable_age(core::Timestamp moment, Language language);

// The end of a sentence: "on 15 January 2026", and in the 48 hours after `now` "on 15 January 2026
// at 12:00 UTC"; a script shows "today at 12:17".
Html readable_end(core::Timestamp moment, core::Timestamp now, Language language);

// Its text only, where no element is allowed.
std::string readable_moment_text(core::Timestamp moment);

// 15 Jan
std::string day_and_month(core::Timestamp moment);

// The changes of a version: "content, title", or "created" for the first one.
std::string changes_in_words(const core::Version& version, Language language = Language::english);

// Pretty-printed JSON.

// The same JSON with a line for each value, indented by two spaces; numbers, strings and the order
// of keys are unchanged. `json` must be valid. Truncated after a megabyte, with a note.
std::string readable_json(std::string_view json, Language language = Language::english);

// Numbers in readable form.

// How many there are of something, as the language groups digits: 3,000 and 12,000; in German 3.000
// and 12.000, in French with narrow spaces, in Spanish 3000 and 12.000. Scripts: countText().
std::string readable_count(std::size_t count, Language language);

// Groups the digits before the decimal point: 1234567.891 becomes 1,234,567.891. Only errors of
// binary arithmetic are removed: 0.30000000000000004 is 0.3. In German it is 1.234.567,891. A
// number with an exponent, and other text, is unchanged.
std::string readable_number(std::string_view number, Language language = Language::english);

// The shortest text that represents exactly this number; with an exponent only below 1e-6 and from
// 1e21.
std::string exact_number(double number);

// <data value="1234567.891">1,234,567.891</data>, or the plain number where both are the same.
Html number_html(std::string_view number, Language language = Language::english);

}  // namespace html
