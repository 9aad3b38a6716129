#include "templates/pdf/pdf.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/text/encodings.h"
#include "html/html.h"
#include "html/message.h"
#include "html/url.h"
#include "templates/documents/recognition.h"
#include "templates/markdown/markdown.h"
#include "templates/pdf/pdf_content.h"
#include "templates/registry.h"
#include "templates/rendered_content.h"

namespace templates {
namespace {

using html::Html;
using html::Language;

// An icon of 24 by 24; its button has a label.
Html icon(html::Literal path) {
  Html markup = html::format(
      "<svg viewBox=\"0 0 24 24\" width=\"20\" height=\"20\" aria-hidden=\"true\" "
      "focusable=\"false\"><path d=\"");
  markup += path;
  markup += "\"/></svg>";
  return markup;
}

Html button(std::string_view id, Language language, html::Message label, html::Literal path) {
  const Html name = html::format(language, label);
  return html::format(
      "<button type=\"button\" id=\"{}\" aria-label=\"{}\" title=\"{}\">{}</button>\n", id, name,
      name, icon(path));
}

Html group(const Html& name, const Html& controls) {
  return html::format("<div class=\"pdf-group\" role=\"group\" aria-label=\"{}\">\n{}</div>\n",
                      name, controls);
}

Html page_controls(Language language) {
  Html controls = button("pdf-previous", language, "Previous page", "M6 15l6-6 6 6");
  controls += html::format(
      "<input id=\"pdf-page\" type=\"text\" inputmode=\"numeric\" autocomplete=\"off\" value=\"1\" "
      "aria-label=\"{}\">\n"
      "<span class=\"pdf-count\">{}</span>\n",
      html::format(language, "Page"),
      html::format(language, "of {}", Html("<span id=\"pdf-pages\"></span>")));
  controls += button("pdf-next", language, "Next page", "M6 9l6 6 6-6");
  return group(html::format(language, "Pages"), controls);
}

Html zoom_controls(Language language) {
  const Html name = html::format(language, "Zoom");
  Html controls = button("pdf-zoom-out", language, "Zoom out", "M5 12h14");
  controls += html::format(
      "<select id=\"pdf-zoom\" aria-label=\"{}\">\n"
      "<option value=\"auto\">{}</option>\n"
      "<option value=\"page-width\">{}</option>\n"
      "<option value=\"page-fit\">{}</option>\n"
      "<option value=\"0.5\">50%</option>\n"
      "<option value=\"0.75\">75%</option>\n"
      "<option value=\"1\">100%</option>\n"
      "<option value=\"1.25\">125%</option>\n"
      "<option value=\"1.5\">150%</option>\n"
      "<option value=\"2\">200%</option>\n"
      "<option value=\"4\">400%</option>\n"
      "<option id=\"pdf-own-zoom\" value=\"own\" hidden></option>\n"
      "</select>\n",
      name, html::format(language, "Automatic"), html::format(language, "Fit width"),
      html::format(language, "Fit page"));
  controls += button("pdf-zoom-in", language, "Zoom in", "M12 5v14M5 12h14");
  return group(name, controls);
}

Html other_controls(Language language) {
  const Html search = html::format(language, "Search");
  Html controls = button("pdf-rotate", language, "Rotate", "M4 4v5h5M4.6 9A8 8 0 1 1 4 13.5");
  controls += html::format(
      "<button type=\"button\" id=\"pdf-search\" aria-label=\"{}\" title=\"{}\" "
      "aria-expanded=\"false\" aria-controls=\"pdf-find\">{}</button>\n",
      search, search, icon("M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20"));
  return group(html::format(language, "More"), controls);
}

Html find_bar(Language language) {
  const Html search = html::format(language, "Search document");
  Html bar = html::format(
      "<form id=\"pdf-find\" class=\"pdf-find\" role=\"search\" hidden>\n"
      "<input id=\"pdf-find-text\" type=\"search\" autocomplete=\"off\" spellcheck=\"false\" "
      "aria-label=\"{}\" placeholder=\"{}\">\n"
      "<output id=\"pdf-found\" for=\"pdf-find-text\"></output>\n",
      search, search);
  bar += button("pdf-find-previous", language, "Previous match", "M6 15l6-6 6 6");
  bar += button("pdf-find-next", language, "Next match", "M6 9l6 6 6-6");
  bar += button("pdf-find-close", language, "Close search", "M6 6l12 12M18 6L6 18");
  bar += "</form>\n";
  return bar;
}

// The card while a document is loading, and the prompt for a document's own password.
Html loading(Language language) {
  return html::format(
      "<progress id=\"pdf-progress\" max=\"1\" aria-label=\"{}\" hidden></progress>\n"
      "<form id=\"pdf-password\" class=\"unlock\" hidden>\n"
      "<label for=\"pdf-password-text\">{}</label>\n"
      "<input id=\"pdf-password-text\" type=\"password\" autocomplete=\"off\" required>\n"
      "<button type=\"submit\">{}</button>\n"
      "</form>\n",
      html::format(language, "Loading"), html::format(language, "Document password"),
      html::format(language, "Open"));
}

// The texts that are printed in place of a document. The stylesheet shows one of the texts.
Html paper(Language language) {
  return html::format(
      "<div class=\"pdf-paper\" id=\"pdf-paper\" data-early=\"{}\" data-refused=\"{}\"></div>\n",
      html::format(language,
                   "To print this document, wait until it is shown, then use the Print button "
                   "above it, or open the PDF file."),
      html::format(language, "This document can be viewed, but not saved or printed."));
}

// All elements are for the script, which shows the hidden ones. `attributes` describe the document.
Html viewer(const Html& attributes, Language language) {
  Html markup = html::format("<div class=\"pdf\" id=\"pdf\" data-library=\"{}\"{}>\n",
                             html::kPdfLibrary, attributes);
  markup += "<div class=\"pdf-toolbar\" id=\"pdf-toolbar\" hidden>\n";
  markup += page_controls(language);
  markup += zoom_controls(language);
  markup += other_controls(language);
  markup += "</div>\n";
  markup += find_bar(language);
  markup += html::format(
      "<div class=\"pdf-desk\">\n"
      "<div class=\"pdf-scroller\" id=\"pdf-scroller\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"{}\"><div class=\"pdfViewer\"></div></div>\n"
      "</div>\n</div>\n",
      html::format(language, "Document pages"));
  markup += paper(language);
  markup += loading(language);
  return markup;
}

// The part between https:// and the path, by which a viewer can judge the URL.
std::string_view host_of(std::string_view url) {
  url.remove_prefix(std::min(url.find("://") + 3, url.size()));
  return url.substr(0, url.find_first_of("/?#"));
}

// A link to a document on another site. If possible, the script offers to show it on this page;
// nothing is loaded from there until the viewer asks for it.
Html card_for(const PdfUrl& address, bool can_be_shown, Language language) {
  Html card = html::format(
      "<div class=\"file-card is-final\" id=\"file-card\">\n"
      "<p id=\"file-message\" role=\"status\">{}</p>\n"
      "<p class=\"hint\" id=\"pdf-hint\">{}</p>\n"
      "<div class=\"choices\">\n",
      html::format(language, "This document is hosted at {}",
                   html::format("<strong>{}</strong>", host_of(address.url))),
      html::format(language, "Nothing is loaded from that site until you open the document."));
  if (can_be_shown)
    card += html::format(
        "<button type=\"button\" class=\"button\" id=\"pdf-show\" hidden>{}</button>\n",
        html::format(language, "Show here"));
  card += html::format(
      "<a class=\"button\" id=\"open-file\" data-savable=\"\" href=\"{}\" target=\"_blank\" "
      "rel=\"noopener noreferrer nofollow\">{}</a>\n"
      "</div>\n"
      "</div>\n",
      address.url, html::format(language, "Open document"));
  return card;
}

void show_elsewhere(const PdfUrl& address, Language language, RenderedContent& content) {
  const auto origin = html::https_origin(address.url);
  content.html = card_for(address, origin.has_value(), language);
  if (!origin) {
    content.html += "<div class=\"pdf\"><div class=\"pdf-desk\"></div></div>\n";
    content.stylesheets = {html::kPdfStylesheet};
    return;
  }
  content.document_origin = *origin;
  content.html += viewer(html::format(" data-host=\"{}\"", host_of(address.url)), language);
  content.stylesheets = {html::kPdfStylesheet};
  // The library itself is loaded on demand.
  content.scripts = {html::kPdfScript};
}

}  // namespace

RenderedContent render_pdf(const PdfContent& pdf, RenderingOptions options) {
  RenderedContent content;
  // The file name replaces a missing title.
  if (pdf.filename) content.first_heading = {1, {}, download_name(*pdf.filename)};
  if (const auto* address = std::get_if<PdfUrl>(&pdf.source)) {
    show_elsewhere(*address, options.language, content);
    return content;
  }
  const bool is_made = !std::holds_alternative<PdfFile>(pdf.source);
  content.html = viewer(is_made ? html::format(" data-made=\"\"") : Html(), options.language);
  content.has_file = true;
  // The script loads the library, so that the page around the document is there before.
  content.stylesheets = {html::kPdfStylesheet};
  content.scripts = {html::kPdfScript};
  return content;
}

namespace {

constexpr std::array<std::string_view, 9> kMembers{"data",     "html", "markdown", "text", "url",
                                                   "filename", "file", "base64",   "pdf"};
// In the order of pdf_content.cc.
constexpr bool kIsText = true;
constexpr bool kIsFile = true;
constexpr std::array<Source, 8> kSources{{{"data", kIsText, kIsFile},
                                          {"base64", kIsText, kIsFile},
                                          {"file", kIsText, kIsFile},
                                          {"pdf", kIsText, kIsFile},
                                          {"html"},
                                          {"markdown"},
                                          {"text"},
                                          {"url"}}};
constexpr std::array kFiles{
    FileType{"application/pdf", "pdf", "data", FileType::Form::base64, true, false,
             core::kPdfHeader, core::kMostBytesBeforePdf},
    FileType{.media_type = "text/html",
             .extensions = {},
             .member = "html",
             .keeps_name = true,
             .only_if_named = true},
    FileType{"text/markdown", "md markdown", "markdown", FileType::Form::text, true}};
constexpr std::array kPdfForms{Form::plain_text};

const FileType* recognise_pdf(std::string_view name, std::string_view bytes) {
  // A text may mention this header.
  const bool is_file = bytes.starts_with(core::kPdfHeader) ||
                       (core::is_pdf(bytes) && (!is_text(bytes) || extension_of(name) == "pdf"));
  return is_file ? &kFiles.front() : nullptr;
}

class PdfModel : public Model {
 public:
  PdfModel(core::JsonValue content, PdfContent pdf) : Model(content), pdf_(std::move(pdf)) {}

