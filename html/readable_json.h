// Pretty-printed JSON.
#pragma once

#include <string>
#include <string_view>

namespace html {

// The same JSON with a line for each value, indented by two spaces; numbers, strings and the order
// of keys are unchanged. `json` must be valid. Truncated after a megabyte, with a note.
std::string readable_json(std::string_view json);

}  // namespace html
