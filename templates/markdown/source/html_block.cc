#include "templates/markdown/source/html_block.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/text/ascii.h"
#include "templates/markdown/embedded_html/html_tokens.h"
#include "templates/markdown/source/line.h"

namespace templates {
namespace {

constexpr std::array<std::string_view, 3> kVerbatim{"script", "pre", "style"};

// As md4c has them; sorted.
constexpr auto kBlockElements = std::to_array<std::string_view>(
    {"address", "article",  "aside",   "base",     "basefont", "blockquote", "body",
     "caption", "center",   "col",     "colgroup", "dd",       "details",    "dialog",
     "dir",     "div",      "dl",      "dt",       "fieldset", "figcaption", "figure",
     "footer",  "form",     "frame",   "frameset", "h1",       "head",       "header",
     "hr",      "html",     "iframe",  "legend",   "li",       "link",       "main",
     "menu",    "menuitem", "nav",     "noframes", "ol",       "optgroup",   "option",
     "p",       "param",    "section", "source",   "summary",  "table",      "tbody",
     "td",      "tfoot",    "th",      "thead",    "title",    "tr",         "track",
     "ul"});
static_assert(std::is_sorted(kBlockElements.begin(), kBlockElements.end()));

bool begins_block_element(std::string_view tag) {
  tag.remove_prefix(tag.starts_with('/') ? 1 : 0);
  const std::size_t end = std::min(tag.find_first_of(" \t>/"), tag.size());
  if (tag.substr(end).starts_with('/') && !tag.substr(end).starts_with("/>")) return false;
  return std::binary_search(kBlockElements.begin(), kBlockElements.end(),
                            std::string_view(core::in_lower_case(tag.substr(0, end))));
}

// Whether `line` is a single tag.
bool is_tag(std::string_view line) {
  HtmlTokens tokens(line);
  const auto tag = tokens.next();
  using Kind = HtmlToken::Kind;
  return tag && (tag->kind == Kind::start_tag || tag->kind == Kind::end_tag) &&
         is_blank(line.substr(tag->source.size()));
}

bool contains_end_tag(std::string_view line) {
  for (std::size_t at = line.find("</"); at != std::string_view::npos; at = line.find("</", at + 2))
    for (const std::string_view name : kVerbatim)
      if (core::starts_with_ignoring_case(line.substr(at + 2), std::string(name) + '>'))
        return true;
  return false;
}

}  // namespace

HtmlBlock html_block_at(std::string_view line, bool is_below_text) {
  if (!line.starts_with('<') || line.size() < 2) return HtmlBlock::none;
  const std::string_view tag = line.substr(1);
  for (const std::string_view name : kVerbatim)
    if (core::starts_with_ignoring_case(tag, name)) return HtmlBlock::verbatim;
  if (tag.starts_with("!--")) return HtmlBlock::comment;
  if (tag.starts_with('?')) return HtmlBlock::instruction;
  if (tag.starts_with("![CDATA[")) return HtmlBlock::cdata;
  if (tag.size() > 1 && tag.front() == '!' && tag[1] >= 'A' && tag[1] <= 'Z')
    return HtmlBlock::declaration;
  const bool begins = begins_block_element(tag) || (!is_below_text && is_tag(line));
  return begins ? HtmlBlock::element : HtmlBlock::none;
}

bool ends_html_block(HtmlBlock block, std::string_view line) {
  const auto contains = [&](std::string_view end) {
    return line.find(end) != std::string_view::npos;
  };
  switch (block) {
    case HtmlBlock::verbatim:
      return contains_end_tag(line);
    case HtmlBlock::comment:
      return contains("-->");
    case HtmlBlock::instruction:
      return contains("?>");
    case HtmlBlock::declaration:
      return contains(">");
    case HtmlBlock::cdata:
      return contains("]]>");
    default:
      return block == HtmlBlock::none;
  }
}

}  // namespace templates
