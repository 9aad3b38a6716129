#include "html/message.h"

#include <algorithm>

namespace html {

std::string plain_text(Language language, Message message,
                       std::initializer_list<std::string_view> values) {
  constexpr std::string_view kPlaceholder = "{}";
  std::string_view pattern = message.in(language);
  std::string text;
  for (const std::string_view value : values) {
    const std::size_t place = std::min(pattern.find(kPlaceholder), pattern.size());
    text.append(pattern.substr(0, place)).append(value);
    pattern.remove_prefix(std::min(place + kPlaceholder.size(), pattern.size()));
  }
  return text.append(pattern);
}

}  // namespace html
