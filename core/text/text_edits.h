// Small changes of a text: passages that are found and replaced.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/error.h"

namespace core {

// Replaces one place of a text. `find` is compared byte by byte, and places do not overlap.
struct TextEdit {
  std::string find;  // not empty
  std::string replace;
  // Which of the places, from 1; without, there must be exactly one.
  std::optional<std::int64_t> occurrence = std::nullopt;
};

// The text after all edits, each applied to what those before have left. Errors, with the edit that
// cannot be applied as the field ("/edits/3/find"), and the line that the message names:
// edit_not_found, with the place that begins or ends as `find` does, if there is one, in quotes;
// edit_ambiguous, with the lines. Throws CpuLimit::UsedUp.
Result<std::string> edit_text(std::string text, std::span<const TextEdit> edits);

}  // namespace core
