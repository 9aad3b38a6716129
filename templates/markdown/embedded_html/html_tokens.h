// HtmlTokens: splits the HTML that a Markdown document contains into tags, text and comments, as
// browsers do (HTML, 13.2.5), in linear time. It only finds where they and attributes begin and
// end; the values of attributes are read by the parser (html_tree.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace templates {

struct HtmlToken {
  enum class Kind : std::uint8_t { text, start_tag, end_tag, comment };

  Kind kind = Kind::text;
  std::string_view source;      // all of it
  std::string_view name;        // of a tag, as it is written
  std::string_view attributes;  // of a start tag, all behind its name
};

struct HtmlAttribute {
  std::string_view name;    // as it is written
  std::string_view source;  // all of it, with its value if it has one
};

// Takes the next attribute from HtmlToken::attributes; nothing at their end.
std::optional<HtmlAttribute> take_attribute(std::string_view& attributes);

class HtmlTokens {
 public:
  explicit HtmlTokens(std::string_view html) : html_(html) {}

  // The next token; nothing at the end. A tag without an end makes the rest text.
  std::optional<HtmlToken> next();

 private:
  std::size_t comment_end() const;
  std::optional<HtmlToken> take_tag(HtmlToken::Kind kind, std::size_t name_begin);
  HtmlToken take(HtmlToken::Kind kind, std::size_t length);

  std::string_view html_;  // what is left
};

}  // namespace templates
