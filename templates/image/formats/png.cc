// PNG: a signature, and chunks, each with length, type, data and a checksum.
#include <algorithm>
#include <array>

#include <zlib.h>

#include "core/text/text.h"
#include "templates/image/formats/cursor.h"
#include "templates/image/formats/formats.h"

namespace templates {
namespace {

constexpr std::size_t kBytesOfSignature = 8;
// Of a chunk besides its data.
constexpr std::size_t kBytesOfHeader = 8;
constexpr std::size_t kBytesOfChecksum = 4;
constexpr std::size_t kBytesOfSize = 13;  // of IHDR

// What a picture cannot be shown without, and what tells how to show it.
constexpr std::array<std::string_view, 18> kKeptChunks{
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP",
    "cICP", "mDCV", "cLLI", "sBIT", "bKGD", "pHYs", "acTL", "fcTL", "fdAT"};

std::string big_endian(std::size_t number) {
  return {static_cast<char>(number >> 24U), static_cast<char>(number >> 16U),
          static_cast<char>(number >> 8U), static_cast<char>(number)};
}

std::string chunk_of(std::string_view type, std::string_view data) {
  const std::string body = std::string(type).append(data);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
  const auto* const bytes = reinterpret_cast<const Bytef*>(body.data());
  return big_endian(data.size()) + body +
         big_endian(crc32(0, bytes, static_cast<uInt>(body.size())));
}

}  // namespace

core::Result<PictureFile> read_png(std::string_view file) {
  PictureFile picture{PictureType::png};
  Cursor cursor(file);
  picture.bare = cursor.take(kBytesOfSignature);
  unsigned orientation = 1;
  bool has_pixels = false;
  for (std::string_view type; type != "IEND";) {
    const std::string_view begin = cursor.rest();
    const std::size_t length = cursor.big_endian(4);
    type = cursor.take(4);
    const std::string_view data = cursor.take(length);
    cursor.take(kBytesOfChecksum);
    if (cursor.is_cut_off()) return cut_off(PictureType::png);
    const bool is_first = picture.width == 0;
    if (is_first != (type == "IHDR") || (is_first && length != kBytesOfSize))
      return damaged(PictureType::png);
    if (is_first) {
      Cursor size(data);
      picture.width = size.big_endian(4);
      picture.height = size.big_endian(4);
      if (picture.width == 0) return damaged(PictureType::png);
    }
    has_pixels = has_pixels || type == "IDAT";
    if (type == "eXIf" && orientation == 1 && orientation_in(data) != 1) {
      orientation = orientation_in(data);
      picture.bare += chunk_of(type, tiff_with(orientation));
    }
    if (std::find(kKeptChunks.begin(), kKeptChunks.end(), type) != kKeptChunks.end())
      picture.bare += begin.substr(0, kBytesOfHeader + length + kBytesOfChecksum);
  }
  if (!has_pixels) return damaged(PictureType::png);
  turn(picture, orientation);
  return picture;
}

}  // namespace templates
