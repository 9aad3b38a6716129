#include "templates/markdown/renderer/inline_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/cpu_limit.h"
#include "core/text/text.h"
#include "html/url.h"
#include "templates/markdown/named_texts.h"

namespace templates {

std::string without_escaped_bars(std::string_view text) {
  std::string unescaped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && text.substr(i + 1).starts_with('|')) continue;
    unescaped += text[i];
  }
  return unescaped;
}

void InlineText::write(std::string_view text, bool begins_escaped, Place place) {
  if (output_.is_in_image()) {
    write_with_emoji(formulas_.restored(text, Formulas::Escapes::resolved));
    return;
  }
  if (place.is_in_link) {
    write_with_formulas(text, place);
    return;
  }
  const std::size_t literal = begins_escaped ? 1 : 0;
  std::size_t done = 0;
  while (const auto reference = footnotes_.find_reference(text, std::max(done, literal))) {
    write_with_formulas(text.substr(done, reference->begin - done), place);
    output_.markup() += footnotes_.add_reference(reference->footnote);
    done = reference->end;
  }
  write_with_formulas(text.substr(done), place);
}

void InlineText::write_with_formulas(std::string_view text, Place place) {
  std::size_t done = 0;
  while (const auto placeholder = formulas_.find_placeholder(text, done)) {
    write_with_urls(text.substr(done, placeholder->begin - done), place.is_in_link);
    write_formula(placeholder->formula, place.is_in_cell);
    done = placeholder->end;
  }
  write_with_urls(text.substr(done), place.is_in_link);
}

// Readable as it is; a script renders it.
void InlineText::write_formula(const Formula& formula, bool is_in_cell) {
  output_.document().has_formulas = true;
  output_.add_to_heading_name(formula.tex);
  output_.markup() += formula.is_display ? html::Literal("<span class=\"math math-display\">")
                                         : html::Literal("<span class=\"math\">");
  output_.write_text(is_in_cell ? without_escaped_bars(formula.tex) : std::string(formula.tex));
  output_.markup() += "</span>";
}

void InlineText::write_with_urls(std::string_view text, bool is_in_link) {
  core::CpuLimit::check();
  output_.add_to_heading_name(text);
  if (is_in_link) {
    write_with_emoji(text);
    return;
  }
  std::size_t done = 0;
  while (const auto link = html::find_autolink(text, done)) {
    write_with_emoji(text.substr(done, link->begin - done));
    const auto url = html::safe_link_url(link->url);
    if (url)
      output_.markup() += html::format(
          "<a href=\"{}\" rel=\"noopener noreferrer nofollow ugc\" class=\"bare\">", *url);
    output_.write_text(text.substr(link->begin, link->end - link->begin));
    if (url) output_.markup() += "</a>";
    done = link->end;
  }
  write_with_emoji(text.substr(done));
}

namespace {

// Whether the character belongs to a script that is written with spaces between words.
bool is_letter_or_digit(std::uint32_t character) {
  constexpr std::uint32_t kFirstBeyondAscii = 0xc0;
  constexpr std::uint32_t kFirstWithoutSpaces = 0xe00;  // Thai
  if (character < 0x80) return core::is_letter_or_digit(static_cast<char>(character));
  return character >= kFirstBeyondAscii && character < kFirstWithoutSpaces;
}

bool begins_with_letter_or_digit(std::string_view text) {
  return !text.empty() && is_letter_or_digit(core::take_code_point(text));
}

bool ends_with_letter_or_digit(std::string_view text) {
  std::size_t last = text.size();
  while (last > 0 && core::is_continuation(text[last - 1])) --last;
  return last > 0 && begins_with_letter_or_digit(text.substr(last - 1));
}

}  // namespace

// Colons also separate the parts of addresses and numbers, such as 00:ab:12 and 1:100:2, so an
// emoji stands beside no letter or digit.
void InlineText::write_with_emoji(std::string_view text) {
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos;) {
    const std::string_view rest = text.substr(colon + 1);
    const std::size_t length = rest.substr(0, kLongestEmojiName + 1).find(':');
    std::string_view emoji;
    if (length != std::string_view::npos && !begins_with_letter_or_digit(rest.substr(length + 1)) &&
        !ends_with_letter_or_digit(text.substr(0, colon)))
      emoji = emoji_named(rest.substr(0, length));
    if (emoji.empty()) {
      colon = text.find(':', colon + 1);
      continue;
    }
    output_.write_text(text.substr(0, colon));
    output_.write_text(emoji);
    text.remove_prefix(colon + length + 2);
    colon = text.find(':');
  }
  output_.write_text(text);
}

using html::Html;

namespace {

std::string_view without_scheme(std::string_view address) {
  for (const std::string_view scheme : {"https://", "http://", "mailto:"})
    if (core::starts_with_ignoring_case(address, scheme)) address.remove_prefix(scheme.size());
  return core::trim(address, "/ ");
}

}  // namespace

bool is_address(std::string_view text, std::string_view address) {
  return without_scheme(text) == without_scheme(address);
}

std::optional<Html> link_tag(std::string_view address, std::string_view title,
                             html::Language language) {
  const auto url = html::safe_link_url(address);
  if (!url) return std::nullopt;
  if (html::is_relative_url(*url)) {
    return html::format("<a role=\"link\" aria-disabled=\"true\" title=\"{}\"",
                        html::format(language, "{} is not part of this page", *url));
  }
  // Ids of a document have a prefix, so that they never equal that of another element of the page.
  Html tag = url->starts_with('#') && url->size() > 1
                 ? html::format("<a href=\"#h-{}\"", std::string_view(*url).substr(1))
                 : html::format("<a href=\"{}\" rel=\"noopener noreferrer nofollow ugc\"", *url);
  if (!title.empty()) tag += html::format(" title=\"{}\"", title);
  return tag;
}

}  // namespace templates
