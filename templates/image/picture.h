// PictureFile: a file with a picture, recognised by its bytes.
//
// The headers of the file are read, and nothing is decoded: what the file claims is limited here,
// and what it contains is for browsers, and for the confined program that draws cards.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"

namespace templates {

enum class PictureType : std::uint8_t { png, jpeg, gif, webp, avif, svg };

struct PictureKind {
  std::string_view name;        // "PNG"
  std::string_view media_type;  // "image/png"
  std::string_view extensions;  // "jpg jpeg", the usual one first
};

inline constexpr std::array kPictureKinds{
    PictureKind{"PNG", "image/png", "png"},    PictureKind{"JPEG", "image/jpeg", "jpg jpeg"},
    PictureKind{"GIF", "image/gif", "gif"},    PictureKind{"WebP", "image/webp", "webp"},
    PictureKind{"AVIF", "image/avif", "avif"}, PictureKind{"SVG", "image/svg+xml", "svg"}};

constexpr const PictureKind& kind_of(PictureType type) {
  return kPictureKinds[static_cast<std::size_t>(type)];
}

// By its first bytes; nothing for any other file. Takes linear time.
std::optional<PictureType> picture_type_of(std::string_view file);

// As many as cameras make. Browsers need four bytes for each.
inline constexpr std::uint64_t kMostPixels = 100'000'000;

struct PictureFile {
  PictureType type = PictureType::png;
  // As it is shown; the pixels, or those that an SVG asks for.
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  // The same file without what tells of the place, the camera and the author, without comments and
  // previews, and without what follows the picture. What tells how to show it stays: orientation,
  // colour profile, animation, and all pixels as they are.
  std::string bare = {};

  // Whether it covers its whole ground.
  bool is_opaque() const { return type == PictureType::jpeg; }
};

// Errors: invalid_content, with a message that continues the name of the file: "must be …".
// Takes linear time. Ends with core::CpuLimit::UsedUp if the thread's limit is used up.
// Thread-safe.
core::Result<PictureFile> read_picture(std::string_view file);

}  // namespace templates
