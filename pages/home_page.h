// The page at the root of the host, in one screen: what people make with the service, samples of
// that, and how programs begin.
#pragma once

#include <string_view>

#include "core/installation.h"
#include "html/html.h"

namespace pages {

// `base_url` is public_base_url of the configuration.
html::Html home_page(const core::Installation& installation, std::string_view base_url);

}  // namespace pages
