#include "templates/content.h"

#include <array>
#include <string_view>

#include "core/json/json_tree.h"
#include "templates/chart/chart_content.h"
#include "templates/pdf/pdf_content.h"
#include "templates/table/table_content.h"

namespace templates {
namespace {

using core::Error;
using core::ErrorCode;
using core::JsonTree;
using core::JsonType;
using core::JsonValue;
using core::Result;
using core::Template;

constexpr std::array<std::string_view, 6> kMarkdownTextNames{"text",    "markdown", "body",
                                                             "content", "md",       "source"};

std::optional<Error> check_markdown(const JsonValue& content) {
  if (find_markdown_text(content)) return std::nullopt;
  for (const std::string_view name : kMarkdownTextNames) {
    const auto member = content.find(name);
    if (!member) continue;
    return Error{ErrorCode::invalid_content,
                 "must be a string, not " + std::string(to_string(member->type())),
                 "/content/" + std::string(name)};
  }
  return std::nullopt;
}

template <typename Value>
std::optional<Error> error_of(const Result<Value>& read) {
  return read ? std::nullopt : std::optional(read.error());
}

}  // namespace

std::optional<JsonValue> find_markdown_text(const JsonValue& content) {
  for (const std::string_view name : kMarkdownTextNames) {
    const auto member = content.find(name);
    if (member && member->is(JsonType::string)) return member;
  }
  return std::nullopt;
}

std::optional<Error> check_content(Template content_template, const std::string& content) {
  const Result<JsonTree> tree = JsonTree::parse(content);
  if (!tree) return tree.error();
  switch (content_template) {
    case Template::markdown:
      return check_markdown(tree->root());
    case Template::chart:
      return error_of(read_chart(tree->root()));
    case Template::table:
      return error_of(read_table(tree->root()));
    case Template::pdf:
      return error_of(read_pdf(tree->root()));
  }
  return std::nullopt;
}

}  // namespace templates
