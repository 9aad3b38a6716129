#include "pages/render_content.h"

#include "core/content.h"
#include "core/json_object.h"
#include "pages/readable_json.h"

namespace pages {
namespace {

RenderedContent from_markdown(RenderedMarkdown markdown) {
  RenderedContent content;
  content.leading_heading = std::move(markdown.leading_heading);
  content.html = std::move(markdown.html);
  content.has_code = markdown.has_code;
  content.summary = std::move(markdown.first_text);
  content.headings = std::move(markdown.headings);
  return content;
}

RenderedContent as_json(const std::string& content) {
  RenderedContent shown;
  shown.html = html(
      "<p class=\"note\">This artifact is shown as the data that it holds.</p>"
      "<pre class=\"plain-source\" tabindex=\"0\">{}</pre>",
      readable_json(content));
  return shown;
}

}  // namespace

RenderedContent render_content(core::Template content_template, const std::string& content) {
  if (content_template == core::Template::markdown) {
    const auto object = core::JsonObject::parse(content);
    if (const core::JsonMember* text = object ? core::find_markdown_text(*object) : nullptr)
      return from_markdown(render_markdown(text->string));
  }
  return as_json(content);
}

}  // namespace pages
