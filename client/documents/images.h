// Local images that a Markdown document names.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "client/documents/document.h"
#include "client/documents/recognition.h"

namespace client {

// Where a document names its images: places in its text.

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

// Images in files beside a document of Markdown or HTML. Its page cannot load them, so they become
// a part of it, as `data:` URLs.

// Receives a sentence for the user.
using Report = std::function<void(const std::string&)>;

// The document with each image that it names by a relative path. A file outside the document's
// folder and the current one stays out, as a document from another author could name any file.
// `report` receives how many there are, and why one is left out. Documents of other formats are
// returned as they are.
Document with_local_images(const Document& document, Format format, const Report& report);

}  // namespace client
