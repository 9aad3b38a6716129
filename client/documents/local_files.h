// Local files that a web page names: scripts, stylesheets, pictures, fonts, media.
#pragma once

#include "client/documents/document.h"
#include "client/documents/images.h"

namespace client {

// The page with each file that it or one of its stylesheets names by a relative path, as `data:`
// URLs, since pages load nothing. Only files in the page's folder and below, wherever symbolic
// links lead, and of known types. `report` is called with the number of files, and with the reason
// for each that is left out.
Document with_local_files(const Document& page, const Report& report);

}  // namespace client
