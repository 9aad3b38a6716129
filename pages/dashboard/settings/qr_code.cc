#include "pages/dashboard/settings/qr_code.h"

#include <cerrno>
#include <memory>
#include <stdexcept>

#include <qrencode.h>

#include "pages/forms.h"

namespace pages::dashboard {
namespace {

using html::Html;

// The quiet zone that the standard requires.
constexpr int kQuiet = 4;

}  // namespace

Html qr_code(const std::string& text) {
  const std::unique_ptr<QRcode, decltype(&QRcode_free)> code(
      QRcode_encodeString8bit(text.c_str(), 0, QR_ECLEVEL_M), &QRcode_free);
  if (!code) {
    if (errno == ERANGE) return {};
    throw std::runtime_error("the QR code cannot be made");
  }
  // One path; each run of dark modules is a rectangle.
  std::string path;
  const auto width = static_cast<std::size_t>(code->width);
  const std::string_view modules(  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
      reinterpret_cast<const char*>(code->data), width * width);
  const auto is_dark = [&](int x, int y) {
    const auto column = static_cast<std::size_t>(x);
    return column < width && (modules[static_cast<std::size_t>(y) * width + column] & 1) != 0;
  };
  for (int y = 0; y < code->width; ++y) {
    for (int x = 0; x < code->width; ++x) {
      int length = 0;
      while (is_dark(x + length, y)) ++length;
      if (length == 0) continue;
      path += 'M' + std::to_string(x + kQuiet) + ' ' + std::to_string(y + kQuiet) + 'h' +
              std::to_string(length) + "v1h-" + std::to_string(length) + 'z';
      x += length;
    }
  }
  const std::string side = std::to_string(code->width + 2 * kQuiet);
  return html::format(
      "<svg class=\"qr-code\" role=\"img\" aria-label=\"QR code for your app\" "
      "viewBox=\"0 0 {} {}\" shape-rendering=\"crispEdges\">"
      "<rect width=\"{}\" height=\"{}\" fill=\"#fff\"/><path fill=\"#000\" d=\"{}\"/></svg>\n",
      side, side, side, side, path);
}

}  // namespace pages::dashboard
