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
using html::Language;

std::string path_with(const app::ShareAddress& address, core::VersionNumber version,
                      std::string (*path)(const app::ShareAddress&)) {
  return path(address) + "&version=" + version.to_string();
}

Html row(const app::ShareAddress& address, const core::Version& version, Language language) {
  const std::string number = version.number.to_string();
  const Html name = version.erased_at
                        ? html::format(language, "{} (removed)", number)
                        : html::format("<a href=\"{}\">{}</a>",
                                       path_with(address, version.number, page_path), number);
  const std::string words = html::changes_in_words(version, language);
  const Html changes = version.erased_at || version.number == core::kFirstVersion
                           ? Html::text(words)
                           : html::format("<a href=\"{}\">{}</a>",
                                          path_with(address, version.number, history_path), words);
  return html::format(
      "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td dir=\"auto\">{}</td></tr>\n", name,
      html::readable_moment(version.created_at, language), changes, version.note.value_or(""));
}

// A page of documents with this in place of one.
templates::RenderedContent as_content(Html html) {
  templates::RenderedContent content = templates::render_content(core::Template::markdown, "{}");
  content.html = std::move(html);
  return content;
}

Html history_page(const core::Installation& installation, const app::ShareAddress& address,
                  const app::OpenedHistory& history, Language language) {
  Html rows;
  for (const core::Version& version : history.page.versions)
    rows += row(address, version, language);
  Html content = html::format(
      "<div class=\"table-wrap versions\" role=\"group\" aria-label=\"{}\" tabindex=\"0\">\n"
      "<table>\n<thead><tr><th scope=\"col\">{}</th><th scope=\"col\">{}</th>"
      "<th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr></thead>\n"
      "<tbody>\n{}</tbody>\n</table>\n</div>\n",
      html::format(language, "Versions"), html::format(language, "Version"),
      html::format(language, "Made"), html::format(language, "Changed"),
      html::format(language, "Notes"), rows);
  if (history.page.has_more) {
    content += html::format("<p><a rel=\"next\" href=\"{}&amp;below={}\">{}</a></p>\n",
                            history_path(address), history.page.versions.back().number.to_string(),
                            html::format(language, "Older versions"));
  }
  return pages::page_beside(installation, html::Message("History").in(language),
                            html::format("<a href=\"{}\">{}</a>", page_path(address),
                                         html::format(language, "Back to the page")),
                            as_content(std::move(content)), language);
}

Html changes_page(const core::Installation& installation, const app::ShareAddress& address,
                  const app::OpenedChanges& changes, Language language) {
  const std::string number = changes.link.version.to_string();
  templates::RenderedContent content =
      changes.from
          ? changes.content
          : as_content(html::format(
                "<p>{}</p>\n",
                html::format(
                    language,
                    "It is the first version, or the one before it is not there any more.")));
  content.html += html::format("<p><a href=\"{}\">{}</a></p>\n",
                               path_with(address, changes.link.version, page_path),
                               html::format(language, "Show version {}", number));
  const Html title = changes.from ? html::format(language, "Version {}, compared with version {}",
                                                 number, changes.from->to_string())
                                  : html::format(language, "Version {}", number);
  return pages::page_beside(installation, title.str(),
                            html::format("<a href=\"{}\">{}</a>", history_path(address),
                                         html::format(language, "History")),
                            content, language);
}

core::Result<fcgi::Response> show_history(const Context& context) {
  const app::ShareAddress asked = share_address(context.request);
  const app::ShareAddress address{asked.artifact, asked.token};
  const CookieProofs proofs(context.request);
  const Language language = wanted_language(context.request);
  if (asked.version) {
    const auto changes = context.app.share_views.changes(asked, viewer(context.request, proofs));
    if (!changes) return changes.error();
    if (const auto* refusal = std::get_if<app::PasswordRefusal>(&*changes))
      return password_prompt(context, address, *refusal);
    return page(context.configuration, 200,
                changes_page(context.configuration.installation, address,
                             std::get<app::OpenedChanges>(*changes), language));
  }
  const auto history = context.app.share_views.history(
      address, viewer(context.request, proofs),
      core::VersionNumber::parse(context.request.query("below").value_or("")));
  if (!history) return history.error();
  if (const auto* refusal = std::get_if<app::PasswordRefusal>(&*history))
    return password_prompt(context, address, *refusal);
  return page(context.configuration, 200,
              history_page(context.configuration.installation, address,
                           std::get<app::OpenedHistory>(*history), language));
}

}  // namespace

std::vector<Endpoint> share_history_endpoints() {
  return {{{.method = Method::get, .pattern = "/a/{artifact_id}/history", .access = Access::anyone},
           show_history}};
}

}  // namespace handlers
