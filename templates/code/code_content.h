// The content of a code artifact, a file of source code: text (also code|source|content), language
// (also lang) and filename (also file|name).
#pragma once

#include <optional>
#include <string>

#include "core/json/json_tree.h"
#include "core/result.h"

namespace templates {

struct Code {
  std::string text;
  // As highlight.js may know it, in lower case: the one that was sent, or else the extension of the
  // file's name. Empty if there is neither, or it is no name of a language.
  std::string language;
  std::string filename;  // safe to save a file by; empty if there is none
};

// `content` is the root of its tree. Nothing if it has no text. Errors: invalid_content, where one
// of the fields is not a string.
core::Result<std::optional<Code>> read_code(core::JsonValue content);

// The text as it was sent.
std::string text_of_code(const Code& code);

}  // namespace templates
