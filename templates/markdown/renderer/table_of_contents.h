// The table of contents of a document.
#pragma once

#include <vector>

#include "html/html.h"
#include "templates/rendered_content.h"

namespace templates {

// A navigation with links to the headings, of up to three levels and 200 entries; the deeper ones
// are left out first. Levels that the document leaves out do not count. Empty for fewer than four
// headings.
html::Html table_of_contents(const std::vector<Heading>& headings);

}  // namespace templates
