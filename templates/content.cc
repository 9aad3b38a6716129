#include "templates/content.h"

#include "core/json/json_tree.h"
#include "html/readable_json.h"
#include "templates/registry.h"

namespace templates {
namespace {

RenderedContent as_json(const std::string& content) {
  RenderedContent shown;
  shown.html = html::format(
      "<p class=\"note\">This artifact cannot be rendered. Its content is shown as JSON.</p>"
      "<pre class=\"plain-source\" tabindex=\"0\">{}</pre>",
      html::readable_json(content));
  return shown;
}

}  // namespace

std::optional<core::Error> check_content(core::Template id, const std::string& content) {
  const auto tree = core::JsonTree::parse(content);
  if (!tree) return tree.error();
  return definition_of(id).check(tree->root());
}

RenderedContent render_content(core::Template id, const std::string& content,
                               core::RemoteImages remote_images) {
  if (const auto tree = core::JsonTree::parse(content))
    if (auto rendered = definition_of(id).render(tree->root(), remote_images))
      return *std::move(rendered);
  return as_json(content);
}

std::optional<std::string> text_of_content(core::Template id, const std::string& content) {
  const std::optional<TextForm>& form = definition_of(id).text_form;
  if (!form) return std::nullopt;
  const auto tree = core::JsonTree::parse(content);
  return tree ? form->write(tree->root()) : std::nullopt;
}

}  // namespace templates
