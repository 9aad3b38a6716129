// Documents about the service that pages and programs of any origin may read, and keep for an hour.
#pragma once

#include <string>
#include <string_view>

#include "fcgi/response.h"

namespace handlers {

fcgi::Response public_document(std::string_view type, std::string text);

}  // namespace handlers
