#include "templates/markdown/embedded_html/html_tokens.h"

#include <algorithm>

#include "core/text/ascii.h"

namespace templates {
namespace {

constexpr std::string_view kTagSpace = " \t\n\f\r";
constexpr std::string_view kEndOfName = " \t\n\f\r/>";
constexpr std::string_view kBetweenAttributes = " \t\n\f\r/";
constexpr std::string_view kEndOfAttributeName = " \t\n\f\r/>=";

bool begins_markup(std::string_view text) {
  if (text.size() < 2) return false;
  if (text[1] == '!' || text[1] == '?') return true;
  return core::is_letter(text[1] == '/' && text.size() > 2 ? text[2] : text[1]) ||
         (text[1] == '/' && text.size() > 2);
}

// Where the name of the attribute at `at` ends.
std::size_t attribute_name_end(std::string_view html, std::size_t at) {
  // It may begin with =.
  return html.find_first_of(kEndOfAttributeName, at + 1);
}

// Where the attribute at `at` ends; npos if the tag has no end behind it.
std::size_t attribute_end(std::string_view html, std::size_t at) {
  const std::size_t name_end = attribute_name_end(html, at);
  const std::size_t sign = html.find_first_not_of(kTagSpace, name_end);
  if (sign == std::string_view::npos || html[sign] != '=') return name_end;
  at = html.find_first_not_of(kTagSpace, sign + 1);
  if (at == std::string_view::npos || html[at] == '>') return at;
  if (html[at] != '"' && html[at] != '\'') return html.find_first_of(" \t\n\f\r>", at);
  const std::size_t quote = html.find(html[at], at + 1);
  return quote == std::string_view::npos ? quote : quote + 1;
}

// Where the tag whose name ends at `at` has its >; npos if it has none.
std::size_t tag_end(std::string_view html, std::size_t at) {
  for (;;) {
    at = html.find_first_not_of(kBetweenAttributes, at);
    if (at == std::string_view::npos || html[at] == '>') return at;
    at = attribute_end(html, at);
    if (at == std::string_view::npos) return at;
  }
}

}  // namespace

std::optional<HtmlAttribute> take_attribute(std::string_view& attributes) {
  const std::size_t begin = attributes.find_first_not_of(kBetweenAttributes);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::size_t end = std::min(attribute_end(attributes, begin), attributes.size());
  const std::size_t name_end = std::min(attribute_name_end(attributes, begin), end);
  const HtmlAttribute attribute{attributes.substr(begin, name_end - begin),
                                attributes.substr(begin, end - begin)};
  attributes.remove_prefix(end);
  return attribute;
}

HtmlToken HtmlTokens::take(HtmlToken::Kind kind, std::size_t length) {
  const HtmlToken token{kind, html_.substr(0, length), {}, {}};
  html_.remove_prefix(token.source.size());
  return token;
}

std::size_t HtmlTokens::comment_end() const {
  if (!html_.starts_with("<!--")) return std::min(html_.find('>'), html_.size() - 1) + 1;
  for (const std::string_view whole : {"<!-->", "<!--->"})
    if (html_.starts_with(whole)) return whole.size();
  for (std::size_t at = html_.find("--", 4); at != std::string_view::npos;
       at = html_.find("--", at + 1)) {
    const std::string_view behind = html_.substr(at + 2);
    if (behind.starts_with('>')) return at + 3;
    if (behind.starts_with("!>")) return at + 4;
  }
  return html_.size();
}

std::optional<HtmlToken> HtmlTokens::take_tag(HtmlToken::Kind kind, std::size_t name_begin) {
  const std::size_t name_end = html_.find_first_of(kEndOfName, name_begin);
  const std::size_t end = name_end == std::string_view::npos ? name_end : tag_end(html_, name_end);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view source = html_;
  HtmlToken token = take(kind, end + 1);
  token.name = source.substr(name_begin, name_end - name_begin);
  token.attributes = source.substr(name_end, end - name_end);
  return token;
}

std::optional<HtmlToken> HtmlTokens::next() {
  using Kind = HtmlToken::Kind;
  if (html_.empty()) return std::nullopt;
  if (html_.front() != '<' || !begins_markup(html_)) {
    std::size_t end = html_.find('<', 1);
    while (end != std::string_view::npos && !begins_markup(html_.substr(end)))
      end = html_.find('<', end + 1);
    return take(Kind::text, std::min(end, html_.size()));
  }
  const char kind = html_[1];
  if (kind == '!' || kind == '?') return take(Kind::comment, comment_end());
  if (kind != '/') {
    const auto tag = take_tag(Kind::start_tag, 1);
    return tag ? tag : take(Kind::text, html_.size());
  }
  if (!core::is_letter(html_[2])) return take(Kind::comment, comment_end());
  const auto tag = take_tag(Kind::end_tag, 2);
  return tag ? tag : take(Kind::text, html_.size());
}

}  // namespace templates
