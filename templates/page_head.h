// Texts for the head of a page, which has them several times and escaped, whereas those of the
// content may be megabytes long.
#pragma once

#include <cstddef>
#include <string_view>

namespace templates {

inline constexpr std::size_t kBytesOfSummary = 200;

// The beginning of a well-formed text that is long enough for a summary.
std::string_view beginning_for_summary(std::string_view text);

// The beginning of a well-formed text that is as long as titles of artifacts are at most.
std::string_view beginning_for_title(std::string_view text);

}  // namespace templates
