#include "templates/code/code_template.h"

#include <array>
#include <string_view>

#include "templates/code/code.h"
#include "templates/code/code_content.h"
#include "templates/empty_page.h"
#include "templates/typed_content.h"

namespace templates {
namespace {

constexpr std::array<std::string_view, 9> kMembers{
    "text", "code", "source", "content", "language", "lang", "filename", "file", "name"};

// In the order of code_content.cc.
constexpr std::array<Source, 4> kSources{{{"text"}, {"code"}, {"source"}, {"content"}}};

void examine(const Code& code, ContentFindings& findings) {
  if (has_no_text(code.text)) findings.warnings.push_back(empty_page("/content"));
}

}  // namespace

constinit const TemplateDefinition kCodeTemplate{
    .id = core::Template::code,
    .label = "Code",
    .noun = "Code",
    .plural = "code",
    .check = check_by<read_code, examine>,
    .members = kMembers,
    .sources = kSources,
    .render = render_by<read_code, render_code>,
    .markdown = write_by<read_code, code_to_markdown>,
    .plain_text = write_by<read_code, text_of_code>,
    .example = R"({"text": "x = 1", "language": "python"})",
    .content_schema =
        R"({"type":"object","description":"A file of source code.","properties":{)"
        R"("text":{"type":"string","description":"The code."},)"
        R"("language":{"type":"string","description":"The language, for highlighting: python, sql, cpp, …"},)"
        R"("filename":{"type":"string"}},"required":["text"]})",
    .text_member = "text",
};

}  // namespace templates