  RenderedContent page(RenderingOptions options) const override {
    return render_pdf(pdf_, options);
  }
  std::optional<std::string> form(Form form) const override {
    if (form == Form::markdown) return pdf_to_markdown(pdf_);
    if (form != Form::plain_text) return std::nullopt;
    if (const auto* made_of = std::get_if<PdfHtml>(&pdf_.source)) return made_of->html;
    if (const auto* made_of = std::get_if<PdfMarkdown>(&pdf_.source)) return made_of->markdown;
    return std::nullopt;
  }
  void examine(ContentFindings& findings) const override;
  std::optional<std::string> words() const override { return words_of_pdf(pdf_); }
  std::optional<core::JsonValue> text() const override {
    return std::holds_alternative<PdfFile>(pdf_.source) ? std::nullopt : pdf_.sent;
  }

  std::optional<std::size_t> file_bytes() const override {
    const auto bytes = decode_pdf(pdf_);
    return bytes ? std::optional(bytes->size()) : std::nullopt;
  }

 private:
  PdfContent pdf_;
};

void PdfModel::examine(ContentFindings& findings) const {
  if (pdf_.filename) findings.first_heading = download_name(*pdf_.filename);
  if (const auto* file = std::get_if<PdfFile>(&pdf_.source); file != nullptr && !file->has_end) {
    const std::string pointer = "/content" + pdf_.sent->pointer();
    findings.warnings.push_back({core::WarningCode::damaged_pdf,
                                 pointer + " is empty or was cut off: it lacks the end that "
                                           "every PDF has, and may show nothing",
                                 pointer});
  }
  const auto* html = std::get_if<PdfHtml>(&pdf_.source);
  const auto* markdown = std::get_if<PdfMarkdown>(&pdf_.source);
  findings.makes_pdf = html != nullptr || markdown != nullptr;
  if (html != nullptr && !shows_something(html->html)) {
    findings.warnings.push_back(empty_page("/content/html"));
  } else if (html != nullptr) {
    const std::string missing = unsupported_in_pdf(html->html);
    if (!missing.empty())
      findings.warnings.push_back({core::WarningCode::unsupported_in_pdf,
                                   "/content/html uses what its PDF does not have: " + missing,
                                   "/content/html"});
  }
  if (markdown != nullptr) {
    const WrappedDocument document = document_in(markdown->markdown);
    if (has_no_text(document.text)) findings.warnings.push_back(empty_page("/content"));
    warn_of_wrapping(document, "/content", findings.warnings);
  }
}

}  // namespace

constinit const TemplateDefinition kPdfTemplate{
    .id = core::Template::pdf,
    .label = "PDF",
    .noun = "PDF document",
    .singular = "a PDF",
    .plural = "PDFs",
    .read = read_as<PdfModel, read_pdf>,
    .members = kMembers,
    .sources = kSources,
    .files = kFiles,
    .recognise = recognise_pdf,
    .forms = kPdfForms,
    .example = R"({"markdown": "# Title"})",
    .content_schema =
        R"({"type":"object","description":"A PDF: give one of markdown and html to make it from, or data.","properties":{)"
        R"("markdown":{"type":"string"},)"
        R"("html":{"type":"string","description":"A whole document, which loads nothing and runs no scripts."},)"
        R"("data":{"type":"string","description":"A PDF file in base64."},)"
        R"("filename":{"type":"string","description":"The name to save it by."}}})",
    .text_member = "markdown",
    .has_file = true,
    .limits_downloads = true,
};

}  // namespace templates
