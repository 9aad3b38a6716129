// Lists of entity tags, as If-Match and If-None-Match hold them (RFC 9110, 13.1).
#pragma once

#include <string_view>

namespace handlers {

// How a weak tag (W/"…") is taken: as the strong one of the same text, which If-None-Match wants,
// or as naming nothing, which If-Match wants.
enum class TagComparison { weak, strong };

// Whether `list` is * or names the strong tag `tag`.
bool names_entity_tag(std::string_view list, std::string_view tag, TagComparison comparison);

}  // namespace handlers
