// Patterns of paths: "/artifacts/{artifact_id}/share". A placeholder in braces is named after a
// kind of ID, and matches one segment that is a well-formed one. Throws std::logic_error for a
// pattern with a placeholder of another name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fcgi/routing/path_id.h"

namespace fcgi {

// Whether the path matches the pattern; the IDs in the places of its placeholders go to `ids`.
bool matches(std::string_view pattern, std::string_view path, std::vector<PathId>& ids);

// A part of a path that should be an ID, and is none.
struct MalformedPart {
  std::string rule;         // what the ID should be
  std::string_view parent;  // the pattern before it: "/artifacts"
  bool is_attempt = false;  // it begins as such an ID does, or an external ID is malformed
};

// The first such part, if the path matches the pattern but for these.
std::optional<MalformedPart> malformed_part(std::string_view pattern, std::string_view path);

}  // namespace fcgi
