// The Content-Disposition header (RFC 6266): how a file is to be shown, and its name.
#pragma once

#include <string>
#include <string_view>

namespace handlers {

enum class Disposition { shown_inline, attachment };

// `filename` is UTF-8 without control characters, quotes, backslashes and percent signs, as
// core::download_name() gives it. One that is not ASCII is also given as RFC 8187 has it; what does
// not know that sees underscores.
std::string content_disposition(Disposition disposition, std::string_view filename);

}  // namespace handlers
