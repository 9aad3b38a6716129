// WebP: a RIFF file, whose chunks have type, length and data.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "templates/image/formats/cursor.h"
#include "templates/image/formats/formats.h"

namespace templates {
namespace {

constexpr std::size_t kBytesOfRiff = 8;
constexpr std::size_t kBytesOfVp8x = 10;
constexpr std::size_t kBytesOfFrame = 16;  // before its chunks
constexpr std::array<std::string_view, 5> kKeptWebpChunks{"VP8 ", "VP8L", "ALPH", "ANIM", "ICCP"};
// The flags of VP8X: that there are such chunks.
constexpr unsigned kHasExif = 0x08;
constexpr unsigned kHasXmp = 0x04;

std::string little_endian(std::size_t number) {
  return {static_cast<char>(number), static_cast<char>(number >> 8U),
          static_cast<char>(number >> 16U), static_cast<char>(number >> 24U)};
}

std::string webp_chunk(std::string_view type, std::string_view data) {
  std::string chunk = std::string(type) + little_endian(data.size());
  chunk += data;
  if (data.size() % 2 != 0) chunk += '\0';
  return chunk;
}

struct WebpChunk {
  std::string_view type;
  std::string_view data;
};

WebpChunk take_chunk(Cursor& cursor) {
  const std::string_view type = cursor.take(4);
  const std::string_view data = cursor.take(cursor.little_endian(4));
  if (data.size() % 2 != 0 && !cursor.is_at_end()) cursor.take(1);
  return {type, data};
}

bool is_kept_chunk(std::string_view type) {
  return std::find(kKeptWebpChunks.begin(), kKeptWebpChunks.end(), type) != kKeptWebpChunks.end();
}

// What is kept of the data of a frame; nothing if one of its chunks does not end within it.
std::optional<std::string> kept_of_frame(std::string_view data) {
  Cursor cursor(data);
  std::string kept(cursor.take(kBytesOfFrame));
  while (!cursor.is_at_end()) {
    const auto [type, chunk] = take_chunk(cursor);
    if (is_kept_chunk(type)) kept += webp_chunk(type, chunk);
  }
  return cursor.is_cut_off() ? std::nullopt : std::optional(std::move(kept));
}

// The size that a chunk states, if it is one that does. The first one counts: of the whole picture.
void read_size(std::string_view type, std::string_view data, PictureFile& picture) {
  if (picture.width != 0) return;
  Cursor cursor(data);
  if (type == "VP8X") {
    cursor.take(4);
    picture.width = cursor.little_endian(3) + 1;
    picture.height = cursor.little_endian(3) + 1;
  } else if (type == "VP8L") {
    cursor.take(1);
    const std::uint32_t sizes = cursor.little_endian(4);
    picture.width = (sizes & 0x3fffU) + 1;
    picture.height = (sizes >> 14U & 0x3fffU) + 1;
  } else if (type == "VP8 ") {
    cursor.take(6);
    picture.width = cursor.little_endian(2) & 0x3fffU;
    picture.height = cursor.little_endian(2) & 0x3fffU;
  }
  if (cursor.is_cut_off()) picture.width = 0;
}

}  // namespace

core::Result<PictureFile> read_webp(std::string_view file) {
  PictureFile picture{PictureType::webp};
  Cursor header(file.substr(0, kBytesOfRiff));
  header.take(4);
  const std::size_t length = header.little_endian(4);
  if (length > file.size() - kBytesOfRiff) return cut_off(PictureType::webp);
  Cursor cursor(file.substr(kBytesOfRiff, length));
  std::string chunks(cursor.take(4));
  std::size_t place_of_flags = 0;  // 0 if there are none
  unsigned orientation = 1;
  bool has_pixels = false;
  while (!cursor.is_at_end()) {
    const auto [type, data] = take_chunk(cursor);
    if (cursor.is_cut_off()) return cut_off(PictureType::webp);
    read_size(type, data, picture);
    has_pixels = has_pixels || type == "VP8 " || type == "VP8L" || type == "ANMF";
    if (type == "VP8X" && !data.empty()) {
      place_of_flags = chunks.size() + kBytesOfRiff;
      chunks += webp_chunk(type, data.substr(0, kBytesOfVp8x));
    } else if (type == "ANMF") {
      const auto frame = kept_of_frame(data);
      if (!frame) return damaged(PictureType::webp);
      chunks += webp_chunk(type, *frame);
    } else if (is_kept_chunk(type)) {
      chunks += webp_chunk(type, data);
    } else if (type == "EXIF" && orientation == 1) {
      orientation = orientation_in(data.starts_with("Exif") ? data.substr(6) : data);
    }
  }
  if (!has_pixels) return damaged(PictureType::webp);
  if (place_of_flags != 0) {
    auto flags = static_cast<unsigned char>(chunks[place_of_flags]) & ~(kHasExif | kHasXmp);
    if (orientation != 1) {
      flags |= kHasExif;
      chunks += webp_chunk("EXIF", tiff_with(orientation));
    }
    chunks[place_of_flags] = static_cast<char>(flags);
  }
  picture.bare = "RIFF" + little_endian(chunks.size()) + chunks;
  return picture;
}

}  // namespace templates
