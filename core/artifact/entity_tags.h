// EntityTags: the list of entity tags that an If-Match or If-None-Match holds (RFC 9110, 13.1).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

class EntityTags {
 public:
  // Malformed tags in `list` match nothing.
  static EntityTags parse(std::string_view list);
  // Nothing if `list` is neither * nor one or more entity tags, which are in double quotes.
  static std::optional<EntityTags> parse_strictly(std::string_view list);

  // Whether `tag`, a strong one, is in the list, or the list is *. If-Match uses the strong
  // comparison: a weak tag (W/"…") matches nothing. If-None-Match uses the weak comparison.
  bool match_strongly(std::string_view tag) const;
  bool match_weakly(std::string_view tag) const;

 private:
  bool any_ = false;
  std::vector<std::string> tags_;
};

// The conditions under which an artifact is to be changed.
struct Preconditions {
  std::optional<EntityTags> if_match;       // there is one, with one of these
  std::optional<EntityTags> if_none_match;  // there is none with one of these
};

}  // namespace core
