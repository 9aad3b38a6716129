// Pictures in PNG that the operator or an account sends, and that everybody is shown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/error.h"

namespace core {

struct Png {
  std::string data;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

constexpr std::size_t kMostPngBytes = std::size_t{64} * 1024;
constexpr std::uint32_t kLongestPngSide = 1024;

// The picture (PNG, third edition), written anew with the chunks that make it and no others, so
// that nothing of an animation, a colour profile or a text in it reaches a reader. All of it is
// checked: the order, form and checksum of its chunks, and that its pixels are exactly as many as
// it announces. They are decompressed into at most as much memory as such a picture needs (8 MiB),
// so a bomb is refused.
//
// Errors are invalid_request, and say what the file must be; of what field is left to the caller.
Result<Png> read_png(std::string_view file);

}  // namespace core
