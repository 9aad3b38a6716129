// Composing statements.
#pragma once

#include <string>
#include <string_view>

namespace db {

// Replaces every `name` with `text`.
void replace(std::string& sql, std::string_view name, std::string_view text);

}  // namespace db
