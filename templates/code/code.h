// Renders a source code file: its lines with numbers that link to them.
#pragma once

#include "templates/code/code_content.h"
#include "templates/rendered_content.h"

namespace templates {

// Thread-safe.
RenderedContent render_code(const Code& code);

}  // namespace templates
