#include "templates/html/html_document.h"

#include <algorithm>
#include <array>

#include "core/text/text.h"
#include "templates/markdown/embedded_html/html_tokens.h"

namespace templates {
namespace {

#include "html/asset_texts.inc"

// Where a document begins behind white space and comments, and its doctype, if it has one, ends.
struct Beginning {
  std::size_t doctype_end = 0;
  bool is_document = false;  // not a fragment
};

Beginning beginning_of_document(std::string_view html) {
  std::size_t at = 0;
  for (;;) {
    at = std::min(html.find_first_not_of(" \t\n\f\r", at), html.size());
    if (!html.substr(at).starts_with("<!--")) break;
    at += HtmlTokens(html.substr(at)).next()->source.size();
  }
  const std::string_view rest = html.substr(at);
  if (core::starts_with_ignoring_case(rest, "<!doctype"))
    return {at + std::min(rest.find('>'), rest.size() - 1) + 1, true};
  constexpr std::array<std::string_view, 3> kOutermost{"<html", "<head", "<body"};
  const bool is_document =
      std::any_of(kOutermost.begin(), kOutermost.end(), [&](std::string_view tag) {
        // Not <header>.
        return core::starts_with_ignoring_case(rest, tag) && rest.size() > tag.size() &&
               !core::is_letter_or_digit(rest[tag.size()]);
      });
  return {0, is_document};
}

constexpr std::string_view kStartOfFragment =
    "<!doctype html><meta charset=\"utf-8\"><meta name=\"viewport\" "
    "content=\"width=device-width, initial-scale=1\">";

// Links open in a new tab, but those to places of the document itself.
std::string with_targets(std::string_view html) {
  std::string result = "<base target=\"_blank\">";
  HtmlTokens tokens(html);
  while (const auto token = tokens.next()) {
    const bool is_link =
        token->kind == HtmlToken::Kind::start_tag && core::equal_ignoring_case(token->name, "a");
    std::string_view attributes = is_link ? token->attributes : std::string_view();
    bool is_inside = false;
    while (const auto attribute = take_attribute(attributes)) {
      is_inside |= core::equal_ignoring_case(attribute->name, "href") &&
                   value_of(*attribute).starts_with('#');
    }
    if (is_inside) {
      result.append("<a target=\"_self\"").append(token->attributes).append(">");
    } else {
      result += token->source;
    }
  }
  return result;
}

}  // namespace

std::string framed_document(std::string_view html, Scripts scripts) {
  const Beginning beginning = beginning_of_document(html);
  const std::string_view doctype = html.substr(0, beginning.doctype_end);
  const std::string_view rest = html.substr(beginning.doctype_end);
  std::string document;
  document.reserve(html.size() + kFrameScriptText.size() + kFragmentStyleText.size() + 256);
  document += doctype;
  if (!beginning.is_document)
    document.append(kStartOfFragment)
        .append("<style>")
        .append(kFragmentStyleText)
        .append("</style>");
  if (scripts == Scripts::off) return document += with_targets(rest);
  document.append("<script>").append(kFrameScriptText).append("</script>").append(rest);
  return document;
}

}  // namespace templates
