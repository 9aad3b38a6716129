#include "client/terminal/qr_code.h"

#include <cstddef>
#include <memory>
#include <stdexcept>

#include <qrencode.h>

namespace client {
namespace {

// Light modules on every side. The standard wants four; readers manage with two, and a terminal has
// few lines.
constexpr int kQuiet = 2;

}  // namespace

std::string qr_code(const std::string& text, bool has_colors) {
  const std::unique_ptr<QRcode, decltype(&QRcode_free)> code(
      QRcode_encodeString8bit(text.c_str(), 0, QR_ECLEVEL_L), &QRcode_free);
  if (!code) throw std::runtime_error("the link is too long for a QR code");
  const auto is_light = [&](int x, int y) {
    if (x < 0 || y < 0 || x >= code->width || y >= code->width) return true;
    const auto index = static_cast<std::size_t>(y) * static_cast<std::size_t>(code->width) +
                       static_cast<std::size_t>(x);
    return (code->data[index] & 1) == 0;
  };
  std::string drawing;
  for (int y = -kQuiet; y < code->width + kQuiet; y += 2) {
    if (has_colors) drawing += "\033[97;40m";
    for (int x = -kQuiet; x < code->width + kQuiet; ++x) {
      const bool upper = is_light(x, y);
      // Below the last row there is nothing to draw.
      const bool lower = y + 1 < code->width + kQuiet && is_light(x, y + 1);
      drawing += upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ");
    }
    if (has_colors) drawing += "\033[0m";
    drawing += '\n';
  }
  return drawing;
}

}  // namespace client
