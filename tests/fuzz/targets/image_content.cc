// Content of the template "image": the file of a picture, whole or broken, to its page and its
// forms.
#include "content_target.h"
#include "core/text/encodings.h"
#include "templates/image/picture.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string file(reinterpret_cast<const char*>(data), size);
  fuzz::run_content(core::Template::image,
                    R"({"data":")" + core::to_base64(core::as_bytes(file)) + "\"}");
  const auto picture = templates::read_picture(file);
  if (!picture) return 0;
  const auto again = templates::read_picture(picture->bare);
  fuzz::require(again && again->type == picture->type && again->width == picture->width &&
                    again->height == picture->height,
                "a picture without metadata is the same picture");
  fuzz::require(again->bare == picture->bare, "nothing is left to be removed");
  return 0;
}
