#include "pages/pdf.h"

namespace pages {

RenderedContent render_pdf(const core::PdfContent& pdf) {
  RenderedContent content;
  content.html += html("<p>{}</p>", pdf.filename.value_or("document.pdf"));
  return content;
}

}  // namespace pages
