// SentFile: a file that a client sends in place of a content object, and the content it becomes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/artifact/template.h"
#include "core/result.h"

namespace templates {

struct SentFile {
  std::string media_type;  // without parameters, in lower case
  std::string name;        // without folders; may be empty
  std::string_view bytes;
};

// The media types of files that any template takes: "application/pdf, text/csv, …".
const std::string& file_media_types();
bool takes_files_of(std::string_view media_type);

// The media type that a name's extension stands for, where programs do not tell or know it; empty
// if it is not one of those.
std::string_view media_type_of_name(std::string_view name);

// The template that a file is for if none is named; nothing if none takes its type.
std::optional<core::Template> template_for(const SentFile& file);

// The content object: {"csv": "…"}. A text is kept as it is, without a byte order mark. Errors:
// unsupported_media_type if the template does not take such files, invalid_content for a text that
// is not UTF-8 or has a NUL character.
core::Result<std::string> content_of(core::Template id, const SentFile& file);

}  // namespace templates
