#include "templates/render_content.h"

#include <optional>

#include "core/json/json_tree.h"
#include "html/assets.h"
#include "html/readable_json.h"
#include "templates/chart/chart.h"
#include "templates/content.h"
#include "templates/markdown/markdown.h"
#include "templates/pdf/pdf.h"
#include "templates/table/table.h"

namespace templates {
namespace {

RenderedContent from_markdown(RenderedMarkdown markdown) {
  RenderedContent content;
  content.leading_heading = std::move(markdown.leading_heading);
  content.html = std::move(markdown.html);
  if (markdown.has_code) content.scripts.push_back(html::kHighlighter);
  if (markdown.has_formulas) {
    content.stylesheets.push_back(html::kKatexStylesheet);
    content.scripts.insert(content.scripts.end(), {html::kKatexScript, html::kFormulasScript});
  }
  if (markdown.has_diagrams) content.scripts.push_back(html::kDiagramsScript);
  content.summary = std::move(markdown.first_text);
  content.headings = std::move(markdown.headings);
  content.has_remote_images = markdown.has_remote_images;
  return content;
}

RenderedContent as_json(const std::string& content) {
  RenderedContent shown;
  shown.html = html::format(
      "<p class=\"note\">This artifact cannot be rendered. Its content is shown as JSON.</p>"
      "<pre class=\"plain-source\" tabindex=\"0\">{}</pre>",
      html::readable_json(content));
  return shown;
}

// What the template can render; nothing if there is nothing of it in the content.
std::optional<RenderedContent> render_template(core::Template content_template,
                                               const std::string& content,
                                               core::RemoteImages remote_images) {
  const auto tree = core::JsonTree::parse(content);
  if (!tree) return std::nullopt;
  switch (content_template) {
    case core::Template::chart:
      if (const auto chart = read_chart(tree->root()); chart && *chart)
        return render_chart(**chart);
      break;
    case core::Template::table:
      if (const auto table = read_table(tree->root()); table && *table)
        return render_table(**table);
      break;
    case core::Template::pdf:
      if (const auto pdf = read_pdf(tree->root()); pdf && *pdf) return render_pdf(**pdf);
      break;
    case core::Template::markdown:
      if (const auto text = find_markdown_text(tree->root()))
        return from_markdown(render_markdown(text->string(), remote_images));
      break;
  }
  return std::nullopt;
}

}  // namespace

RenderedContent render_content(core::Template content_template, const std::string& content,
                               core::RemoteImages remote_images) {
  if (auto rendered = render_template(content_template, content, remote_images))
    return *std::move(rendered);
  return as_json(content);
}

}  // namespace templates
