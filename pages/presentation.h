// Presentation: as a page of its own, or in a frame on another site (?embed=1), where a page is its
// content alone.
#pragma once

namespace pages {

enum class Presentation { whole_page, embedded };

}  // namespace pages
