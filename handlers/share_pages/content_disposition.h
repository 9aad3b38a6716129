// The Content-Disposition header (RFC 6266): whether a file is displayed or downloaded, and its
// name.
#pragma once

#include <string>
#include <string_view>

namespace handlers {

enum class Disposition { shown_inline, attachment };

// `filename` is UTF-8 without control characters, quotes, backslashes and percent signs, as from
// templates::download_name(). A name that is not ASCII is also sent in the encoding of RFC 8187;
// clients without it see underscores.
std::string content_disposition(Disposition disposition, std::string_view filename);

}  // namespace handlers
