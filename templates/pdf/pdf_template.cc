#include "templates/pdf/pdf_template.h"

#include "templates/pdf/pdf.h"
#include "templates/pdf/pdf_content.h"
#include "templates/typed_content.h"

namespace templates {
constinit const TemplateDefinition kPdfTemplate{
    .id = core::Template::pdf,
    .label = "PDF",
    .noun = "PDF document",
    .plural = "PDFs",
    .check = check_by<read_pdf>,
    .render = render_by<read_pdf, render_pdf>,
    .has_file = true,
};

}  // namespace templates
