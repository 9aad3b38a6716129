// GIF: the size of the screen, and blocks whose data is in pieces of up to 255 bytes.
#include <algorithm>
#include <array>
#include <initializer_list>

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
constexpr std::array<std::string_view, 2> kRepetitions{"NETSCAPE2.0", "ANIMEXTS1.0"};
constexpr std::string_view kColourProfile = "ICCRGBG1012";
constexpr std::size_t kBytesOfControl = 4;

void skip_colours(Cursor& cursor, unsigned flags) {
  if ((flags & 0x80U) != 0) cursor.take(std::size_t{3} << ((flags & 7U) + 1));
}

std::string_view take_piece(Cursor& cursor) { return cursor.take(cursor.big_endian(1)); }

void skip_pieces(Cursor& cursor) {
  while (!take_piece(cursor).empty()) {
  }
}

std::string written_extension(unsigned label, std::initializer_list<std::string_view> pieces) {
  std::string extension{static_cast<char>(kExtension), static_cast<char>(label)};
  for (const std::string_view piece : pieces)
    (extension += static_cast<char>(piece.size())).append(piece);
  return extension += '\0';
}

// What is kept of an extension, which begins with its mark and label: of its pieces those that tell
// how to show the picture. May be empty.
std::string kept_extension(std::string_view extension) {
  Cursor cursor(extension);
  cursor.take(1);
  const unsigned label = cursor.big_endian(1);
  const std::string_view first = take_piece(cursor);
  if (label == kControl && first.size() >= kBytesOfControl)
    return written_extension(label, {first.substr(0, kBytesOfControl)});
  if (label != kGifApplication) return {};
  if (first == kColourProfile) return std::string(extension);
  const std::string_view second = take_piece(cursor);
  const bool is_repetition =
      std::find(kRepetitions.begin(), kRepetitions.end(), first) != kRepetitions.end() &&
      second.size() == 3 && second.front() == '\1';
  return is_repetition ? written_extension(label, {first, second}) : std::string();
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
      cursor.take(1);
      skip_pieces(cursor);
    } else if (block != kTrailer && !cursor.is_cut_off()) {
      return damaged(PictureType::gif);
    }
    if (cursor.is_cut_off()) return cut_off(PictureType::gif);
    const std::string_view whole = begin.substr(0, begin.size() - cursor.rest().size());
    if (block == kExtension)
      picture.bare += kept_extension(whole);
    else
      picture.bare += whole;
  }
  if (!has_frame) return damaged(PictureType::gif);
  return picture;
}

}  // namespace templates
