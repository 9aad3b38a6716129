// The code template: content, page and definition.
#pragma once

#include <optional>
#include <string>

#include "core/error.h"
#include "core/text/json.h"
#include "templates/rendered_content.h"

namespace templates {

// The content of a code artifact, a file of source code: text (also code|source|content), language
// (also lang) and filename (also file|name).

struct Code {
  std::string text;
  // The language in lower case, for highlight.js: the given one, otherwise the file name's
  // extension. Empty if there is neither, or it cannot be the name of a language.
  std::string language;
  std::string filename;                      // safe to use as a file name; empty if there is none
  std::optional<core::JsonValue> sent = {};  // the string of a content that has the text
};

// `content` is the root of its tree. Nothing if it has no text. Errors: invalid_content if one of
// the fields is not a string.
core::Result<std::optional<Code>> read_code(core::JsonValue content);

// Renders a source code file: its lines with numbers that link to them.

// Thread-safe.
RenderedContent render_code(const Code& code, RenderingOptions options);

}  // namespace templates
