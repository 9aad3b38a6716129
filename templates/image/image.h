// The image template: content, page and definition.
//
// The content of an image artifact: the file in base64 (data|base64|image|file, also as a data:
// URL), alt (also altText), filename, and keepMetadata.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/text/json.h"
#include "templates/image/picture.h"

namespace templates {

struct Image {
  std::string bytes;  // of the file, as it was sent
  PictureFile picture;
  std::string alt;       // for those who do not see the picture; may be empty
  std::string filename;  // safe to use as a file name; may be empty
  bool keeps_metadata = false;
  core::JsonValue sent;  // the string with the file
};

// `content` is the root of its tree. Nothing if it has no file. Errors: invalid_content if a field
// has the wrong type, or the file is no picture, is not whole, or claims to be too large.
core::Result<std::optional<Image>> read_image(core::JsonValue content);

// A safe name for saving a picture, with the extension of its type in place of another picture's.
// "picture.png" if nothing else is left.
std::string picture_name(std::string_view title, PictureType type);

}  // namespace templates
