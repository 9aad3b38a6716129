// The toolbar of a share page: what can be done with what it shows.
#pragma once

#include <string_view>

#include "html/html.h"
#include "pages/document.h"
#include "pages/share_page.h"
#include "templates/rendered_content.h"

namespace pages {

// What readers need most stands in words beside a menu with all the rest, and in that menu where
// the window is narrow. Links to the content's other forms work without JavaScript; the other tools
// are hidden until a script says what they do (pages/assets/tools.js). `title` names the files that
// are saved; `facts` end the menu. Empty where there is nothing to do, as in an embedded document.
html::Html toolbar(const SharedArtifact& artifact, const templates::RenderedContent& content,
                   std::string_view title, Presentation presentation, const html::Html& facts = {});

}  // namespace pages
