#include "core/artifact/entity_tags.h"

#include <algorithm>

#include "core/text/split.h"

namespace core {

EntityTags EntityTags::parse(std::string_view list) {
  EntityTags tags;
  while (!list.empty()) {
    const std::string_view entry = take_until(list, ',');
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
