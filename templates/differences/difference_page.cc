#include <utility>

#include "core/text/json_writer.h"
#include "html/readable.h"
#include "templates/content.h"
#include "templates/differences/difference_forms.h"

namespace templates {
namespace {

using core::DifferingLine;
using html::Html;
using html::Language;

html::Literal beginning_of(DifferingLine::Kind kind) {
  switch (kind) {
    case DifferingLine::Kind::removed:
      return "<del>-";
    case DifferingLine::Kind::added:
      return "<ins>+";
    case DifferingLine::Kind::kept:
      break;
  }
  return "<span> ";
}

html::Literal end_of(DifferingLine::Kind kind) {
  switch (kind) {
    case DifferingLine::Kind::removed:
      return "\n</del>";
    case DifferingLine::Kind::added:
      return "\n</ins>";
    case DifferingLine::Kind::kept:
      break;
  }
  return "\n</span>";
}

// Words are marked where others of the line stay.
Html line_html(const DifferingLine& line, Language language) {
  Html html(beginning_of(line.kind));
  for (const core::LinePart& part : line.parts)
    html += part.is_changed && line.parts.size() > 1 ? html::format("<mark>{}</mark>", part.text)
                                                     : Html::text(part.text);
  if (const std::string omitted = omitted_in_words(line, language); !omitted.empty())
    html += html::format(" <i>{}</i>", omitted);
  html += end_of(line.kind);
  return html;
}

Html lines_html(const core::TextDifference& text, Language language) {
  Html html;
  if (text.hunks.empty()) return html;
  html += "<pre class=\"changed-lines\">";
  for (const core::Hunk& hunk : text.hunks) {
    html += html::format("<b>{}\n</b>",
                         html::format(language, "Line {}", std::to_string(hunk.to_line)));
    for (const DifferingLine& line : hunk.lines) html += line_html(line, language);
  }
  html += "</pre>\n";
  return html;
}

}  // namespace

RenderedContent to_page(const Difference& difference, Language language) {
  core::JsonWriter json;
  json.begin_object();
  json.member("text", to_markdown(difference, language, DifferingLines::left_out));
  json.end_object();
  RenderedContent page =
      render_content(core::Template::markdown, json.text(), {core::RemoteImages::off, language});
  if (difference.content.text) page.html += lines_html(*difference.content.text, language);
  page.html += lines_html(difference.content.settings, language);
  return page;
}

}  // namespace templates
