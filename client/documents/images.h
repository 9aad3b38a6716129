// Local images that a Markdown or HTML document refers to.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "client/documents/document.h"
#include "client/documents/local_files.h"
#include "client/documents/recognition.h"

namespace client {

// The positions of image addresses in the text of a document.

struct ImageAddress {
  std::size_t begin = 0;
  std::size_t size = 0;
  friend auto operator<=>(const ImageAddress&, const ImageAddress&) = default;
};

// Those of `![…](…)`, of link reference definitions that images use, and of `<img>`, in order and
// each once. Addresses with a backslash or a character reference are left out.
std::vector<ImageAddress> image_addresses_of_markdown(const std::string& text);

// Those of `<img>`.
std::vector<ImageAddress> image_addresses_of_html(const std::string& text);

// The document with each image that it names by a relative path. Files outside the document's
// folder and the current one are left out, as a document from another author could name any file.
// `report` is called with the number of images, and with the reason for each that is left out.
// Of a web page, all files that it names (with_local_files()). Documents of other formats are
// returned unchanged.
Document with_local_images(const Document& document, Format format, const Report& report);

}  // namespace client
