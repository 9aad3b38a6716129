// Where a document names its images: places in its text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace client {

struct ImageAddress {
  std::size_t begin = 0;
  std::size_t size = 0;
  friend auto operator<=>(const ImageAddress&, const ImageAddress&) = default;
};

// Those of `![…](…)`, of the definitions that images refer to, and of `<img>`, in their order and
// each once. An address with a backslash or a character reference is left out.
std::vector<ImageAddress> image_addresses_of_markdown(const std::string& text);

// Those of `<img>`.
std::vector<ImageAddress> image_addresses_of_html(const std::string& text);

}  // namespace client
