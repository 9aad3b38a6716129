// Finds what is wrong with a Mermaid diagram before a browser draws it: its kind, and labels
// of flowcharts with characters that need quotes. Whatever else is wrong, only its page tells.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace templates {

// A clause for the reader, such as "it is empty"; nothing if nothing is known to be wrong.
std::optional<std::string> problem_of_diagram(std::string_view source);

}  // namespace templates
