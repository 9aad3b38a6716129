#include "templates/markdown/markdown_template.h"

#include <array>
#include <chrono>
#include <string>
#include <utility>

#include "core/cpu_limit.h"
#include "core/text/ascii.h"
#include "core/text/utf8.h"
#include "html/assets.h"
#include "templates/empty_page.h"
#include "templates/escaped_line_breaks.h"
#include "templates/markdown/extracted/picture_data.h"
#include "templates/markdown/first_heading.h"
#include "templates/markdown/markdown.h"
#include "templates/markdown/markdown_content.h"
#include "templates/markdown/renderer/table_of_contents.h"
#include "templates/page_head.h"

namespace templates {
namespace {

// A shorter document needs no table of contents.
constexpr std::size_t kBytesForContents = 6000;

constexpr std::array<Source, kMarkdownTextNames.size()> kSources = [] {
  std::array<Source, kMarkdownTextNames.size()> sources{};
  for (std::size_t i = 0; i < sources.size(); ++i) sources.at(i).name = kMarkdownTextNames.at(i);
  return sources;
}();

constexpr std::array kFiles{FileType{"text/markdown", "text"}};

std::string beginning_of(const std::string& text) {
  constexpr std::size_t kLongestShown = 100;
  const std::string_view shown = core::first_code_points(text, kLongestShown);
  return std::string(shown) + (shown.size() < text.size() ? "…" : "");
}

// Whether the source may have pictures or HTML, by its characters alone.
bool may_be_shown_in_part(std::string_view source) {
  if (source.find("![") != std::string_view::npos) return true;
  for (std::size_t at = source.find('<'); at != std::string_view::npos;
       at = source.find('<', at + 1)) {
    const std::string_view tag = source.substr(at + 1);
    if (!tag.empty() && core::is_letter(tag.front()) && !tag.starts_with("http")) return true;
  }
  return false;
}

// Few documents have pictures or HTML, and only those of ordinary size are rendered to find what is
// not shown of them.
void warn_of_what_is_not_shown(const std::string& source, const std::string& field,
                               std::vector<core::Warning>& warnings) {
  constexpr std::size_t kMaximumBytes = std::size_t{64} * 1024;
  if (source.size() > kMaximumBytes || !may_be_shown_in_part(source)) return;
  constexpr std::chrono::milliseconds kMostTime{100};
  const core::CpuLimit limit(kMostTime);
  const RenderedMarkdown markdown = render_markdown(source);
  for (const std::string& url : markdown.missing_images) {
    warnings.push_back({core::WarningCode::image_not_shown,
                        "the image \"" + beginning_of(url) +
                            "\" is not shown; its address must begin with https:, or be a data: "
                            "URL of a PNG, JPEG, GIF or WebP image",
                        field});
  }
  for (const std::string& tag : markdown.unknown_tags) {
    warnings.push_back({core::WarningCode::tag_not_shown,
                        beginning_of(tag) +
                            " is not shown, as it is read as an HTML tag; put it between "
                            "backquotes, or write \\< for <",
                        field});
  }
}

core::Result<ContentFindings> check(core::JsonValue content) {
  if (auto problem = check_markdown_content(content)) return *std::move(problem);
  ContentFindings findings;
  const auto text = find_markdown_text(content);
  findings.is_shown = text.has_value();
  findings.first_heading = "";
  if (!text) return findings;
  std::string source = text->string();
  const std::string field = "/content" + text->pointer();
  if (const auto document = document_in_fence(source)) {
    findings.warnings.push_back(fenced_document(field));
    source = std::string(*document);
  }
  findings.first_heading = first_heading(source);
  // Most texts begin with visible characters, so this ends early.
  if (has_no_text(source)) findings.warnings.push_back(empty_page(field));
  if (has_escaped_line_breaks(source)) findings.warnings.push_back(escaped_line_breaks(field));
  warn_of_what_is_not_shown(source, field, findings.warnings);
  return findings;
}

std::optional<RenderedContent> render(core::JsonValue root, core::RemoteImages remote_images) {
  const auto text = find_markdown_text(root);
  if (!text) return std::nullopt;
  RenderedMarkdown markdown = render_markdown(text->string(), remote_images);
  RenderedContent content;
  content.leading_heading = std::move(markdown.leading_heading);
  content.html = std::move(markdown.html);
  content.stylesheets.push_back(html::kMarkdownStylesheet);
  if (markdown.has_code) content.scripts.push_back(html::kCodeBlocksScript);
  if (markdown.has_formulas) {
    content.stylesheets.push_back(html::kKatexStylesheet);
    content.scripts.insert(content.scripts.end(), {html::kKatexScript, html::kFormulasScript});
  }
  if (markdown.has_diagrams) content.scripts.push_back(html::kDiagramsScript);
  content.summary = std::move(markdown.first_text);
  if (content.html.size() >= kBytesForContents)
    content.table_of_contents = table_of_contents(markdown.headings);
  if (!content.table_of_contents.empty()) content.scripts.push_back(html::kContentsScript);
  if (!markdown.headings.empty()) {
    content.first_heading = std::move(markdown.headings.front());
    std::string& title = content.first_heading->text;
    title.resize(beginning_for_title(title).size());
  }
  content.has_remote_images = markdown.has_remote_images;
  content.has_data_images = markdown.has_data_images;
  content.begins_with_heading = markdown.begins_with_heading;
  if (content.leading_heading.empty() && has_no_text(content.html.str()))
    content.html = html::Html("<p class=\"note\">This document is empty.</p>\n");
  return content;
}

std::optional<std::string> source_of(core::JsonValue content) {
  const auto text = find_markdown_text(content);
  return text ? std::optional(text->string()) : std::nullopt;
}

std::optional<std::string> searched_text_of(core::JsonValue content) {
  const auto source = source_of(content);
  if (!source) return std::nullopt;
  const PictureData pictures(*source);
  return pictures.abridged(std::string(pictures.source()));
}

}  // namespace

constinit const TemplateDefinition kMarkdownTemplate{
    .id = core::Template::markdown,
    .label = "Markdown",
    .noun = "Document",
    .plural = "Markdown",
    .check = check,
    .members = kMarkdownTextNames,
    .sources = kSources,
    .files = kFiles,
    .render = render,
    .markdown = source_of,
    .plain_text = source_of,
    .searched_text = searched_text_of,
    .example = R"({"text": "# Title"})",
    .content_schema =
        R"({"type":"object","description":"A document in GitHub's Markdown. Tables, formulas ($…$, \\(…\\)) and Mermaid diagrams (```mermaid) are drawn. HTML is allowed as on GitHub: text, lists, tables, details, pictures; no styles or scripts.",)"
        R"("properties":{"text":{"type":"string","description":"The Markdown."}},"required":["text"]})",
    .text_member = "text",
    .has_remote_images = true,
};

}  // namespace templates
