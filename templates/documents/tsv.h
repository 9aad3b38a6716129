// Values separated by tabs, as spreadsheets copy them and programs write them to files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace templates {

// The records of a text, without empty lines. Quotes around a whole value are not part of it, and
// may have tabs and line breaks between them; other quotes are characters like others.
std::vector<std::vector<std::string>> records_of_tsv(std::string_view text);

}  // namespace templates
