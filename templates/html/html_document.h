// The document of an html artifact, as its frame gets it.
#pragma once

#include <string>
#include <string_view>

namespace templates {

// Whether a document's own scripts run.
enum class Scripts : bool { off, on };

// The document with the service's script before its own (assets/frame.js), behind the doctype, so
// that browsers lay it out as they would without it. A fragment gets a doctype and a stylesheet.
// Reads only the beginning; without scripts, all tags, as links to other sites need a new tab.
std::string framed_document(std::string_view html, Scripts scripts);

}  // namespace templates
