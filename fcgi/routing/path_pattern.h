// Patterns of paths: "/artifacts/{artifact_id}/share". A placeholder in braces is named after a
// kind of ID, and matches one segment that is a well-formed one. Throws std::logic_error for a
// pattern with a placeholder of another name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fcgi/routing/path_id.h"

namespace fcgi {

// Whether the path matches the pattern; the IDs in the places of its placeholders go to `ids`.
bool matches(std::string_view pattern, std::string_view path, std::vector<PathId>& ids);

// What an ID in the path should be, if the path matches the pattern but for an ID that is
// malformed; empty otherwise.
std::string malformed_part(std::string_view pattern, std::string_view path);

}  // namespace fcgi
