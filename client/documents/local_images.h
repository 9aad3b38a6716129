// Images in files beside a document of Markdown or HTML. Its page cannot load them, so they become
// a part of it, as `data:` URLs.
#pragma once

#include <functional>
#include <string>

#include "client/documents/document.h"
#include "client/documents/recognition/recognition.h"

namespace client {

// Gets a sentence for people.
using Report = std::function<void(const std::string&)>;

// The document with each image that it names by a relative path. A file outside the document's
// folder and the current one stays out, as a document from somebody else could name any.
// `report` gets how many there are, and why one is left out. Documents of other formats are
// returned as they are.
Document with_local_images(const Document& document, Format format, const Report& report);

}  // namespace client
