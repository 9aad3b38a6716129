#include "templates/pdf/pdf_difference.h"

#include <array>
#include <string_view>
#include <variant>

#include "templates/pdf/pdf_content.h"
#include "templates/pdf/pdf_pages.h"

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

// Nothing of an address.
struct Measures {
  std::optional<std::size_t> bytes;
  std::optional<int> pages;  // of a file
};

Measures measures_of(const PdfContent& pdf) {
  if (const std::string* text = source_text(pdf)) return {text->size(), std::nullopt};
  const auto file = decode_pdf(pdf);
  return file ? Measures{file->size(), count_pdf_pages(*file)} : Measures{};
}

}  // namespace

std::optional<ContentDifference> compare_pdfs(core::JsonValue from, core::JsonValue to) {
  const auto before = read_pdf(from);
  const auto after = read_pdf(to);
  if (!before || !after || !*before || !*after) return std::nullopt;
  const Measures from_measures = measures_of(**before);
  const Measures to_measures = measures_of(**after);
  ContentDifference compared{.kind = DifferenceKind::size,
                             .from_bytes = from_measures.bytes,
                             .to_bytes = to_measures.bytes};
  const std::string* const from_text = source_text(**before);
  const std::string* const to_text = source_text(**after);
  if (from_text != nullptr && to_text != nullptr) {
    compared.kind = DifferenceKind::text;
    compared.text = core::compare_texts(*from_text, *to_text);
  } else {
    compared.pages = PagesDifference{from_measures.pages, to_measures.pages};
  }
  compared.settings.compare_members(from, to, kDocuments);
  return compared;
}

}  // namespace templates
