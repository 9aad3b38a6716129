#include "templates/markdown/markdown.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/cpu_limit.h"
#include "core/text/text.h"
#include "html/html.h"
#include "html/message.h"
#include "templates/content.h"
#include "templates/markdown/diagram.h"
#include "templates/markdown/extracted/formulas.h"
#include "templates/markdown/extracted/front_matter.h"
#include "templates/markdown/headings.h"
#include "templates/markdown/images.h"
#include "templates/markdown/renderer/document_output.h"
#include "templates/markdown/renderer/footnote_list.h"
#include "templates/markdown/renderer/renderer.h"
#include "templates/markdown/source/block_lines.h"
#include "templates/markdown/source/parsed_source.h"
#include "templates/registry.h"
#include "templates/rendered_content.h"

namespace templates {
namespace {

// The largest size of a document's text, without the data of pictures.
constexpr std::size_t kMaximumSource = std::size_t{1024} * 1024;
// By how much the page may exceed the document, if that has data of pictures.
constexpr std::size_t kMostPictureGrowth = std::size_t{8} << 20;

// Whether at most a caption precedes the first heading.
bool has_heading_first(std::string_view html) {
  constexpr std::size_t kLongestCaption = 80;
  constexpr std::size_t kMostMarkup = std::size_t{16} << 10;
  html = html.substr(0, kMostMarkup);
  std::size_t text = 0;
  while (!html.empty() && text <= kLongestCaption) {
    const std::size_t tag = std::min(html.find('<'), html.size());
    text += core::trim(html.substr(0, tag)).size();
    html.remove_prefix(tag);
    if (html.size() > 2 && html[1] == 'h' && core::is_digit(html[2])) return true;
    const std::size_t end = html.find('>');
    html.remove_prefix(end == std::string_view::npos ? html.size() : end + 1);
  }
  return false;
}

constexpr html::Message kTooComplex(
    "This document is too large or too deeply nested to render. Its source is shown instead.");
constexpr html::Message kTooSlow(
    "This document takes too long to render. Its source is shown instead.");

RenderedMarkdown as_plain_text(const std::string& source, const html::Html& note) {
  RenderedMarkdown result;
  result.too_complex = true;
  result.first_text = beginning_for_summary(source);
  result.html = html::format(
      "<p class=\"note\">{}</p><pre class=\"plain-source\" tabindex=\"0\">{}</pre>", note, source);
  return result;
}

// Nothing if that would exceed the limits.
std::optional<RenderedMarkdown> render_text(std::string_view source, RenderingOptions options) {
  if (source.size() > kMaximumSource || is_costly_to_parse(source)) return std::nullopt;
  const FrontMatter front_matter(source);
  const Formulas formulas(source.substr(front_matter.size()));
  const Footnotes footnotes(formulas.source_with_placeholders());
  for (std::size_t i = 0; i < footnotes.size(); ++i) {
    if (is_costly_to_parse(footnotes.text(i))) return std::nullopt;
  }
  Renderer renderer(formulas, footnotes, source.size(), options);
  if (!renderer.render(footnotes.source_without_definitions())) return std::nullopt;
  RenderedMarkdown rendered = renderer.take();
  rendered.begins_with_heading =
      !rendered.leading_heading.empty() || has_heading_first(rendered.html.str());
  if (front_matter.size() > 0) {
    rendered.language = front_matter.language();
    html::Html html = front_matter.html();
    html += rendered.html;
    rendered.html = std::move(html);
  }
  return rendered;
}

// Whether the document with its pictures is within the limits.
bool restore_pictures(const PictureData& pictures, std::size_t most, RenderedMarkdown& rendered) {
  auto heading = pictures.restored(std::move(rendered.leading_heading), most);
  if (!heading) return false;
  auto html = pictures.restored(std::move(rendered.html), most - std::min(most, heading->size()));
  if (!html) return false;
  rendered.leading_heading = *std::move(heading);
  rendered.html = *std::move(html);
  rendered.first_text = pictures.abridged(std::move(rendered.first_text));
  for (Heading& one : rendered.headings) one.text = pictures.abridged(std::move(one.text));
  return true;
}

// A line of three or more backticks or tildes.
struct Fence {
  char mark = 0;
  std::size_t length = 0;
  std::string_view info;  // what follows them

