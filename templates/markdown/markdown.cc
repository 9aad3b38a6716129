#include "templates/markdown/markdown.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "core/cpu_limit.h"
#include "core/text/ascii.h"
#include "core/text/split.h"
#include "templates/markdown/extracted/footnotes.h"
#include "templates/markdown/extracted/formulas.h"
#include "templates/markdown/extracted/front_matter.h"
#include "templates/markdown/extracted/picture_data.h"
#include "templates/markdown/markdown_content.h"
#include "templates/markdown/renderer/document_output.h"
#include "templates/markdown/renderer/renderer.h"
#include "templates/markdown/source/parsing_cost.h"
#include "templates/page_head.h"

namespace templates {
namespace {

// Of its text, without the data of pictures.
constexpr std::size_t kMaximumSource = std::size_t{1024} * 1024;
// By which the page may be larger than the document, if that has data of pictures.
constexpr std::size_t kMostPictureGrowth = std::size_t{8} << 20;

// Whether no more than a caption stands above the first heading.
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

constexpr html::Literal kTooComplex(
    "<p class=\"note\">This document is too large or too deeply nested to render. Its source is "
    "shown instead.</p>");
constexpr html::Literal kTooSlow(
    "<p class=\"note\">This document takes too long to render. Its source is shown instead.</p>");

RenderedMarkdown as_plain_text(const std::string& source, html::Literal note) {
  RenderedMarkdown result;
  result.too_complex = true;
  result.first_text = beginning_for_summary(source);
  result.html = note;
  result.html += html::format("<pre class=\"plain-source\" tabindex=\"0\">{}</pre>", source);
  return result;
}

// Nothing if that would exceed the limits.
std::optional<RenderedMarkdown> render_text(std::string_view source,
                                            core::RemoteImages remote_images) {
  if (source.size() > kMaximumSource || is_costly_to_parse(source)) return std::nullopt;
  const FrontMatter front_matter(source);
  const Formulas formulas(source.substr(front_matter.size()));
  const Footnotes footnotes(formulas.source_with_placeholders());
  for (std::size_t i = 0; i < footnotes.size(); ++i) {
    if (is_costly_to_parse(footnotes.text(i))) return std::nullopt;
  }
  Renderer renderer(formulas, footnotes, source.size(), remote_images);
  if (!renderer.render(footnotes.source_without_definitions())) return std::nullopt;
  RenderedMarkdown rendered = renderer.take();
  rendered.begins_with_heading =
      !rendered.leading_heading.empty() || has_heading_first(rendered.html.str());
  if (front_matter.size() > 0) {
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

}  // namespace

RenderedMarkdown render_markdown(const std::string& source, core::RemoteImages remote_images) {
  try {
    const std::string document = document_in(source);
    const PictureData pictures(document);
    auto rendered = render_text(pictures.source(), remote_images);
    if (rendered && restore_pictures(pictures, document.size() + kMostPictureGrowth, *rendered))
      return *std::move(rendered);
  } catch (const core::CpuLimit::UsedUp&) {
    return as_plain_text(source, kTooSlow);
  }
  return as_plain_text(source, kTooComplex);
}

}  // namespace templates
