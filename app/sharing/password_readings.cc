#include "app/sharing/password_readings.h"

#include <optional>
#include <utility>

#include "core/encodings/percent_decoding.h"
#include "core/text/utf8.h"

namespace app {
namespace {

// No password has a NUL character.
bool is_password(std::string_view text) {
  return core::is_utf8(text) && text.find('\0') == std::string_view::npos;
}

core::Error wrong_encoding() {
  return {core::ErrorCode::invalid_request,
          "X-Share-Password must be UTF-8, with characters beyond ASCII and % percent-encoded"};
}

}  // namespace

core::Result<std::vector<std::string>> password_readings(std::string_view header) {
  if (!is_password(header)) return wrong_encoding();
  std::vector<std::string> readings;
  if (header.find('%') != std::string_view::npos) {
    if (auto decoded = core::percent_decode(header)) {
      if (!is_password(*decoded)) return wrong_encoding();
      readings.push_back(*std::move(decoded));
    }
  }
  readings.emplace_back(header);
  return readings;
}

}  // namespace app
