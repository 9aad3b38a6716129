#include "templates/markdown/embedded_html/element.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "core/text/ascii.h"
#include "templates/markdown/embedded_html/html_tokens.h"

namespace templates {
namespace {

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

// What HtmlWriter looks for.
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

}  // namespace

std::string known_attributes(std::string_view attributes) {
  std::string known;
  std::array<bool, kAttributes.size()> is_taken{};
  while (const auto attribute = take_attribute(attributes)) {
    const std::size_t index = attribute_index(attribute->name);
    // Of several of one name, the first counts.
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

}  // namespace templates
