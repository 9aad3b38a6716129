#include "handlers/dashboard/artifacts/own_artifact.h"

#include "handlers/dashboard/page.h"
#include "handlers/endpoint.h"
#include "pages/document.h"

namespace handlers::dashboard {

using html::Html;

core::Result<core::Artifact> own_artifact(const Context& context, Content content) {
  auto artifact =
      context.app.artifacts.find(context.principal, artifact_id(context.request), content);
  if (!artifact) return page_problem(artifact.error());
  return artifact;
}

std::string label_of(const core::Artifact& artifact) {
  return core::display_title(artifact).value_or("Untitled");
}

Html status_badge(const core::Artifact& artifact) {
  if (artifact.disabled) return {"<span class=\"badge bad\">Disabled</span>"};
  switch (artifact.status) {
    case core::ArtifactStatus::active:
      return {"<span class=\"badge good\">Active</span>"};
    case core::ArtifactStatus::expired:
      return {"<span class=\"badge\">Expired</span>"};
    case core::ArtifactStatus::deleted:
      return {"<span class=\"badge bad\">Deleted</span>"};
  }
  return {};
}

std::string path_of(const core::ArtifactId& artifact, std::string_view rest) {
  return "/dashboard/artifacts/" + artifact.to_string() + std::string(rest);
}

std::string path_of_list(const core::FormFields& parameters) {
  const auto value = [&](std::string_view name) {
    const auto found = parameters.find(name);
    return found == parameters.end() ? std::string_view() : std::string_view(found->second);
  };
  const std::string query = core::write_form({{"search", value("search")},
                                              {"template", value("template")},
                                              {"status", value("status")},
                                              {"sort", value("sort")},
                                              {"cursor", value("cursor")},
                                              {"done", value("done")},
                                              {"changed", value("changed")},
                                              {"chosen", value("chosen")},
                                              {"undo", value("undo")}});
  return "/dashboard/artifacts" + (query.empty() ? query : '?' + query);
}

Html link_assets() {
  return html::format("{}<script src=\"{}\" defer></script>\n",
                      pages::stylesheet(html::kLinksStylesheet), html::kLinksScript);
}

Html breadcrumb(const core::Artifact& artifact) {
  return html::format("<p class=\"breadcrumb\"><a href=\"{}\" dir=\"auto\">{}</a></p>\n",
                      path_of(artifact.id), label_of(artifact));
}

}  // namespace handlers::dashboard