  bool closes(const Fence& opening) const {
    return info.empty() && mark == opening.mark && length >= opening.length;
  }
};

std::optional<Fence> fence_in(std::string_view line) {
  constexpr std::size_t kShortest = 3;
  const std::string_view text = core::trim(line, " \t");
  if (text.empty() || (text.front() != '`' && text.front() != '~')) return std::nullopt;
  const char mark = text.front();
  const std::size_t length = std::min(text.find_first_not_of(mark), text.size());
  const std::string_view info = core::trim(text.substr(length), " \t");
  const bool is_span = mark == '`' && info.find('`') != std::string_view::npos;
  if (length < kShortest || is_span) return std::nullopt;
  return Fence{mark, length, info};
}

// The document in a text that is one fence around it; nothing for other texts.
std::optional<std::string_view> document_in_fence(std::string_view text) {
  std::string_view rest = core::trim(text, " \t\r\n");
  const auto outer = fence_in(take_line(rest));
  if (!outer || !(core::equal_ignoring_case(outer->info, "markdown") ||
                  core::equal_ignoring_case(outer->info, "md")))
    return std::nullopt;
  const char* const begin = rest.data();
  std::optional<Fence> inner;
  while (!rest.empty()) {
    const char* const line = rest.data();
    const auto fence = fence_in(take_line(rest));
    if (!fence) continue;
    if (inner) {
      if (fence->closes(*inner)) inner.reset();
    } else if (!fence->closes(*outer)) {
      inner = fence;
    } else if (rest.empty()) {
      return std::string_view(begin, static_cast<std::size_t>(line - begin));
    } else {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

// An element in which models think.
struct ThoughtElement {
  std::string_view begin;
  std::string_view end;
};
constexpr std::array<ThoughtElement, 2> kThoughtElements{
    {{"<think>", "</think>"}, {"<thinking>", "</thinking>"}}};

// Removes the blocks of thoughts from the text. False if there are none.
bool remove_thoughts(std::string& text) {
  if (text.find("<think") == std::string::npos) return false;
  std::array<std::size_t, kThoughtElements.size()> last_ends{};
  for (std::size_t i = 0; i < last_ends.size(); ++i)
    last_ends.at(i) = text.rfind(kThoughtElements.at(i).end);
  // The text after the block that begins with this text; nothing if there is none.
  const auto behind_thoughts = [&](std::string_view from) -> std::optional<std::string_view> {
    const std::string_view beginning = core::trim(from.substr(0, from.find('\n')), " ");
    const auto at = static_cast<std::size_t>(from.data() - text.data());
    for (std::size_t i = 0; i < kThoughtElements.size(); ++i) {
      const auto& [begin, end] = kThoughtElements.at(i);
      if (!beginning.starts_with(begin) || last_ends.at(i) == std::string::npos ||
          last_ends.at(i) < at)
        continue;
      return from.substr(from.find(end) + end.size());
    }
    return std::nullopt;
  };
  std::string kept;
  std::optional<Fence> code;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view from_here = rest;
    const auto fence = fence_in(take_line(rest));
    if (!code) {
      code = fence;
    } else if (fence && fence->closes(*code)) {
      code.reset();
    }
    const auto behind = code ? std::nullopt : behind_thoughts(from_here);
    if (behind) {
      rest = *behind;
    } else {
      kept += from_here.substr(0, from_here.size() - rest.size());
    }
  }
  const bool had_thoughts = kept.size() < text.size();
  text = std::move(kept);
  return had_thoughts;
}

// A shorter document needs no table of contents.
constexpr std::size_t kBytesForContents = 6000;

constexpr std::array<Source, kMarkdownTextNames.size()> kSources = [] {
  std::array<Source, kMarkdownTextNames.size()> sources{};
  for (std::size_t i = 0; i < sources.size(); ++i) sources.at(i).name = kMarkdownTextNames.at(i);
  return sources;
}();

constexpr std::array kFiles{FileType{"text/markdown", "md markdown mdown mkd", "text"}};
constexpr std::array kMarkdownForms{Form::plain_text};
constexpr std::array kMarkdownDownloads{Download{"source", {}, ".md", Form::markdown}};

std::string beginning_of(const std::string& text) {
  constexpr std::size_t kLongestShown = 100;
  const std::string_view shown = core::first_code_points(text, kLongestShown);
  return std::string(shown) + (shown.size() < text.size() ? "…" : "");
}

// Whether the source may have pictures, HTML or diagrams, by its characters alone.
bool may_be_shown_in_part(std::string_view source) {
  if (source.find("![") != std::string_view::npos) return true;
  if (source.find("mermaid") != std::string_view::npos) return true;
  for (std::size_t at = source.find('<'); at != std::string_view::npos;
       at = source.find('<', at + 1)) {
    const std::string_view tag = source.substr(at + 1);
    if (!tag.empty() && core::is_letter(tag.front()) && !tag.starts_with("http")) return true;
  }
  return false;
}

// To find pictures, HTML and diagrams that are not shown, only documents of ordinary size are
// rendered.
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
  for (const std::string& diagram : markdown.diagrams) {
    if (const auto problem = problem_of_diagram(diagram))
      warnings.push_back({core::WarningCode::diagram_not_shown,
                          "a Mermaid diagram is shown as its source: " + *problem, field});
  }
}

class MarkdownModel : public Model {
 public:
  MarkdownModel(core::JsonValue content, core::JsonValue sent) : Model(content), sent_(sent) {}

  RenderedContent page(RenderingOptions options) const override;
  std::optional<std::string> form(Form form) const override {
    const bool is_source = form == Form::markdown || form == Form::plain_text;
    return is_source ? std::optional(sent_.string()) : std::nullopt;
  }
  void examine(ContentFindings& findings) const override;
  std::optional<std::string> words() const override {
    const std::string source = sent_.string();
    const PictureData pictures(source);
    return pictures.abridged(std::string(pictures.source()));
  }
  std::optional<core::JsonValue> text() const override { return sent_; }

 private:
  core::JsonValue sent_;
};

core::Result<ReadContent> read_markdown(core::JsonValue content) {
  if (auto problem = check_markdown_content(content)) return *std::move(problem);
  ReadContent reading;
  reading.findings.first_heading = "";
  if (const auto text = find_markdown_text(content))
    reading.model = std::make_unique<MarkdownModel>(content, *text);
  return reading;
}

void MarkdownModel::examine(ContentFindings& findings) const {
  const std::string field = "/content" + sent_.pointer();
  const WrappedDocument document = document_in(sent_.string());
  const std::string& source = document.text;
  warn_of_wrapping(document, field, findings.warnings);
  findings.first_heading = first_heading(source);
  // Most texts begin with visible characters, so this ends early.
  if (has_no_text(source)) findings.warnings.push_back(empty_page(field));
  if (has_escaped_line_breaks(source)) findings.warnings.push_back(escaped_line_breaks(field));
  warn_of_what_is_not_shown(source, field, findings.warnings);
}

RenderedContent MarkdownModel::page(RenderingOptions options) const {
  RenderedMarkdown markdown = render_markdown(sent_.string(), options);
  RenderedContent content;
  content.leading_heading = std::move(markdown.leading_heading);
  content.html = std::move(markdown.html);
  content.stylesheets.push_back(html::kMarkdownStylesheet);
  content.can_be_copied = true;
  if (markdown.has_code) {
    content.stylesheets.push_back(html::kCodeBlocksStylesheet);
    content.scripts.push_back(html::kCodeBlocksScript);
  }
  if (markdown.has_formulas) {
    content.stylesheets.push_back(html::kKatexStylesheet);
    content.scripts.insert(content.scripts.end(), {html::kKatexScript, html::kFormulasScript});
  }
  if (markdown.has_diagrams) {
    content.stylesheets.push_back(html::kDiagramsStylesheet);
    content.scripts.push_back(html::kDiagramsScript);
  }
  content.language = std::move(markdown.language);
  content.summary = std::move(markdown.first_text);
  if (content.html.size() >= kBytesForContents) {
    // The title stands above the table already.
    const std::span<const Heading> headings = markdown.headings;
    content.table_of_contents = table_of_contents(
        headings.subspan(content.leading_heading.empty() ? 0 : 1), options.language);
  }
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
    content.html = html::format("<p class=\"note\">{}</p>\n",
                                html::format(options.language, "This document is empty."));
  return content;
}

}  // namespace

RenderedMarkdown render_markdown(const std::string& source, RenderingOptions options) {
  try {
    const std::string document = document_in(source).text;
    const PictureData pictures(document);
    auto rendered = render_text(pictures.source(), options);
    if (rendered && restore_pictures(pictures, document.size() + kMostPictureGrowth, *rendered))
      return *std::move(rendered);
  } catch (const core::CpuLimit::UsedUp&) {
    return as_plain_text(source, html::format(options.language, kTooSlow));
  }
  return as_plain_text(source, html::format(options.language, kTooComplex));
}

std::optional<core::JsonValue> find_markdown_text(const core::JsonValue& content) {
  for (const std::string_view name : kMarkdownTextNames) {
    const auto member = content.find(name);
    if (member && member->is(core::JsonType::string)) return member;
  }
  return std::nullopt;
}

std::optional<core::Error> check_markdown_content(const core::JsonValue& content) {
  if (find_markdown_text(content)) return std::nullopt;
  for (const std::string_view name : kMarkdownTextNames) {
    const auto member = content.find(name);
    if (!member || member->is(core::JsonType::null)) continue;
    return core::Error{core::ErrorCode::invalid_content,
                       "must be a string, not " + std::string(core::to_string(member->type())),
                       "/content/" + std::string(name)};
  }
  return std::nullopt;
}

WrappedDocument document_in(std::string text) {
  WrappedDocument document{.text = std::move(text)};
  document.had_thoughts = remove_thoughts(document.text);
  if (const auto inner = document_in_fence(document.text)) {
    document.was_in_fence = true;
    document.text = std::string(*inner);
    document.had_thoughts = remove_thoughts(document.text) || document.had_thoughts;
  }
  return document;
}

void warn_of_wrapping(const WrappedDocument& document, const std::string& field,
                      std::vector<core::Warning>& warnings) {
  if (document.was_in_fence) {
    warnings.push_back({core::WarningCode::fenced_document,
                        "the whole document is within one ```markdown fence, so it is shown "
                        "without the fence; send it without, or put a line above the fence to show "
                        "its source",
                        field});
  }
  if (document.had_thoughts) {
    warnings.push_back({core::WarningCode::thoughts_not_shown,
                        "what is between <think> and </think> is not shown on the page; send the "
                        "document without it, as its source still has it",
                        field});
  }
}

constinit const TemplateDefinition kMarkdownTemplate{
    .id = core::Template::markdown,
    .label = "Markdown",
    .noun = "Document",
    .singular = "Markdown",
    .plural = "Markdown",
    .read = read_markdown,
    .members = kMarkdownTextNames,
    .sources = kSources,
    .files = kFiles,
    .forms = kMarkdownForms,
    .downloads = kMarkdownDownloads,
    .example = R"({"text": "# Title"})",
    .content_schema =
        R"({"type":"object","description":"A document in GitHub's Markdown, with tables, formulas ($…$), Mermaid diagrams (```mermaid) and HTML as on GitHub, without styles and scripts.",)"
        R"("properties":{"text":{"type":"string"}},"required":["text"]})",
    .text_member = "text",
    .has_remote_images = true,
    .flows = true,
};

}  // namespace templates
