// The html template: content, page and definition. Its page shows the document in a frame
// (html_document.h), which the service answers by another address, with a policy of its own
// (handlers/document_response.h).
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "core/error.h"
#include "core/fields.h"
#include "core/text/json.h"
#include "core/text/text.h"
#include "html/html.h"
#include "html/message.h"
#include "templates/documents/recognition.h"
#include "templates/html/html_text.h"
#include "templates/markdown/markdown.h"
#include "templates/registry.h"
#include "templates/rendered_content.h"

namespace templates {
namespace {

using core::JsonType;
using core::JsonValue;

struct HtmlContent {
  std::string html;
  core::JsonValue sent;
};

core::Result<std::optional<HtmlContent>> read_html(JsonValue content) {
  core::FieldReader fields;
  if (!content.is(JsonType::object)) fields.fail_type(content, "an object");
  const auto html = fields.find(content, {"html"}, {JsonType::string});
  if (auto problem = fields.problem()) return *std::move(problem);
  if (!html) return std::optional<HtmlContent>();
  return std::optional(HtmlContent{html->string(), *html});
}

constexpr std::array<std::string_view, 1> kHtmlMembers{"html"};
constexpr std::array<Source, 1> kHtmlSources{{{"html"}}};
constexpr std::array kHtmlForms{Form::plain_text};
constexpr std::array kHtmlDownloads{Download{"source", {}, ".html", Form::plain_text}};
constexpr std::array kHtmlFiles{FileType{"text/html", "html htm", "html"}};

// A whole document, where the name says nothing.
const FileType* recognise_html(std::string_view name, std::string_view bytes) {
  const std::string_view text = core::trim(bytes);
  const bool is_page = is_any_text(name) &&
                       (core::starts_with_ignoring_case(text, "<!doctype html") ||
                        core::starts_with_ignoring_case(text, "<html")) &&
                       is_text(bytes);
  return is_page ? &kHtmlFiles.front() : nullptr;
}

// As much of a document as its page and its picture show.
constexpr std::size_t kBytesOfPicture = 4096;

class HtmlModel : public Model {
 public:
  HtmlModel(JsonValue content, HtmlContent html) : Model(content), html_(std::move(html)) {}

  RenderedContent page(RenderingOptions /*options*/) const override {
    const HtmlText text = read_html_text(html_.html, kBytesOfPicture);
    RenderedContent content;
    content.has_document = content.can_be_copied = true;
    const std::string_view title = beginning_for_title(text.title);
    if (!title.empty()) content.first_heading = {1, {}, std::string(title)};
    RenderedMarkdown picture = render_markdown(text.markdown);
    content.summary = std::string(beginning_for_summary(core::trim(picture.first_text)));
    content.beginning = std::move(picture.leading_heading);
    content.beginning += picture.html;
    content.stylesheets = {html::kWebPageStylesheet};
    content.scripts = {html::kWebPageScript};
    return content;
  }

  std::optional<std::string> form(Form form) const override {
    if (form == Form::plain_text) return html_.html;
    return form == Form::markdown ? std::optional(read_html_text(html_.html).markdown)
                                  : std::nullopt;
  }

  std::optional<std::string> words() const override {
    const HtmlText text = read_html_text(html_.html);
    return text.title + '\n' + text.markdown;
  }

  void examine(ContentFindings& findings) const override {
    findings.first_heading =
        std::string(beginning_for_title(read_html_text(html_.html, kBytesOfPicture).title));
    if (has_no_text(html_.html)) findings.warnings.push_back(empty_page("/content/html"));
    for (const LoadedAddress& loaded : loaded_addresses(html_.html)) {
      findings.warnings.push_back({core::WarningCode::address_not_loaded,
                                   "/content/html loads " + loaded.address +
                                       ", but pages load nothing from elsewhere; " +
                                       std::string(loaded.advice),
                                   "/content/html"});
    }
  }

  std::optional<JsonValue> text() const override { return html_.sent; }

 private:
  HtmlContent html_;
};

}  // namespace

constinit const TemplateDefinition kHtmlTemplate{
    .id = core::Template::html,
    .label = "Web page",
    .noun = "Web page",
    .singular = "a web page",
    .plural = "web pages",
    .copy_name = "Copy code",
    .read = read_as<HtmlModel, read_html>,
    .members = kHtmlMembers,
    .sources = kHtmlSources,
    .files = kHtmlFiles,
    .recognise = recognise_html,
    .forms = kHtmlForms,
    .downloads = kHtmlDownloads,
    .example = R"({"html": "<!doctype html><title>Title</title><h1>Title</h1>"})",
    .content_schema =
        R"({"type":"object","description":"A web page that runs in a sandbox.","properties":{)"
        R"("html":{"type":"string","description":"A whole HTML document, or a fragment. Its scripts run. It can load nothing, so scripts, styles, pictures and data must be in it."}},)"
        R"("required":["html"]})",
    .text_member = "html",
    .has_document = true,
};

}  // namespace templates
