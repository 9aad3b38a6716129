#include "templates/code/code_template.h"

#include "templates/code/code.h"
#include "templates/code/code_content.h"
#include "templates/typed_content.h"

namespace templates {

constinit const TemplateDefinition kCodeTemplate{
    .id = core::Template::code,
    .label = "Code",
    .noun = "Code",
    .plural = "code",
    .check = check_by<read_code>,
    .render = render_by<read_code, render_code>,
    .text_form = TextForm{"text/plain", write_by<read_code, text_of_code>},
};

}  // namespace templates
