// A PDF document as the middle of its share page.
#pragma once

#include "templates/pdf/pdf_content.h"
#include "templates/rendered_content.h"

namespace pages {

// Thread-safe.
RenderedContent render_pdf(const core::PdfContent& pdf);

}  // namespace pages
