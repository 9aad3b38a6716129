// EntityTags: the list of entity tags that an If-Match or If-None-Match holds (RFC 9110, 13.1).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace core {

class EntityTags {
 public:
  // What is no entity tag in `list` matches nothing.
  static EntityTags parse(std::string_view list);

  // Whether `tag`, a strong one, is among them, or they are *. If-Match compares strongly: a weak
  // tag (W/"…") matches nothing. For If-None-Match a weak tag is as good as the strong one of the
  // same text.
  bool match_strongly(std::string_view tag) const;
  bool match_weakly(std::string_view tag) const;

 private:
  bool any_ = false;
  std::vector<std::string> tags_;
};

}  // namespace core
