// Form fields with a list of options.
#pragma once

#include <string_view>

#include "html/html.h"

namespace pages::dashboard {

// One option of a <select>.
html::Html choice(std::string_view value, std::string_view text, bool is_chosen);

// A field for a lifetime: `first`, then one hour to ten years, in the syntax of core::Duration.
html::Html expiry_choice(const html::Html& first, std::string_view chosen);

}  // namespace pages::dashboard
