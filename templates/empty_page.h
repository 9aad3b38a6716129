// The warning about content whose page would be empty.
#pragma once

#include <string>
#include <string_view>

#include "core/text/split.h"
#include "core/warning.h"

namespace templates {

// Whether a text consists of white space only.
inline bool has_no_text(std::string_view text) { return core::trim(text).empty(); }

inline core::Warning empty_page(std::string_view pointer) {
  return {core::WarningCode::content_empty,
          std::string(pointer) + " is empty, so its page shows nothing", std::string(pointer)};
}

}  // namespace templates
