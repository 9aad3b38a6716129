// Dashboard pages for actions that are not possible.
#pragma once

#include <string_view>

#include "html/html.h"

namespace pages::dashboard {

// `message` is the error's message, which says what to do instead.
html::Html message_page(int status, std::string_view message);

}  // namespace pages::dashboard
