#include "templates/pdf/pdf_template.h"

#include <array>
#include <string>
#include <string_view>

#include "core/encodings/encoded_file.h"
#include "templates/empty_page.h"
#include "templates/markdown/markdown_content.h"
#include "templates/pdf/pdf.h"
#include "templates/pdf/pdf_content.h"
#include "templates/typed_content.h"

namespace templates {
namespace {

constexpr std::array<std::string_view, 9> kMembers{"data",     "html", "markdown", "text", "url",
                                                   "filename", "file", "base64",   "pdf"};
// In the order of pdf_content.cc.
constexpr std::array<Source, 8> kSources{
    {{"data"}, {"base64"}, {"file"}, {"pdf"}, {"html"}, {"markdown"}, {"text"}, {"url"}}};
constexpr std::array kFiles{FileType{"application/pdf", "data", FileType::Form::base64, true,
                                     core::kPdfHeader, core::kMostBytesBeforePdf},
                            FileType{"text/html", "html", FileType::Form::text, true},
                            FileType{"text/markdown", "markdown", FileType::Form::text, true}};

void examine(const PdfContent& content, ContentFindings& findings) {
  if (const auto* file = std::get_if<PdfFile>(&content.source); file != nullptr && !file->has_end) {
    const std::string pointer = "/content" + file->base64.pointer();
    findings.warnings.push_back({core::WarningCode::damaged_pdf,
                                 pointer + " is empty or was cut off: it lacks the end that "
                                           "every PDF has, and may show nothing",
                                 pointer});
  }
  const auto* html = std::get_if<PdfHtml>(&content.source);
  const auto* markdown = std::get_if<PdfMarkdown>(&content.source);
  findings.makes_pdf = html != nullptr || markdown != nullptr;
  if (html != nullptr && !shows_something(html->html)) {
    findings.warnings.push_back(empty_page("/content/html"));
  } else if (html != nullptr) {
    const std::string missing = unsupported_in_pdf(html->html);
    if (!missing.empty())
      findings.warnings.push_back({core::WarningCode::unsupported_in_pdf,
                                   "the PDF does not have what /content/html uses: " + missing,
                                   "/content/html"});
  }
  if (markdown != nullptr && has_no_text(markdown->markdown))
    findings.warnings.push_back(empty_page("/content"));
  if (markdown != nullptr && document_in_fence(markdown->markdown))
    findings.warnings.push_back(fenced_document("/content"));
}

}  // namespace

constinit const TemplateDefinition kPdfTemplate{
    .id = core::Template::pdf,
    .label = "PDF",
    .noun = "PDF document",
    .plural = "PDFs",
    .check = check_by<read_pdf, examine>,
    .members = kMembers,
    .sources = kSources,
    .files = kFiles,
    .render = render_by<read_pdf, render_pdf>,
    .markdown = write_by<read_pdf, pdf_to_markdown>,
    .searched_text = write_by<read_pdf, words_of_pdf>,
    .example = R"({"markdown": "# Title"})",
    .content_schema =
        R"({"type":"object","description":"A PDF document, from one of markdown, html and data.","properties":{)"
        R"("markdown":{"type":"string","description":"Markdown that the PDF is made of."},)"
        R"("html":{"type":"string","description":"A whole HTML document that the PDF is made of. It loads nothing from other hosts and runs no scripts."},)"
        R"("data":{"type":"string","description":"A PDF file that exists, in base64."},)"
        R"("filename":{"type":"string","description":"The name to save it by."}}})",
    .text_member = "markdown",
    .has_file = true,
};

}  // namespace templates
