// Fields in which one of several values is chosen.
#pragma once

#include <string_view>

#include "html/html.h"

namespace pages::dashboard {

// One option of a <select>.
html::Html choice(std::string_view value, std::string_view text, bool is_chosen);

// The field in which a form asks how long something is to live: `first`, and then an hour to ten
// years, as core::Duration reads them.
html::Html expiry_choice(const html::Html& first, std::string_view chosen);

}  // namespace pages::dashboard
