#include "templates/markdown/markdown_content.h"

#include <string>

namespace templates {

std::optional<core::JsonValue> find_markdown_text(const core::JsonValue& content) {
  for (const std::string_view name : kMarkdownTextNames) {
    const auto member = content.find(name);
    if (member && member->is(core::JsonType::string)) return member;
  }
  return std::nullopt;
}

std::optional<core::Error> check_markdown_content(const core::JsonValue& content) {
  if (find_markdown_text(content)) return std::nullopt;
  for (const std::string_view name : kMarkdownTextNames) {
    const auto member = content.find(name);
    if (!member || member->is(core::JsonType::null)) continue;
    return core::Error{core::ErrorCode::invalid_content,
                       "must be a string, not " + std::string(core::to_string(member->type())),
                       "/content/" + std::string(name)};
  }
  return std::nullopt;
}

}  // namespace templates
