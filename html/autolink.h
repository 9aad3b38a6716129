// Bare addresses in text, as GitHub links them (GFM, 6.9): http://…, https://…, www.… and e-mail
// addresses. Unlike there, quotation marks and the punctuation of Chinese and Japanese end them.
// Linear in the length of the text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace html {

struct Autolink {
  std::size_t begin = 0;  // in the searched text
  std::size_t end = 0;
  std::string url;
};

// The first link at or after `from`.
std::optional<Autolink> find_autolink(std::string_view text, std::size_t from);

}  // namespace html
