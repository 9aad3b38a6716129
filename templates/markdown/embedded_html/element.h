// The HTML elements that a Markdown document may contain, and where they may be: those of GitHub.
// And the attributes that any of them may have.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace templates {

struct Element {
  // How it is nested (HTML, 13.2.6.4).
  enum Trait : std::uint16_t {
    is_void = 1,           // has no end tag
    closes_paragraph = 2,  // may not be in a paragraph, and so ends it
    bounds_items = 4,      // what an item of a list may not end
    is_heading = 8,
    is_table_part = 16,       // of a table, but not the table
    is_table_structure = 32,  // has no text of its own: a table, and its parts but cells
    bounds_scope = 64,        // what is outside is not ended from inside
    is_our_own = 128,         // only Markdown makes it
    is_shown_as_text = 256,   // its tags are text, as GitHub shows them
  };

  std::string_view name;
  std::string_view written;  // as which it is written
  std::uint16_t traits = 0;

  constexpr bool has(Trait trait) const { return (traits & trait) != 0; }
};

// The element of this name, in any case; null if documents may not have it.
const Element* find_element(std::string_view name);

// Of the attributes in a tag (HtmlToken::attributes) those that pages can have, each only once.
// Gumbo compares each attribute of a tag with all before it, so it must not get any number of them.
std::string known_attributes(std::string_view attributes);

}  // namespace templates
