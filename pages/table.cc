#include "pages/table.h"

namespace pages {
namespace {

std::string text_of(const core::TableCell& cell) {
  if (const auto* value = std::get_if<core::JsonValue>(&cell)) {
    if (value->is(core::JsonType::null)) return {};
    return value->is(core::JsonType::string) ? value->string() : std::string(value->text());
  }
  if (const auto* text = std::get_if<std::string_view>(&cell)) return std::string(*text);
  return {};
}

}  // namespace

RenderedContent render_table(const core::Table& table) {
  RenderedContent content;
  content.html += "<div class=\"table-wrap\" tabindex=\"0\"><table><thead><tr>";
  for (const core::TableColumn& column : table.columns())
    content.html += html("<th scope=\"col\">{}</th>", column.label);
  content.html += "</tr></thead><tbody>";
  for (core::TableRows rows(table); rows.next();) {
    content.html += "<tr>";
    for (const core::TableCell& cell : rows.cells())
      content.html += html("<td>{}</td>", text_of(cell));
    content.html += "</tr>";
  }
  content.html += "</tbody></table></div>";
  return content;
}

}  // namespace pages
