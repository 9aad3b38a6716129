// What programs write into a pipe: lists, columns, logs, code.
#pragma once

#include <string_view>

namespace client {

// Whether the text is that, rather than Markdown or prose, whose line breaks do not matter.
bool looks_like_program_output(std::string_view text);

}  // namespace client
