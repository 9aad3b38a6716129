// How programs are connected, with the addresses of this service filled in.
#pragma once

#include <string_view>

#include "html/html.h"

namespace pages {

// The steps for an assistant, the command and requests. `base_url` is public_base_url of the
// configuration.
html::Html ways_to_connect(std::string_view base_url);

}  // namespace pages
