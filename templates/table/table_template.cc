#include "templates/table/table_template.h"

#include <array>
#include <string_view>

#include "templates/table/table.h"
#include "templates/table/table_content.h"
#include "templates/typed_content.h"

namespace templates {
namespace {

constexpr std::array<std::string_view, 9> kMembers{"columns", "rows",  "data",    "csv",  "headers",
                                                   "fields",  "items", "records", "table"};
constexpr std::array kFiles{FileType{"text/csv", "csv"}};

// A table without rows shows its columns.
void examine(const Table&, ContentFindings&) {}

}  // namespace

constinit const TemplateDefinition kTableTemplate{
    .id = core::Template::table,
    .label = "Table",
    .noun = "Table",
    .plural = "tables",
    .check = check_by<read_table, examine>,
    .members = kMembers,
    .files = kFiles,
    .render = render_by<read_table, render_table>,
    .text_form =
        TextForm{"text/csv", write_by<read_table, to_csv>, write_by<read_table, to_raw_csv>},
};

}  // namespace templates
