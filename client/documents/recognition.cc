#include "client/documents/recognition.h"

#include <cstddef>
#include <string_view>

#include "client/command_line.h"

namespace client {
namespace {

[[noreturn]] void fail(const Document& document, const core::Error& error,
                       const std::string& advice = {}) {
  throw Failure(ExitStatus::failure, (document.name.empty() ? "standard input" : document.name) +
                                         ' ' + error.message + advice);
}

Format value_or_fail(const Document& document, const core::Result<Format>& format) {
  if (format) return *format;
  const std::string encoding(format.error().field == "content"
                                 ? templates::likely_encoding(document.bytes)
                                 : std::string_view());
  fail(document, format.error(),
       encoding.empty() ? "" : ": try iconv -f " + encoding + " -t UTF-8");
}

bool shows_text(core::Template shown_by) {
  return shown_by != core::Template::table && shown_by != core::Template::chart;
}

}  // namespace

Format recognise(const Document& document) {
  return value_or_fail(document, templates::recognised_format(document));
}

Format format_for(const Document& document, core::Template wanted) {
  return value_or_fail(document, templates::format_shown_by(wanted, document));
}

Format format_replacing(const Document& document, core::Template current) {
  const Format recognised = recognise(document);
  const bool is_text =
      recognised == Format::markdown || recognised == Format::code ||
      (recognised.media_type == Format::html_pdf.media_type && current == core::Template::pdf);
  if (recognised.shown_by != current && shows_text(current) && !is_text) {
    fail(document, templates::does_not_fit(current, document, recognised),
         templates::is_text(document.bytes)
             ? "; --template " + std::string(core::to_string(current)) +
                   " shows its text nevertheless"
             : "");
  }
  if (current == core::Template::markdown && recognised == Format::code)
    return Format::text_markdown;
  return format_for(document, current);
}

namespace {

constexpr char kEscape = '\x1b';

bool is_between(char c, char first, char last) { return c >= first && c <= last; }

std::size_t skip(std::string_view text, std::size_t at, char first, char last) {
  while (at < text.size() && is_between(text[at], first, last)) ++at;
  return at;
}

// The length of a sequence whose last character is in this range; 0 if something else follows.
std::size_t length_with_end(std::string_view text, std::size_t at, char first, char last) {
  return at < text.size() && is_between(text[at], first, last) ? at + 1 : 0;
}

// The length of a string, such as the URL of a link, up to BEL or ESC \, on one line.
std::size_t length_of_string(std::string_view text) {
  for (std::size_t at = 2; at < text.size() && text[at] != '\n'; ++at) {
    if (text[at] == '\a') return at + 1;
    if (text[at] == kEscape) return text.substr(at + 1).starts_with('\\') ? at + 2 : 0;
  }
  return 0;
}

// The length of the sequence at the beginning of the text; 0 if the escape character begins none.
std::size_t length_of_sequence(std::string_view text) {
  if (text.size() < 2) return 0;
  switch (text[1]) {
    case '[': {
      const std::size_t parameters = skip(text, 2, '0', '?');
      return length_with_end(text, skip(text, parameters, ' ', '/'), '@', '~');
    }
    case ']':
    case 'P':
    case 'X':
    case '^':
    case '_':
      return length_of_string(text);
    default:
      return length_with_end(text, skip(text, 1, ' ', '/'), '0', '~');
  }
}

}  // namespace

std::string without_terminal_sequences(std::string text) {
  std::size_t at = text.find(kEscape);
  if (at == std::string::npos) return text;
  std::size_t written = at;
  while (at < text.size()) {
    if (text[at] == kEscape) {
      const std::size_t length = length_of_sequence(std::string_view(text).substr(at));
      at += length;
      if (length > 0) continue;
    }
    text[written++] = text[at++];
  }
  text.resize(written);
  return text;
}

}  // namespace client
