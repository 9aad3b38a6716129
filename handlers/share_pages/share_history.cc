// GET /a/{artifact_id}/history?token=…, the versions that a share link shows, and with `version`
// what that one has changed
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "handlers/endpoint.h"
#include "handlers/page_response.h"
#include "handlers/share_pages/password_prompt.h"
#include "handlers/share_pages/viewer_request.h"
#include "html/html.h"
#include "html/readable.h"
#include "pages/share_page.h"
#include "templates/content.h"

namespace handlers {
namespace {

using html::Html;

std::string path_with(const app::ShareAddress& address, core::VersionNumber version,
                      std::string (*path)(const app::ShareAddress&)) {
  return path(address) + "&version=" + version.to_string();
}

Html row(const app::ShareAddress& address, const core::Version& version) {
  const std::string number = version.number.to_string();
  const Html name = version.erased_at
                        ? html::format("{} (removed)", number)
                        : html::format("<a href=\"{}\">{}</a>",
                                       path_with(address, version.number, page_path), number);
  const Html changes =
      version.erased_at || version.number == core::kFirstVersion
          ? Html::text(core::changes_in_words(version))
          : html::format("<a href=\"{}\">{}</a>", path_with(address, version.number, history_path),
                         core::changes_in_words(version));
  return html::format(
      "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td dir=\"auto\">{}</td></tr>\n", name,
      html::readable_moment(version.created_at), changes, version.note.value_or(""));
}

// A page of documents with this in place of one.
templates::RenderedContent as_content(Html html) {
  templates::RenderedContent content = templates::render_content(core::Template::markdown, "{}");
  content.html = std::move(html);
  return content;
}

Html history_page(const core::Installation& installation, const app::ShareAddress& address,
                  const app::OpenedHistory& history) {
  Html rows;
  for (const core::Version& version : history.page.versions) rows += row(address, version);
  Html content = html::format(
      "<div class=\"table-wrap\" role=\"group\" aria-label=\"Versions\" tabindex=\"0\">\n"
      "<table>\n<thead><tr><th scope=\"col\">Version</th><th scope=\"col\">Made</th>"
      "<th scope=\"col\">Changed</th><th scope=\"col\">Note</th></tr></thead>\n"
      "<tbody>\n{}</tbody>\n</table>\n</div>\n",
      rows);
  if (history.page.has_more) {
    content += html::format("<p><a rel=\"next\" href=\"{}&amp;below={}\">Older versions</a></p>\n",
                            history_path(address), history.page.versions.back().number.to_string());
  }
  return pages::page_beside(installation, "History",
                            html::format("<a href=\"{}\">Back to the page</a>", page_path(address)),
                            as_content(std::move(content)));
}

Html changes_page(const core::Installation& installation, const app::ShareAddress& address,
                  const app::OpenedChanges& changes) {
  const std::string number = changes.link.version.to_string();
  templates::RenderedContent content =
      changes.from
          ? changes.content
          : as_content(Html("<p>It is the first version, or the one before it is not there "
                            "any more.</p>\n"));
  content.html += html::format("<p><a href=\"{}\">Show version {}</a></p>\n",
                               path_with(address, changes.link.version, page_path), number);
  const std::string title =
      "Version " + number +
      (changes.from ? ", compared with version " + changes.from->to_string() : std::string());
  return pages::page_beside(installation, title,
                            html::format("<a href=\"{}\">History</a>", history_path(address)),
                            content);
}

core::Result<fcgi::Response> show_history(const Context& context) {
  const app::ShareAddress asked = share_address(context.request);
  const app::ShareAddress address{asked.artifact, asked.token};
  const CookieProofs proofs(context.request);
  if (asked.version) {
    const auto changes = context.app.share_views.changes(asked, viewer(context.request, proofs));
    if (!changes) return changes.error();
    if (const auto* refusal = std::get_if<app::PasswordRefusal>(&*changes))
      return password_prompt(context, address, *refusal);
    return page(context.configuration, 200,
                changes_page(context.configuration.installation, address,
                             std::get<app::OpenedChanges>(*changes)));
  }
  const auto history = context.app.share_views.history(
      address, viewer(context.request, proofs),
      core::VersionNumber::parse(context.request.query("below").value_or("")));
  if (!history) return history.error();
  if (const auto* refusal = std::get_if<app::PasswordRefusal>(&*history))
    return password_prompt(context, address, *refusal);
  return page(context.configuration, 200,
              history_page(context.configuration.installation, address,
                           std::get<app::OpenedHistory>(*history)));
}

}  // namespace

std::vector<Endpoint> share_history_endpoints() {
  return {{{.method = Method::get, .pattern = "/a/{artifact_id}/history", .access = Access::anyone},
           show_history}};
}

}  // namespace handlers
