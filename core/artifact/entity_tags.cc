#include "core/artifact/entity_tags.h"

#include <algorithm>

#include "core/text/split.h"

namespace core {
namespace {

bool is_of_tag(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte == 0x21 || (byte >= 0x23 && byte != 0x7f);
}

// The entity tag that `list` begins with, which is taken from it; empty if it begins with none.
std::string_view take_tag(std::string_view& list) {
  const std::size_t quote = list.starts_with("W/") ? 2 : 0;
  if (list.substr(quote, 1) != "\"") return {};
  const auto* const end = std::find_if_not(list.begin() + quote + 1, list.end(), is_of_tag);
  if (end == list.end() || *end != '"') return {};
  const std::string_view tag(list.begin(), end + 1);
  list.remove_prefix(tag.size());
  return tag;
}

}  // namespace

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

std::optional<EntityTags> EntityTags::parse_strictly(std::string_view list) {
  EntityTags tags;
  tags.any_ = trim(list) == "*";
  if (tags.any_) return tags;
  // A list may have empty elements (RFC 9110, 5.6.1).
  constexpr std::string_view kSeparators = ", \t";
  for (list = trim(list, kSeparators); !list.empty(); list = trim(list, kSeparators)) {
    const std::string_view tag = take_tag(list);
    if (tag.empty()) return std::nullopt;
    tags.tags_.emplace_back(tag);
    const std::string_view rest = trim(list);
    if (!rest.empty() && rest.front() != ',') return std::nullopt;
  }
  if (tags.tags_.empty()) return std::nullopt;
  return tags;
}

bool EntityTags::match_strongly(std::string_view tag) const {
  return any_ || std::find(tags_.begin(), tags_.end(), tag) != tags_.end();
}

bool EntityTags::match_weakly(std::string_view tag) const {
  return match_strongly(tag) || match_strongly("W/" + std::string(tag));
}

}  // namespace core
