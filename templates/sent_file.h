// SentFile: a file that a client sends instead of a content object.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/artifact.h"
#include "core/error.h"
#include "core/text/json.h"

namespace templates {

struct FileType;

struct SentFile {
  std::string media_type;  // without parameters, in lower case
  std::string name;        // without folders; may be empty
  std::string_view bytes;
  std::string alt = {};         // of a picture; may be empty
  bool keeps_metadata = false;  // of a picture
};

// The media types that at least one template accepts: "application/pdf, text/csv, …".
const std::string& file_media_types();
bool takes_files_of(std::string_view media_type);
// Whether a body of this type is a file: one that a template accepts, or any text, for which the
// client has to name the template.
bool may_be_file(std::string_view media_type);

// The media type of a file name's extension, for files that were sent without one; empty if the
// extension is unknown.
std::string_view media_type_of_name(std::string_view name);

// The default template for a file; nothing if no template accepts its type.
std::optional<core::Template> template_for(const SentFile& file);

// unsupported_media_type if the template does not accept files of this type.
std::optional<core::Error> refuse_file(core::Template id, std::string_view media_type);

// The type of the files that a template usually gets; empty if it accepts none.
std::string_view usual_media_type(core::Template id);

// The content object: {"csv": "…"}. A text is unchanged, except for a byte order mark, and that
// values separated by tabs get a first line that says so where the reader of CSV would not see it.
// Where no type says what the file is, it is recognised (templates/documents/recognition.h): for a
// template without types of its own, as text/plain, and as JSON with a table.
// Errors: unsupported_media_type if the template does not accept such files, invalid_request for
// what is only said of pictures, invalid_content for a text that is not UTF-8 or contains a NUL
// character, and for what the template cannot show.
core::Result<core::JsonTree> content_of(core::Template id, const SentFile& file);

// The same for a file of a type of the template's, if it is a text, in UTF-8.
std::string content_with(const FileType& type, const SentFile& file);

// File names from clients, made safe to display and to use.

// `path` without folders, control characters, quotes, characters that file systems reject, and
// marks that change the direction of the text and so can disguise an extension. May be empty.
std::string bare_file_name(std::string_view path);

}  // namespace templates
