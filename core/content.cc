#include "core/content.h"

#include <array>
#include <string_view>

namespace core {
namespace {

constexpr std::array<std::string_view, 6> kMarkdownTextNames{"text",    "markdown", "body",
                                                             "content", "md",       "source"};

std::optional<Error> check_markdown(const JsonObject& content) {
  if (find_markdown_text(content) != nullptr) return std::nullopt;
  for (const std::string_view name : kMarkdownTextNames) {
    const JsonMember* member = content.find(name);
    if (member == nullptr) continue;
    return Error{ErrorCode::invalid_content, "/content/" + std::string(name) +
                                                 " must be a string, not " +
                                                 std::string(to_string(member->type))};
  }
  return std::nullopt;
}

}  // namespace

const JsonMember* find_markdown_text(const JsonObject& content) {
  for (const std::string_view name : kMarkdownTextNames) {
    const JsonMember* member = content.find(name);
    if (member != nullptr && member->type == JsonType::string) return member;
  }
  return nullptr;
}

std::optional<Error> check_content(Template content_template, const std::string& content) {
  const Result<JsonObject> object = JsonObject::parse(content);
  if (!object) return object.error();
  switch (content_template) {
    case Template::markdown:
      return check_markdown(*object);
    case Template::chart:
    case Template::table:
    case Template::pdf:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace core
