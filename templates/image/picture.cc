#include "templates/image/picture.h"

#include "templates/image/formats/cursor.h"
#include "templates/image/formats/formats.h"

namespace templates {
namespace {

core::Result<PictureFile> read_as(PictureType type, std::string_view file) {
  switch (type) {
    case PictureType::png:
      return read_png(file);
    case PictureType::jpeg:
      return read_jpeg(file);
    case PictureType::gif:
      return read_gif(file);
    case PictureType::webp:
      return read_webp(file);
    case PictureType::avif:
      return read_avif(file);
    case PictureType::svg:
      break;
  }
  return read_svg(file);
}

std::string named(PictureType type) { return std::string(kind_of(type).name); }

}  // namespace

std::optional<PictureType> picture_type_of(std::string_view file) {
  if (file.starts_with("\x89PNG\r\n\x1a\n")) return PictureType::png;
  if (file.starts_with("\xff\xd8\xff")) return PictureType::jpeg;
  if (file.starts_with("GIF87a") || file.starts_with("GIF89a")) return PictureType::gif;
  if (file.starts_with("RIFF") && file.substr(0, 12).ends_with("WEBP")) return PictureType::webp;
  if (begins_as_avif(file)) return PictureType::avif;
  if (begins_as_svg(file)) return PictureType::svg;
  return std::nullopt;
}

core::Result<PictureFile> read_picture(std::string_view file) {
  const auto type = picture_type_of(file);
  if (!type) return invalid_picture("must be a picture: PNG, JPEG, GIF, WebP, AVIF or SVG");
  auto picture = read_as(*type, file);
  if (!picture) return picture;
  if (picture->width == 0 || picture->height == 0) return damaged(*type);
  if (std::uint64_t{picture->width} * picture->height > kMostPixels) {
    return invalid_picture("must have at most 100,000,000 pixels, not " +
                           std::to_string(picture->width) + " × " +
                           std::to_string(picture->height));
  }
  return picture;
}

core::Error invalid_picture(std::string_view message) {
  return {core::ErrorCode::invalid_content, message};
}

core::Error cut_off(PictureType type) {
  return invalid_picture("must be a whole file: this " + named(type) + " was cut off");
}

core::Error damaged(PictureType type) {
  return invalid_picture("must be a valid file: this " + named(type) + " is damaged");
}

namespace {

constexpr std::uint32_t kOrientation = 0x0112;
constexpr unsigned kUpright = 1;
constexpr unsigned kLastOrientation = 8;
constexpr unsigned kFirstOnItsSide = 5;

}  // namespace

unsigned orientation_in(std::string_view tiff) {
  const bool is_little = tiff.starts_with("II");
  if (!is_little && !tiff.starts_with("MM")) return kUpright;
  const auto number = [is_little](Cursor& cursor, std::size_t size) {
    return is_little ? cursor.little_endian(size) : cursor.big_endian(size);
  };
  Cursor header(tiff.substr(0, 8));
  header.take(4);
  Cursor directory(tiff);
  directory.take(number(header, 4));
  const std::uint32_t entries = number(directory, 2);
  for (std::uint32_t i = 0; i < entries && !directory.is_cut_off(); ++i) {
    const std::uint32_t tag = number(directory, 2);
    directory.take(6);
    const std::uint32_t value = number(directory, 2);
    directory.take(2);
    if (tag == kOrientation && value >= kUpright && value <= kLastOrientation) return value;
  }
  return kUpright;
}

std::string tiff_with(unsigned orientation) {
  using namespace std::string_view_literals;
  // One directory with one entry, a number of two bytes.
  std::string tiff("MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0"sv);
  tiff += static_cast<char>(orientation);
  return tiff.append("\0\0\0\0\0\0"sv);
}

void turn(PictureFile& picture, unsigned orientation) {
  if (orientation >= kFirstOnItsSide) std::swap(picture.width, picture.height);
}

}  // namespace templates
