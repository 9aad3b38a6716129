// Patterns of paths: "/artifacts/{artifact_id}/share". A placeholder in braces matches one segment;
// one that is named after an ID, only a well-formed one.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fcgi {

// The names of placeholders, and what is in their places.
using PathParts = std::vector<std::pair<std::string_view, std::string_view>>;

// Whether the path matches the pattern; the values of its placeholders go to `parts`.
bool matches(std::string_view pattern, std::string_view path, PathParts& parts);

// What an ID in the path should be, if the path matches the pattern but for an ID that is
// malformed; empty otherwise.
std::string malformed_part(std::string_view pattern, std::string_view path);

}  // namespace fcgi
