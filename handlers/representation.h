// Content negotiation of share links (RFC 9110, 12.5.1).
#pragma once

#include <optional>
#include <string_view>

#include "fcgi/request.h"

namespace handlers {

// The media type of the form that the Accept header prefers, among those that any template has;
// nothing for the page, which browsers and clients without a preference get.
std::optional<std::string_view> wanted_form(const fcgi::Request& request);

}  // namespace handlers
