// Renders a PDF document.
#pragma once

#include "templates/pdf/pdf_content.h"
#include "templates/rendered_content.h"

namespace templates {

// Thread-safe.
RenderedContent render_pdf(const PdfContent& pdf, RenderingOptions options);

}  // namespace templates
