#include "templates/table/table_template.h"

#include "templates/table/table.h"
#include "templates/table/table_content.h"
#include "templates/typed_content.h"

namespace templates {
constinit const TemplateDefinition kTableTemplate{
    .id = core::Template::table,
    .label = "Table",
    .noun = "Table",
    .plural = "tables",
    .check = check_by<read_table>,
    .render = render_by<read_table, render_table>,
    .text_form = TextForm{"text/csv", write_by<read_table, to_csv>},
};

}  // namespace templates
