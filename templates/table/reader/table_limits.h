// What is said of content with more columns than a table can have (Table::kMaximumColumns).
#pragma once

#include <string>
#include <string_view>

namespace templates {

// "must have at most 1,000 columns", with `what` for "columns".
std::string with_maximum(std::string_view what);

// Of columns with the key of another one (Table::kMaximumRepeatedColumns); the end of a sentence.
std::string with_too_many_repeated();

}  // namespace templates
