#include "client/documents/recognition/terminal_sequences.h"

#include <cstddef>
#include <string_view>

namespace client {
namespace {

constexpr char kEscape = '\x1b';

bool is_between(char c, char first, char last) { return c >= first && c <= last; }

std::size_t skip(std::string_view text, std::size_t at, char first, char last) {
  while (at < text.size() && is_between(text[at], first, last)) ++at;
  return at;
}

// Whose end is a character within these; 0 if something else follows.
std::size_t length_with_end(std::string_view text, std::size_t at, char first, char last) {
  return at < text.size() && is_between(text[at], first, last) ? at + 1 : 0;
}

// A string, such as the address of a link, up to BEL or ESC \, on one line.
std::size_t length_of_string(std::string_view text) {
  for (std::size_t at = 2; at < text.size() && text[at] != '\n'; ++at) {
    if (text[at] == '\a') return at + 1;
    if (text[at] == kEscape) return text.substr(at + 1).starts_with('\\') ? at + 2 : 0;
  }
  return 0;
}

// Of the sequence at the beginning of a text that begins with an escape character; 0 if it is none.
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
