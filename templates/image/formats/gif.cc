// GIF: the size of the screen, and blocks whose data is in pieces of up to 255 bytes.
#include <algorithm>
#include <array>

#include "templates/image/formats/cursor.h"
#include "templates/image/formats/formats.h"

namespace templates {
namespace {

constexpr std::size_t kBytesOfGifSignature = 6;
constexpr unsigned kFrame = 0x2c;
constexpr unsigned kExtension = 0x21;
constexpr unsigned kTrailer = 0x3b;
constexpr unsigned kControl = 0xf9;  // how the next frame is shown
constexpr unsigned kGifApplication = 0xff;
// How often the animation is repeated, by either name, and the colour profile.
constexpr std::array<std::string_view, 3> kKeptApplications{"NETSCAPE2.0", "ANIMEXTS1.0",
                                                            "ICCRGBG1012"};

void skip_colours(Cursor& cursor, unsigned flags) {
  if ((flags & 0x80U) != 0) cursor.take(std::size_t{3} << ((flags & 7U) + 1));
}

void skip_pieces(Cursor& cursor) {
  while (const std::size_t size = cursor.big_endian(1)) cursor.take(size);
}

bool is_kept_extension(unsigned label, std::string_view data) {
  if (label == kControl) return true;
  const std::string_view application = data.substr(std::min<std::size_t>(1, data.size()), 11);
  return label == kGifApplication && std::find(kKeptApplications.begin(), kKeptApplications.end(),
                                               application) != kKeptApplications.end();
}

}  // namespace

core::Result<PictureFile> read_gif(std::string_view file) {
  PictureFile picture{PictureType::gif};
  Cursor cursor(file);
  cursor.take(kBytesOfGifSignature);
  picture.width = cursor.little_endian(2);
  picture.height = cursor.little_endian(2);
  const unsigned flags = cursor.big_endian(1);
  cursor.take(2);
  skip_colours(cursor, flags);
  picture.bare = file.substr(0, file.size() - cursor.rest().size());
  bool has_frame = false;
  // Browsers need no trailer, which some programs leave out.
  for (unsigned block = 0; block != kTrailer && !(has_frame && cursor.is_at_end());) {
    const std::string_view begin = cursor.rest();
    block = cursor.big_endian(1);
    bool is_kept = true;
    if (block == kFrame) {
      const std::uint32_t left = cursor.little_endian(2);
      const std::uint32_t top = cursor.little_endian(2);
      const std::uint32_t right = left + cursor.little_endian(2);
      const std::uint32_t bottom = top + cursor.little_endian(2);
      // Browsers show no screen that is smaller than its first frame.
      if (!has_frame) {
        picture.width = std::max(picture.width, right);
        picture.height = std::max(picture.height, bottom);
      }
      has_frame = true;
      skip_colours(cursor, cursor.big_endian(1));
      cursor.take(1);
      skip_pieces(cursor);
    } else if (block == kExtension) {
      const unsigned label = cursor.big_endian(1);
      is_kept = is_kept_extension(label, cursor.rest());
      skip_pieces(cursor);
    } else if (block != kTrailer && !cursor.is_cut_off()) {
      return damaged(PictureType::gif);
    }
    if (cursor.is_cut_off()) return cut_off(PictureType::gif);
    if (is_kept) picture.bare += begin.substr(0, begin.size() - cursor.rest().size());
  }
  if (!has_frame) return damaged(PictureType::gif);
  return picture;
}

}  // namespace templates
