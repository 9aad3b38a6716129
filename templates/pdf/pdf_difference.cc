#include "templates/pdf/pdf_difference.h"

#include <array>
#include <string_view>
#include <variant>

#include "templates/pdf/pdf_content.h"

namespace templates {
namespace {

// All that can have a document, apart from its address.
constexpr std::array<std::string_view, 7> kDocuments{"data", "base64",   "file", "pdf",
                                                     "html", "markdown", "text"};

const std::string* source_text(const PdfContent& pdf) {
  if (const auto* markdown = std::get_if<PdfMarkdown>(&pdf.source)) return &markdown->markdown;
  if (const auto* html = std::get_if<PdfHtml>(&pdf.source)) return &html->html;
  return nullptr;
}

std::optional<std::size_t> size_of_source(const PdfContent& pdf) {
  if (const std::string* text = source_text(pdf)) return text->size();
  const auto bytes = decode_pdf(pdf);
  return bytes ? std::optional(bytes->size()) : std::nullopt;
}

}  // namespace

std::optional<ContentDifference> compare_pdfs(core::JsonValue from, core::JsonValue to) {
  const auto before = read_pdf(from);
  const auto after = read_pdf(to);
  if (!before || !after || !*before || !*after) return std::nullopt;
  ContentDifference compared{.kind = DifferenceKind::size,
                             .from_bytes = size_of_source(**before),
                             .to_bytes = size_of_source(**after)};
  const std::string* const from_text = source_text(**before);
  const std::string* const to_text = source_text(**after);
  if (from_text != nullptr && to_text != nullptr) {
    compared.kind = DifferenceKind::text;
    compared.text = core::compare_texts(*from_text, *to_text);
  }
  compared.settings.compare_members(from, to, kDocuments);
  return compared;
}

}  // namespace templates
