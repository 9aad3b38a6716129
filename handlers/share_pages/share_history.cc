// GET /a/{artifact_id}/history?token=…, the versions that a share link shows, and with `version`
// what that one has changed
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "handlers/endpoint.h"
#include "handlers/page_response.h"
#include "handlers/share_pages/ended_link.h"
#include "handlers/share_pages/password_prompt.h"
#include "handlers/share_pages/share_history.html.h"
#include "handlers/share_pages/viewer_request.h"
#include "html/html.h"
#include "html/readable.h"
#include "pages/share_page.h"
#include "templates/content.h"
#include "templates/registry.h"

namespace handlers {
namespace {

using html::Html;
using html::Language;

std::string path_with(const app::ShareAddress& address, core::VersionNumber version,
                      std::string (*path)(const app::ShareAddress&)) {
  return path(address) + "&version=" + version.to_string();
}

// "Artifact: title", as the language writes it.
std::string titled(std::string_view name, std::string_view title, Language language) {
  return std::string(name).append(html::Message(": ").in(language)).append(title);
}

std::string shown_title(const db::SharedView& link, Language language) {
  const auto title = core::display_title(link.title, link.first_heading);
  if (title) return *title;
  return std::string(templates::definition_of(link.content_template).noun.in(language));
}

// A version among those that a link shows.
class VersionRow {
 public:
  // `has_notes`: some of them have a note.
  VersionRow(const app::ShareAddress& address, const app::OpenedHistory& history, std::size_t place,
             bool has_notes, Language language)
      : address_(address),
        history_(history),
        place_(place),
        has_notes_(has_notes),
        version_(history.page.versions[place]),
        language_(language) {}

  Html html() const {
    return share_history_html::version_row(
        {.name = name(),
         .marks = marks(),
         .made_label = html::format(language_, "Made"),
         .made = html::readable_moment(version_.created_at, language_),
         .changed_label = html::format(language_, "Changed"),
         .changes = history_.changes[place_],
         .note = note(),
         .comparison = comparison()});
  }

 private:
  Html name() const {
    const std::string number = version_.number.to_string();
    if (version_.erased_at) return Html::text(number);
    return share_history_html::version_link(
        {.path = path_with(address_, version_.number, page_path),
         .text = html::format(language_, "Version {}", number)});
  }

  // What the reader has to know to tell the versions apart.
  Html marks() const {
    Html marks;
    const auto add = [&](html::Message mark) {
      marks += share_history_html::mark({html::format(language_, mark)});
    };
    if (version_.erased_at) add("removed");
    if (version_.number == history_.link.newest_version) add("current version");
    if (version_.number == history_.link.options.version) add("shown by this link");
    return marks;
  }

  // Its cell in the column of notes, if there is one.
  Html note() const {
    if (!has_notes_) return {};
    if (!version_.note) return share_history_html::no_note();
    return share_history_html::note(
        {.label = html::format(language_, "Notes"), .note = *version_.note});
  }

  // Nothing if it cannot be compared with the one before.
  Html comparison() const {
    const std::vector<core::Version>& versions = history_.page.versions;
    const core::Version* before = place_ + 1 < versions.size() ? &versions[place_ + 1] : nullptr;
    if (version_.erased_at || (before == nullptr ? !history_.page.has_more : !!before->erased_at))
      return {};
    return share_history_html::comparison(
        {.path = path_with(address_, version_.number, history_path),
         .label = before == nullptr ? html::format(language_, "Compare with the version before")
                                    : html::format(language_, "Compare with version {}",
                                                   before->number.to_string()),
         .text = html::format(language_, "Compare")});
  }

