#include "handlers/entity_tag.h"

#include <algorithm>

namespace handlers {

bool names_entity_tag(std::string_view list, std::string_view tag, TagComparison comparison) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    std::string_view entry = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    const std::size_t first = std::min(entry.find_first_not_of(" \t"), entry.size());
    entry.remove_prefix(first);
    entry = entry.substr(0, entry.find_last_not_of(" \t") + 1);
    if (comparison == TagComparison::weak && entry.starts_with("W/")) entry.remove_prefix(2);
    if (entry == "*" || entry == tag) return true;
  }
  return false;
}

}  // namespace handlers
