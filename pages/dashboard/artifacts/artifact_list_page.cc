#include "pages/dashboard/artifacts/artifact_list_page.h"

#include "html/amount.h"
#include "html/readable.h"
#include "pages/dashboard/artifacts/artifact_labels.h"
#include "pages/dashboard/frame.h"
#include "templates/registry.h"

namespace pages::dashboard {
namespace {

using html::Html;

Html template_options(const core::ListFilter& filter) {
  Html options = choice("", "All templates", !filter.content_template);
  for (const templates::TemplateDefinition* one : templates::all_templates())
    options += choice(core::to_string(one->id), one->label, filter.content_template == one->id);
  return options;
}

Html status_options(const core::ListFilter& filter) {
  using core::ArtifactStatus;
  Html options = choice("", "Active and expired", !filter.status);
  options += choice("active", "Active", filter.status == ArtifactStatus::active);
  options += choice("expired", "Expired", filter.status == ArtifactStatus::expired);
  options += choice("deleted", "Deleted", filter.status == ArtifactStatus::deleted);
  return options;
}

bool is_filtered(const core::ListFilter& filter) {
  return filter.content_template || filter.status || !filter.text.empty();
}

Html filter_form(const core::ListFilter& filter) {
  return html::format(
      "<form class=\"filters\" method=\"get\" action=\"/dashboard/artifacts\" role=\"search\">\n"
      "<input type=\"search\" name=\"search\" value=\"{}\" maxlength=\"1024\" "
      "placeholder=\"Search titles and text\" aria-label=\"Search titles and text\">\n"
      "<select name=\"template\" aria-label=\"Template\">\n{}</select>\n"
      "<select name=\"status\" aria-label=\"Status\">\n{}</select>\n"
      "<button class=\"quiet\">Search</button>\n"
      "{}</form>\n",
      filter.text, template_options(filter), status_options(filter),
      is_filtered(filter) ? Html("<a href=\"/dashboard/artifacts\">Clear</a>\n") : Html());
}

Html row(const core::Artifact& artifact) {
  return html::format(
      "<tr>\n"
      "<td class=\"title\"><a href=\"{}\" dir=\"auto\">{}</a></td>\n"
      "<td class=\"template\">{}</td>\n"
      "<td class=\"status\">{}</td>\n"
      "<td class=\"date created\">{}</td>\n"
      "<td class=\"date expires\" data-label=\"{}\">{}</td>\n"
      "</tr>\n",
      path_of(artifact.id), label_of(artifact),
      templates::definition_of(artifact.content_template).label, status_badge(artifact),
      html::readable_date(artifact.created_at),
      artifact.status == core::ArtifactStatus::expired ? "Expired" : "Expires",
      artifact.expires_at ? html::readable_date(*artifact.expires_at)
                          : Html("<span class=\"hint\">Never</span>"));
}

Html table(const ArtifactList& list) {
  Html rows;
  for (const core::Artifact& artifact : list.artifacts) rows += row(artifact);
  return html::format(
      "<div class=\"list-frame\" role=\"region\" aria-label=\"Artifacts\" tabindex=\"0\">\n"
      "<table class=\"list artifacts\">\n"
      "<thead><tr><th scope=\"col\">Title</th><th scope=\"col\">Template</th>"
      "<th scope=\"col\">Status</th><th scope=\"col\">Created</th>"
      "<th scope=\"col\">Expiry</th></tr></thead>\n"
      "<tbody>\n{}</tbody>\n"
      "</table>\n"
      "</div>\n",
      rows);
}

Html paging(const ArtifactList& list) {
  Html position;
  if (list.total) {
    const auto shown = static_cast<std::int64_t>(list.artifacts.size());
    position = html::format("<span class=\"hint\">{} to {} of {}</span>\n",
                            html::group_thousands(static_cast<std::size_t>(list.passed + 1)),
                            html::group_thousands(static_cast<std::size_t>(list.passed + shown)),
                            html::group_thousands(static_cast<std::size_t>(*list.total)));
  }
  Html next;
  if (!list.next.empty())
    next = html::format("<a class=\"button quiet\" rel=\"next\" href=\"{}\">Next page</a>\n",
                        list.next);
  return html::format("<nav class=\"paging\" aria-label=\"Pages\">\n{}{}</nav>\n", position, next);
}

// Shown to accounts without artifacts.
Html welcome(const ArtifactList& list) {
  return html::format(
      "<div class=\"welcome\">\n"
      "<h2>Create your first artifact</h2>\n"
      "<p>Create artifacts with the API and share them with links. Start with an API key and one "
      "request. The response has the link as <code>url</code>:</p>\n"
      "<p><a class=\"button\" href=\"/dashboard/settings/keys/new\">Create New Key</a></p>\n"
      "<div class=\"to-copy\"><pre tabindex=\"0\" aria-label=\"Command\"><code>curl "
      "{}/artifacts/share \\\n"
      "  -H \"Authorization: Bearer YOUR_KEY\" \\\n"
      "  -H \"Content-Type: application/json\" \\\n"
      "  -d '{\"template\": \"markdown\", \"title\": \"Hello\", "
      "\"content\": {\"text\": \"# Hello\"}}'</code></pre></div>\n"
      "<p class=\"hint\"><a href=\"/docs\">API reference</a></p>\n"
      "</div>\n",
      list.api_url);
}

Html empty_state(std::string_view text) {
  return html::format("<div class=\"empty\"><p>{}</p></div>\n", text);
}

// Shown if there are no matches, or none in what was searched so far.
Html nothing_found(const ArtifactList& list) {
  if (!list.next.empty()) {
    return html::format(
        "<div class=\"empty\"><p>No matches so far. Older artifacts have not been searched yet.</p>"
        "<a class=\"button quiet\" rel=\"next\" href=\"{}\">Search older artifacts</a></div>\n",
        list.next);
  }
  if (!list.is_first_page) return empty_state("No more artifacts.");
  if (!list.filter.text.empty())
    return empty_state("No artifacts with “" + list.filter.text + "” in their title or text.");
  if (list.filter.status == core::ArtifactStatus::deleted)
    return empty_state("No deleted artifacts. Deleted artifacts can be restored for 30 days.");
  return empty_state("No matching artifacts.");
}

Html content(const ArtifactList& list) {
  if (list.artifacts.empty()) {
    return is_filtered(list.filter) || !list.is_first_page ? nothing_found(list) : welcome(list);
  }
  Html shown = table(list);
  shown += paging(list);
  return shown;
}

}  // namespace

Html artifact_list_page(const ArtifactList& list) {
  return frame({"Artifacts", Section::artifacts, list.viewer,
                html::format("<h1>Artifacts</h1>\n{}{}{}", notice(list.notice),
                             filter_form(list.filter), content(list))});
}

}  // namespace pages::dashboard
