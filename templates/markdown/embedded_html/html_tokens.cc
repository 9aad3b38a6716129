#include "templates/markdown/embedded_html/html_tokens.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "core/text/text.h"
#include "templates/markdown/named_texts.h"

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

// Where the attribute at `at` ends; npos if the tag does not end after it.
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

constexpr std::uint16_t kBlock = Element::closes_paragraph | Element::bounds_items;
constexpr std::uint16_t kHeading = kBlock | Element::is_heading;
constexpr std::uint16_t kStructure =
    Element::bounds_items | Element::is_table_part | Element::is_table_structure;
constexpr std::uint16_t kCell =
    Element::bounds_items | Element::is_table_part | Element::bounds_scope;
constexpr std::uint16_t kText = Element::is_shown_as_text;

constexpr auto kElements = std::to_array<Element>({
    {"a", "a"},
    {"abbr", "abbr"},
    {"b", "b"},
    {"blockquote", "blockquote", kBlock},
    {"br", "br", Element::is_void},
    {"caption", "caption", kCell},
    {"center", "div", Element::closes_paragraph},
    {"cite", "cite"},
    {"code", "code"},
    {"dd", "dd", kBlock},
    {"del", "del"},
    {"details", "details", kBlock},
    {"dfn", "dfn"},
    {"div", "div", Element::closes_paragraph},
    {"dl", "dl", kBlock},
    {"dt", "dt", kBlock},
    {"em", "em"},
    {"figcaption", "figcaption", kBlock},
    {"figure", "figure", kBlock},
    {"h1", "h1", kHeading},
    {"h2", "h2", kHeading},
    {"h3", "h3", kHeading},
    {"h4", "h4", kHeading},
    {"h5", "h5", kHeading},
    {"h6", "h6", kHeading},
    {"hr", "hr", kBlock | Element::is_void},
    {"i", "i"},
    {"iframe", "", kText},
    {"img", "img", Element::is_void},
    {"input", "input", Element::is_void | Element::is_our_own},
    {"ins", "ins"},
    {"kbd", "kbd"},
    {"li", "li", kBlock},
    {"mark", "mark"},
    {"noembed", "", kText},
    {"noframes", "", kText},
    {"ol", "ol", kBlock},
    {"p", "p", Element::closes_paragraph},
    {"picture", "picture"},
    {"plaintext", "", kText},
    {"pre", "pre", kBlock},
    {"q", "q"},
    {"s", "s"},
    {"samp", "samp"},
    {"script", "", kText},
    {"section", "section", kBlock | Element::is_our_own},
    {"small", "small"},
    {"source", "source", Element::is_void},
    {"span", "span"},
    {"strike", "s"},
    {"strong", "strong"},
    {"style", "", kText},
    {"sub", "sub"},
    {"summary", "summary", kBlock},
    {"sup", "sup"},
    {"svg", "svg", Element::is_our_own},
    {"table", "table", kBlock | Element::is_table_structure | Element::bounds_scope},
    {"tbody", "tbody", kStructure},
    {"td", "td", kCell},
    {"textarea", "", kText},
    {"tfoot", "tfoot", kStructure},
    {"th", "th", kCell},
    {"thead", "thead", kStructure},
    {"title", "", kText},
    {"tr", "tr", kStructure},
    {"tt", "code"},
    {"u", "u"},
    {"ul", "ul", kBlock},
    {"var", "var"},
    {"wbr", "wbr", Element::is_void},
    {"xmp", "", kText},
});
static_assert(std::is_sorted(kElements.begin(), kElements.end(),
                             [](const Element& a, const Element& b) { return a.name < b.name; }));

// The markup that HtmlWriter looks for.
constexpr auto kAttributes = std::to_array<std::string_view>(
    {"align", "alt", "colspan", "dir", "height", "href", "id", "media", "name", "open", "reversed",
     "rowspan", "src", "srcset", "start", "title", "width"});

// kAttributes.size() for any other.
std::size_t attribute_index(std::string_view name) {
  const auto* const found = std::find_if(
      kAttributes.begin(), kAttributes.end(),
      [name](std::string_view known) { return core::equal_ignoring_case(known, name); });
  return static_cast<std::size_t>(found - kAttributes.begin());
}

constexpr std::string_view kFirstBeyond = "1114112";
constexpr std::string_view kFirstBeyondInHex = "110000";

bool is_hex_digit(char c) {
  const char lower = core::lower_case(c);
  return core::is_digit(c) || (lower >= 'a' && lower <= 'f');
}

}  // namespace

std::string_view value_of(const HtmlAttribute& attribute) {
  std::string_view value = attribute.source.substr(attribute.name.size());
  value.remove_prefix(std::min(value.find_first_not_of(" \t\n\f\r="), value.size()));
  if (value.size() > 1 && (value.front() == '"' || value.front() == '\'') &&
      value.back() == value.front())
    value = value.substr(1, value.size() - 2);
  return core::trim(value);
}

std::string without_references(std::string_view text) {
  constexpr std::size_t kLongestReference = 34;
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t reference = std::min(text.find('&', at), text.size());
    plain += text.substr(at, reference - at);
    at = reference;
    if (at == text.size()) break;
    const std::size_t end = text.substr(at, kLongestReference).find(';');
    const auto named =
        end == std::string_view::npos ? std::nullopt : decode_entity(text.substr(at, end + 1));
    plain += named ? *named : "&";
    at += named ? end + 1 : 1;
  }
  return plain;
}

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

std::string_view HtmlTokens::take_raw_text(std::string_view element) {
  std::size_t end = html_.find("</");
  for (; end != std::string_view::npos; end = html_.find("</", end + 2)) {
    const std::string_view behind = html_.substr(end + 2);
    if (core::starts_with_ignoring_case(behind, element) &&
        behind.find_first_of(kEndOfName, element.size()) == element.size())
      break;
  }
  return take(HtmlToken::Kind::text, end).source;
}

std::string known_attributes(std::string_view attributes) {
  std::string known;
  std::array<bool, kAttributes.size()> is_taken{};
  while (const auto attribute = take_attribute(attributes)) {
    const std::size_t index = attribute_index(attribute->name);
    // The first of several of one name counts.
    if (index == kAttributes.size() || std::exchange(is_taken.at(index), true)) continue;
    known.append(" ").append(attribute->source);
  }
  return known;
}

const Element* find_element(std::string_view name) {
  constexpr std::size_t kLongest = 10;
  if (name.size() > kLongest) return nullptr;
  const std::string wanted = core::in_lower_case(name);
  const auto* const found = std::lower_bound(
      kElements.begin(), kElements.end(), wanted,
      [](const Element& element, std::string_view text) { return element.name < text; });
  return found != kElements.end() && found->name == wanted ? found : nullptr;
}

void bound_numeric_references(std::string& html) {
  for (std::size_t at = html.find("&#"); at != std::string::npos; at = html.find("&#", at)) {
    at += 2;
    const bool is_hex = at < html.size() && core::lower_case(html[at]) == 'x';
    if (is_hex) ++at;
    const auto begin = html.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = std::find_if_not(begin, html.end(), is_hex ? is_hex_digit : core::is_digit);
    const auto first = std::find_if_not(begin, end, [](char c) { return c == '0'; });
    const std::string_view limit = is_hex ? kFirstBeyondInHex : kFirstBeyond;
    if (end - first <= static_cast<std::ptrdiff_t>(limit.size())) continue;
    std::fill(first, end, '0');
    std::copy(limit.begin(), limit.end(), end - static_cast<std::ptrdiff_t>(limit.size()));
  }
}

}  // namespace templates
