// Lists of entity tags, as If-Match and If-None-Match hold them (RFC 9110, 13.1).
#pragma once

#include <string_view>

namespace handlers {

// Whether `list` is * or names the strong tag `tag`. A weak tag (W/"…") names nothing here.
bool names_entity_tag(std::string_view list, std::string_view tag);

}  // namespace handlers
