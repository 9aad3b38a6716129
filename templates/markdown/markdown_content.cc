#include "templates/markdown/markdown_content.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "core/text/ascii.h"
#include "core/text/split.h"
#include "templates/markdown/source/line.h"

namespace templates {
namespace {

// A line of three or more backticks or tildes.
struct Fence {
  char mark = 0;
  std::size_t length = 0;
  std::string_view info;  // what is behind them

  bool closes(const Fence& opening) const {
    return info.empty() && mark == opening.mark && length >= opening.length;
  }
};

std::optional<Fence> fence_in(std::string_view line) {
  constexpr std::size_t kShortest = 3;
  const std::string_view text = core::trim(line, " \t");
  if (text.empty() || (text.front() != '`' && text.front() != '~')) return std::nullopt;
  const char mark = text.front();
  const std::size_t length = std::min(text.find_first_not_of(mark), text.size());
  const std::string_view info = core::trim(text.substr(length), " \t");
  const bool is_span = mark == '`' && info.find('`') != std::string_view::npos;
  if (length < kShortest || is_span) return std::nullopt;
  return Fence{mark, length, info};
}

}  // namespace

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

std::optional<std::string_view> document_in_fence(std::string_view text) {
  std::string_view rest = core::trim(text, " \t\r\n");
  const auto outer = fence_in(take_line(rest));
  if (!outer || !(core::equal_ignoring_case(outer->info, "markdown") ||
                  core::equal_ignoring_case(outer->info, "md")))
    return std::nullopt;
  const char* const begin = rest.data();
  std::optional<Fence> inner;
  while (!rest.empty()) {
    const char* const line = rest.data();
    const auto fence = fence_in(take_line(rest));
    if (!fence) continue;
    if (inner) {
      if (fence->closes(*inner)) inner.reset();
    } else if (!fence->closes(*outer)) {
      inner = fence;
    } else if (rest.empty()) {
      return std::string_view(begin, static_cast<std::size_t>(line - begin));
    } else {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

std::string document_in(std::string text) {
  const auto document = document_in_fence(text);
  return document ? std::string(*document) : text;
}

core::Warning fenced_document(std::string_view field) {
  return {core::WarningCode::fenced_document,
          "the whole document is within one ```markdown fence, so it is shown without the fence; "
          "send it without, or put a line above the fence to show its source",
          std::string(field)};
}

}  // namespace templates
