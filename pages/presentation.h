// Presentation: a full page, or the content alone for a frame on another site (?embed=1).
#pragma once

namespace pages {

enum class Presentation { whole_page, embedded };

}  // namespace pages
