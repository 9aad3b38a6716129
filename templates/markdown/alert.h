// Alerts as on GitHub: a block quote that begins with `[!NOTE]`.
#pragma once

#include <optional>
#include <string_view>

#include "html/html.h"

namespace templates {

// What an alert begins with, up to its text, for the first line of its block quote. Nothing if that
// is none of the five markers, in any case.
std::optional<html::Html> alert_opening(std::string_view first_line);

}  // namespace templates