  const app::ShareAddress& address_;
  const app::OpenedHistory& history_;
  std::size_t place_;
  bool has_notes_;
  const core::Version& version_;
  Language language_;
};

// A page of documents with this in place of one.
templates::RenderedContent as_content(Html html) {
  templates::RenderedContent content = templates::render_content(core::Template::markdown, "{}");
  content.html = std::move(html);
  return content;
}

Html history_page(const core::Installation& installation, const app::ShareAddress& address,
                  const app::OpenedHistory& history, Language language) {
  const std::vector<core::Version>& versions = history.page.versions;
  const bool has_notes = std::any_of(versions.begin(), versions.end(),
                                     [](const auto& version) { return version.note.has_value(); });
  Html rows;
  for (std::size_t i = 0; i < versions.size(); ++i)
    rows += VersionRow(address, history, i, has_notes, language).html();
  Html content = share_history_html::version_table(
      {.label = html::format(language, "Versions"),
       .version = html::format(language, "Version"),
       .made = html::format(language, "Made"),
       .changed = html::format(language, "Changed"),
       .notes = has_notes ? share_history_html::notes({html::format(language, "Notes")}) : Html(),
       .rows = rows});
  if (history.page.has_more) {
    content += share_history_html::older({.history_path = history_path(address),
                                          .below = history.page.versions.back().number.to_string(),
                                          .text = html::format(language, "Older versions")});
  }
  return pages::page_beside(
      installation,
      titled(html::Message("History").in(language), shown_title(history.link, language), language),
      share_history_html::way_back(
          {.page_path = page_path(address), .text = html::format(language, "Back to the page")}),
      as_content(std::move(content)), language, pages::Presentation::whole_page,
      history.link.sender);
}

Html changes_page(const core::Installation& installation, const app::ShareAddress& address,
                  const app::OpenedChanges& changes, Language language) {
  const std::string number = changes.link.version.to_string();
  templates::RenderedContent content =
      changes.from
          ? changes.content
          : as_content(share_history_html::first_version(
                {.text = html::format(
                     language,
                     "It is the first version, or the one before it is not there any more.")}));
  const bool is_picture =
      templates::definition_of(changes.link.content_template).has_form(templates::Form::picture);
  if (is_picture && changes.from) {
    content.html += pages::compared_pictures(
        {path_with(address, *changes.from, file_path), *changes.from},
        {path_with(address, changes.link.version, file_path), changes.link.version}, language);
  }
  content.html += share_history_html::way_to_version(
      {.path = path_with(address, changes.link.version, page_path),
       .text = html::format(language, "Show version {}", number)});
  const std::string title = changes.from
                                ? html::plain_text(language, "Version {}, compared with version {}",
                                                   {number, changes.from->to_string()})
                                : html::plain_text(language, "Version {}", {number});
  return pages::page_beside(
      installation, titled(shown_title(changes.link, language), title, language),
      share_history_html::way_to_history(
          {.history_path = history_path(address), .text = html::format(language, "History")}),
      content, language, pages::Presentation::whole_page, changes.link.sender);
}

fcgi::Response with_proof(const Context& context, const app::ShareAddress& address,
                          const std::optional<app::Proof>& viewed, fcgi::Response response) {
  if (viewed) {
    response.header("Set-Cookie",
                    viewed_cookie(address, *viewed, wanted_presentation(context.request)));
  }
  return response;
}

core::Result<fcgi::Response> show_history(const Context& context) {
  const app::ShareAddress asked = share_address(context.request);
  const app::ShareAddress address{asked.artifact, asked.token};
  const CookieProofs proofs(context.request);
  const Language language = wanted_language(context.request);
  if (asked.version) {
    const auto changes = context.app.share_views.changes(asked, viewer(context.request, proofs));
    if (!changes) return refused(context, asked, changes.error());
    if (const auto* refusal = std::get_if<app::PasswordRefusal>(&*changes))
      return password_prompt(context, asked, *refusal);
    const auto& opened = std::get<app::OpenedChanges>(*changes);
    return with_proof(
        context, address, opened.viewed,
        page(context.configuration, 200,
             changes_page(context.configuration.installation, address, opened, language)));
  }
  const auto history = context.app.share_views.history(
      address, viewer(context.request, proofs),
      core::VersionNumber::parse(context.request.query("below").value_or("")));
  if (!history) return refused(context, address, history.error());
  if (const auto* refusal = std::get_if<app::PasswordRefusal>(&*history))
    return password_prompt(context, address, *refusal);
  const auto& opened = std::get<app::OpenedHistory>(*history);
  return with_proof(
      context, address, opened.viewed,
      page(context.configuration, 200,
           history_page(context.configuration.installation, address, opened, language)));
}

}  // namespace

std::vector<Endpoint> share_history_endpoints() {
  return {{{.method = Method::get, .pattern = "/a/{artifact_id}/history", .access = Access::anyone},
           show_history}};
}

}  // namespace handlers
