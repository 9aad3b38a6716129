// The state of a PDF as a parameter of the statements that write content.
#pragma once

#include <optional>
#include <string_view>

#include "core/artifact/pdf_state.h"

namespace db {

inline std::optional<std::string_view> pdf_status(const std::optional<core::PdfState>& state) {
  return state ? std::optional(core::to_string(state->progress)) : std::nullopt;
}

}  // namespace db
