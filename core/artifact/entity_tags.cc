#include "core/artifact/entity_tags.h"

#include <algorithm>

namespace core {

EntityTags EntityTags::parse(std::string_view list) {
  EntityTags tags;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    std::string_view entry = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    entry.remove_prefix(std::min(entry.find_first_not_of(" \t"), entry.size()));
    entry = entry.substr(0, entry.find_last_not_of(" \t") + 1);
    if (entry == "*")
      tags.any_ = true;
    else
      tags.tags_.emplace_back(entry);
  }
  return tags;
}

bool EntityTags::match_strongly(std::string_view tag) const {
  return any_ || std::find(tags_.begin(), tags_.end(), tag) != tags_.end();
}

bool EntityTags::match_weakly(std::string_view tag) const {
  return match_strongly(tag) || match_strongly("W/" + std::string(tag));
}

}  // namespace core
