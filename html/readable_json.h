// JSON laid out for a reader.
#pragma once

#include <string>
#include <string_view>

namespace html {

// The same JSON with a line for each value, indented by two spaces; numbers, strings and the order
// of keys stay as they are. `json` must be valid. Past a megabyte the rest is left out, and the
// text says so.
std::string readable_json(std::string_view json);

}  // namespace html
