// HtmlTokens: splits the HTML that a Markdown document contains into tags, text and comments, as
// browsers do (HTML, 13.2.5), in linear time. It only finds where they and attributes begin and
// end; references in texts and values stay.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace templates {

struct HtmlToken {
  enum class Kind : std::uint8_t { text, start_tag, end_tag, comment };

  Kind kind = Kind::text;
  std::string_view source;      // all of it
  std::string_view name;        // of a tag, as it is written
  std::string_view attributes;  // of a start tag, all after its name
};

struct HtmlAttribute {
  std::string_view name;    // as it is written
  std::string_view source;  // all of it, with its value if it has one
};

// Its value as it is written, without quotes and the white space around it; empty if it has none.
std::string_view value_of(const HtmlAttribute& attribute);

// A text or value with its character references replaced by what they stand for.
std::string without_references(std::string_view text);

// Takes the next attribute from HtmlToken::attributes; nothing at their end.
std::optional<HtmlAttribute> take_attribute(std::string_view& attributes);

class HtmlTokens {
 public:
  explicit HtmlTokens(std::string_view html) : html_(html) {}

  // The next token; nothing at the end. A tag without an end makes the rest text.
  std::optional<HtmlToken> next();

  // The text up to the end tag of an element that has begun, such as a script, in which nothing
  // else is markup.
  std::string_view take_raw_text(std::string_view element);

 private:
  std::size_t comment_end() const;
  std::optional<HtmlToken> take_tag(HtmlToken::Kind kind, std::size_t name_begin);
  HtmlToken take(HtmlToken::Kind kind, std::size_t length);

  std::string_view html_;  // what is left
};

// The HTML elements that a Markdown document may contain, and where they may be: those of GitHub.
// And the attributes that any of them may have.

struct Element {
  // How it is nested (HTML, 13.2.6.4).
  enum Trait : std::uint16_t {
    is_void = 1,           // has no end tag
    closes_paragraph = 2,  // may not be in a paragraph, and so ends it
    bounds_items = 4,      // an item of a list does not end across it
    is_heading = 8,
    is_table_part = 16,       // of a table, but not the table
    is_table_structure = 32,  // has no text of its own: a table, and its parts but cells
    bounds_scope = 64,        // an end tag inside does not end what is outside
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

// Keeps those attributes of a tag (HtmlToken::attributes) that pages can have, each only once.
// Gumbo compares each attribute of a tag with all before it, so it must not get any number of them.
std::string known_attributes(std::string_view attributes);

// Numeric character references of HTML: &#65; and &#x41;

// Replaces the numbers beyond U+10FFFF by the first of them, with as many digits. HTML has U+FFFD
// for all of these. Gumbo computes the number in an int, which overflows, and writes bytes that are
// no UTF-8 for a negative one.
void bound_numeric_references(std::string& html);

}  // namespace templates
