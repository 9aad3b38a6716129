// Content negotiation of share links (RFC 9110, 12.5.1).
#pragma once

#include <optional>

#include "fcgi/request.h"
#include "rendering/form_cache.h"

namespace handlers {

// The form that the Accept header prefers; nothing for the page, which browsers and clients without
// a preference get.
std::optional<rendering::Form> wanted_form(const fcgi::Request& request);

}  // namespace handlers
