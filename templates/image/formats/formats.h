// The readers of each format of pictures. Each walks the whole structure of the file, and copies
// what is to be kept.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/error.h"
#include "templates/image/picture.h"

namespace templates {

// Errors: those of read_picture(), for a file of the format.
core::Result<PictureFile> read_png(std::string_view file);
core::Result<PictureFile> read_jpeg(std::string_view file);
core::Result<PictureFile> read_gif(std::string_view file);
core::Result<PictureFile> read_webp(std::string_view file);
core::Result<PictureFile> read_avif(std::string_view file);
core::Result<PictureFile> read_svg(std::string_view file);

bool begins_as_avif(std::string_view file);
bool begins_as_svg(std::string_view file);

// What is wrong with a file.

core::Error invalid_picture(std::string_view message);
// It ends before its end.
core::Error cut_off(PictureType type);
// It is not made as the format says.
core::Error damaged(PictureType type);

// Exif, in which several formats have the orientation.

// The orientation that TIFF data states, from 1 to 8; 1, which is upright, if it states none.
unsigned orientation_in(std::string_view tiff);
// TIFF data with the orientation and nothing else.
std::string tiff_with(unsigned orientation);
// Exchanges width and height, where the orientation lays the picture on its side.
void turn(PictureFile& picture, unsigned orientation);

}  // namespace templates
