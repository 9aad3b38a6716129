#include "client/terminal/message.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace client {

void print_message(std::string_view message) {
  const std::string line = "artifact: " + without_control_characters(message) + '\n';
  std::fputs(line.c_str(), stderr);
}

void print_note(std::string_view note) {
  std::fputs((without_control_characters(note) + '\n').c_str(), stderr);
}

std::string without_control_characters(std::string_view text) {
  constexpr std::string_view kReplacement = "\xef\xbf\xbd";
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    // U+0080 to U+009F are C2 80 to C2 9F.
    const bool is_c1 = c == 0xc2 && i + 1 < text.size() &&
                       static_cast<unsigned char>(text[i + 1]) >= 0x80 &&
                       static_cast<unsigned char>(text[i + 1]) <= 0x9f;
    if (is_c1) {
      result += kReplacement;
      ++i;
    } else if ((c < 0x20 && c != '\t' && c != '\n') || c == 0x7f) {
      result += kReplacement;
    } else {
      result += text[i];
    }
  }
  return result;
}

void print_output(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot write standard output");
}

}  // namespace client
