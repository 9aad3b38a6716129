// Pages of the dashboard for when something cannot be done.
#pragma once

#include <string_view>

#include "html/html.h"

namespace pages::dashboard {

// `message` is the error's own, which says what would be right.
html::Html message_page(int status, std::string_view message);

}  // namespace pages::dashboard
