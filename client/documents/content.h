// Converts an artifact's content back to a document.
#pragma once

#include <string>

#include "core/artifact.h"
#include "core/text/json.h"

namespace client {

// The document that the content was made from: the text of Markdown, code and CSV, the bytes of a
// PDF file or picture, HTML; otherwise JSON.
std::string document_of(core::Template shown_by, core::JsonValue content);

}  // namespace client
