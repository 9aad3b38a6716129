// How to begin: the ways to create artifacts, with the addresses of this service filled in.
#pragma once

#include <string_view>

#include "html/html.h"

namespace pages {

// All of them, for an account without artifacts. `base_url` is public_base_url of the
// configuration.
html::Html first_steps(std::string_view base_url);

// The steps by which an assistant or the command connects.
html::Html ways_to_connect(std::string_view base_url);

}  // namespace pages
