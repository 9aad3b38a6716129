// GET /dashboard/artifacts/{artifact_id}, its content as JSON at …/json, and POST …/restore, whose
// form is on its page
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "app/artifact_versions.h"
#include "app/share_link_lists.h"
#include "core/share_link.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/artifacts/show_artifact.html.h"
#include "handlers/dashboard/page.h"
#include "handlers/endpoint.h"
#include "html/amount.h"
#include "html/html.h"
#include "html/readable.h"
#include "pages/day_chart.h"
#include "pages/forms.h"
#include "pages/frame.h"
#include "templates/registry.h"

namespace handlers::dashboard {
namespace {

using core::ArtifactStatus;
using html::Html;

constexpr std::int64_t kKeptMilliseconds = std::int64_t{30} * 24 * 60 * 60 * 1000;

struct ArtifactPage {
  pages::SignedInUser viewer;
  const core::Artifact& artifact;            // its content is not read
  std::vector<core::ListedShareLink> links;  // one page of them, newest first
  std::vector<db::ViewDay> days;
  std::vector<core::Version> versions;       // the current one, and the one before if it was kept
  std::optional<core::ShareId> marked = {};  // the one that was looked for
  // The cursor of the next page; absent on the last.
  std::optional<std::string> older_links;
  bool shows_newest_links = true;
  std::string_view embedders = {};  // the sites that may frame share pages; may be empty
  std::string_view notice;          // result of the last action; may be empty
  std::string_view problem;         // why it could not be restored; may be empty
};

Html restore_form(const ArtifactPage& page) {
  if (!page.artifact.can_be_restored) return {};
  return show_artifact_html::restore_form(
      {.restore_path = path_of(page.artifact.id, "/restore"),
       .form_token = pages::form_token_field(page.viewer.form_token)});
}

Html fact(std::string_view name, const Html& value) {
  return show_artifact_html::fact({.name = name, .value = value});
}

// What programs and support ask for.
Html facts(const core::Artifact& artifact) {
  Html list = fact("ID", show_artifact_html::id({artifact.id.to_string()}));
  if (artifact.external_id)
    list += fact("External ID", show_artifact_html::external_id({artifact.external_id->text()}));
  list += fact("Version", Html::text(artifact.version.to_string()));
  list += fact("Created", html::readable_moment(artifact.created_at));
  if (artifact.metadata != "{}") {
    list +=
        fact("Metadata", show_artifact_html::metadata({html::readable_json(artifact.metadata)}));
  }
  return list;
}

// What is done less often.
Html ways(const ArtifactPage& page, bool is_deleted) {
  const core::ArtifactId& id = page.artifact.id;
  Html list;
  if (!is_deleted) {
    list += show_artifact_html::changes(
        {.duplicate_path = path_of(id, "/duplicate"), .edit_path = path_of(id, "/edit")});
  }
  list += show_artifact_html::json({path_of(id, "/json")});
  if (page.viewer.is_owner) list += show_artifact_html::audit_log({id.to_string()});
  const std::string delete_path = path_of(id, "/delete");
  if (is_deleted)
    list += show_artifact_html::permanent_deletion({.delete_path = delete_path});
  else  // It can be restored.
    list += show_artifact_html::deletion(
        {.delete_path = delete_path,
         .form_token = pages::form_token_field(page.viewer.form_token)});
  return list;
}

Html header(const ArtifactPage& page) {
  const core::Artifact& artifact = page.artifact;
  const bool is_deleted = artifact.status == ArtifactStatus::deleted;
  const bool has_description = artifact.description && !artifact.description->empty();
  Html expiry;
  if (artifact.expires_at) {
    expiry = show_artifact_html::expiry(
        {.expires = artifact.status == ArtifactStatus::expired ? "expired" : "expires",
         .expires_at = html::readable_moment(*artifact.expires_at)});
  }
  return show_artifact_html::header(
      {.label = label_of(artifact),
       .actions = is_deleted ? restore_form(page)
                             : show_artifact_html::edit({path_of(artifact.id, "/content")}),
       .history_path = path_of(artifact.id, "/history"),
       .ways = ways(page, is_deleted),
       .facts = facts(artifact),
       .description =
           has_description ? show_artifact_html::description({*artifact.description}) : Html(),
       .kind = templates::definition_of(artifact.content_template).label,
       .updated_at = html::readable_moment(artifact.updated_at),
       .expiry = expiry});
}

Html preview(const core::Artifact& artifact) {
  Html kind;
  const auto& definition = templates::definition_of(artifact.content_template);
  if (definition.has_file)
    kind = show_artifact_html::download(
        {.preview_file_path = path_of(artifact.id, "/preview/file?download=1")});
  if (definition.has_form(templates::Form::picture))
    kind += show_artifact_html::picture({path_of(artifact.id, "/content#alt")});
  return show_artifact_html::preview(
      {.preview_path = path_of(artifact.id, "/preview"), .kind = kind});
}

Html views_chart(const ArtifactPage& page) {
  std::vector<pages::DayCount> views;
  for (const db::ViewDay& day : page.days) views.push_back({day.begins_at, day.views()});
  if (std::all_of(page.days.begin(), page.days.end(), std::mem_fn(&db::ViewDay::is_empty)))
    return {};
  return show_artifact_html::views_chart({.chart = pages::day_chart("Views", views),
                                          .views_path = path_of(page.artifact.id, "/views")});
}

// The last change by a program, which a person may want to undo.
Html program_change(const ArtifactPage& page) {
  if (page.artifact.status == ArtifactStatus::deleted || page.versions.size() < 2) return {};
  const core::Version& change = page.versions[0];
  const core::Version& before = page.versions[1];
  const bool is_by_program =
      change.author && (change.author->type == "key" || change.author->type == "app");
  if (!is_by_program) return {};
  const Html said = show_artifact_html::program_change(
      {.author = core::to_words(change.author),
       .note = change.note ? show_artifact_html::note({*change.note}) : Html()});
  if (before.erased_at) return show_artifact_html::change_by_program({said});
  const std::string last = path_of(page.artifact.id, "/history/" + before.number.to_string());
  return show_artifact_html::change_with_undo(
      {.last = last, .form_token = pages::form_token_field(page.viewer.form_token), .said = said});
}

// Why viewers cannot open the artifact; nothing if they can.
Html state_note(const core::Artifact& artifact) {
  if (artifact.disabled) {
    return pages::disabled_note(
        "this artifact: its links do not work, and no new ones can be created",
        artifact.disabled->reason);
  }
  if (artifact.deleted_at && !artifact.can_be_restored) return show_artifact_html::past_restoring();
  if (artifact.deleted_at) {
    return show_artifact_html::deleted(
        {.until = html::readable_moment(core::Timestamp::from_unix_milliseconds(
             artifact.deleted_at->unix_milliseconds() + kKeptMilliseconds))});
  }
  if (artifact.status == ArtifactStatus::expired)
    return show_artifact_html::expired({path_of(artifact.id, "/edit")});
  return {};
}

bool is_dead(const core::ListedShareLink& link) {
  const core::ShareLinkState& state = link.state;
  return state.revoked_at || state.has_ended || state.disabled || !link.url ||
         state.version_is_erased;
}

Html state_of(const core::ListedShareLink& link, const ArtifactPage& page) {
  const core::Artifact& artifact = page.artifact;
  const core::ShareLinkState& state = link.state;
  if (state.revoked_at)
    return show_artifact_html::revoked({html::readable_moment(*state.revoked_at)});
  if (state.disabled)
    return show_artifact_html::disabled_link(
        {.since = html::readable_moment(state.disabled->since)});
  if (!link.url) return show_artifact_html::key_removed();
  if (state.version_is_erased)
    return show_artifact_html::version_erased({state.options.version->to_string()});
  if (state.has_ended && state.options.max_views &&
      link.state.view_count >= *state.options.max_views)
    return show_artifact_html::views_reached();
  if (artifact.deleted_at && !state.has_ended) return show_artifact_html::artifact_deleted();
  const std::optional<core::Timestamp>& end = state.link.expires_at;
  const Html with_artifact = state.link.ends_by_artifact ? Html(" with the artifact") : Html();
  if (state.has_ended && end) {
    return show_artifact_html::expired_link(
        {.with_artifact = with_artifact, .end = html::readable_moment(*end)});
  }
  if (!end) return show_artifact_html::active_for_good();
  return show_artifact_html::active(
      {.with_artifact = with_artifact, .end = html::readable_moment(*end)});
}

Html views(const core::ListedShareLink& link) {
  const core::ShareLink& itself = link.state.link;
  Html text = show_artifact_html::views(
      {.views_path = path_of(itself.artifact, "/views?share=" + itself.id.to_string()),
       .view_count = html::group_thousands(link.state.view_count),
       .most = link.state.options.max_views
                   ? html::format(" of {}", html::group_thousands(
                                                std::int64_t{*link.state.options.max_views}))
                   : Html(),
       .previewers =
           link.state.view_count == 1 && !link.state.options.max_views ? "view" : "views"});
  if (link.state.last_viewed_at)
    text += html::format(", last viewed {}", html::readable_date(*link.state.last_viewed_at));
  return text;
}

Html properties(const core::ListedShareLink& link, const ArtifactPage& page) {
  Html list = show_artifact_html::state({state_of(link, page)});
  list += show_artifact_html::views_item({views(link)});
  if (link.state.has_password) list += show_artifact_html::password_protected();
  if (link.state.options.allow_download) list += show_artifact_html::downloads_allowed();
  if (link.state.options.remote_images == core::RemoteImages::click)
    list += show_artifact_html::images_when_clicked();
  if (link.state.options.remote_images == core::RemoteImages::off)
    list += show_artifact_html::images_never();
  const core::LinkOptions& options = link.state.options;
  if (options.version && !link.state.version_is_erased)
    list += show_artifact_html::stays_at_version({options.version->to_string()});
  if (options.show_history && !link.state.options.max_views)
    list += show_artifact_html::shows_history();
  if (const auto shows = options.show_sender)
    list += *shows ? show_artifact_html::shows_sender() : show_artifact_html::hides_sender();
  return show_artifact_html::properties({list});
}

Html address(const core::ListedShareLink& link) {
  if (link.state.disabled) return pages::disabled_note("this link", link.state.disabled->reason);
  if (!link.url) return show_artifact_html::key_gone();
  return show_artifact_html::address(
      {.url = *link.url, .open = is_dead(link) ? Html() : show_artifact_html::open({*link.url})});
}

// The element that shows it on another site, as docs/embedding.md describes it.
Html embed_code(const core::ListedShareLink& link, const ArtifactPage& page) {
  if (page.embedders.empty()) return {};
  const Html frame =
      show_artifact_html::embed_code({.url = *link.url, .label = label_of(page.artifact)});
  return show_artifact_html::embedding({.embedders = page.embedders, .frame = frame.str()});
}

Html codes(const core::ListedShareLink& link, const ArtifactPage& page, std::string_view path) {
  if (is_dead(link)) return {};
  return show_artifact_html::codes(
      {.summary = page.embedders.empty() ? "QR code" : "QR code and embed code",
       .path = path,
       .embed_code = embed_code(link, page)});
}

// Whether it was just made or changed, and says so itself.
bool has_notice(const core::ListedShareLink& link, const ArtifactPage& page) {
  return !page.notice.empty() && page.marked == link.state.link.id && !is_dead(link);
}

Html link_card(const core::ListedShareLink& link, const ArtifactPage& page) {
  const core::ShareId& id = link.state.link.id;
  const std::string path = path_of(page.artifact.id, "/shares/" + id.to_string());
  Html inner;
  if (has_notice(link, page)) inner += show_artifact_html::link_notice({page.notice});
  if (const auto& name = link.state.options.name)
    inner += show_artifact_html::link_name({name->text()});
  inner += properties(link, page);
  if (!link.state.revoked_at) {
    inner += address(link);
    inner += show_artifact_html::link_actions({.path = path, .codes = codes(link, page, path)});
  }
  return show_artifact_html::link_card(
      {.id = id.to_string(),
       .dead = is_dead(link) ? " dead" : "",
       .marked = page.marked == id ? " marked" : "",
       .current = page.marked == id ? Html(" aria-current=\"true\"") : Html(),
       .inner = inner});
}

Html new_link(const ArtifactPage& page, bool is_first) {
  const core::Artifact& artifact = page.artifact;
  if (artifact.disabled) return {};
  switch (artifact.status) {
    case ArtifactStatus::deleted:
      if (!artifact.can_be_restored) return {};
      return show_artifact_html::after_restoring();
    case ArtifactStatus::expired:
      return show_artifact_html::after_extending();
    case ArtifactStatus::active:
      break;
  }
  return show_artifact_html::new_link(
      {.shares_new_path = path_of(artifact.id, "/shares/new"),
       .form_token = pages::form_token_field(page.viewer.form_token),
       .download = templates::definition_of(artifact.content_template).limits_downloads
                       ? show_artifact_html::allowed_download()
                       : Html(),
       .quiet = is_first ? Html() : Html(" class=\"quiet\"")});
}

Html more_links(const ArtifactPage& page) {
  const std::string path = path_of(page.artifact.id);
  Html ways;
  if (!page.shows_newest_links) ways += show_artifact_html::newest_links({path});
  if (page.older_links)
    ways += show_artifact_html::older_links({.path = path, .older_links = *page.older_links});
  return ways.empty() ? Html() : show_artifact_html::more_links({ways});
}

// The links that work, the one with the notice first, and behind a click those that do not.
Html links(const ArtifactPage& page) {
  Html working;
  Html dead;
  bool is_dead_one_marked = false;
  for (const core::ListedShareLink& link : page.links) {
    const bool is_one_dead = is_dead(link);
    Html card = link_card(link, page);
    if (has_notice(link, page))
      working = std::move(card += working);
    else
      (is_one_dead ? dead : working) += card;
    if (is_one_dead && page.marked == link.state.link.id) is_dead_one_marked = true;
  }
  Html list;
  if (!working.empty()) list += show_artifact_html::working_links({working});
  if (!dead.empty()) {
    list += show_artifact_html::dead_links(
        {.open = is_dead_one_marked || working.empty() ? Html(" open") : Html(), .dead = dead});
  }
  if (page.links.empty() && page.artifact.status == ArtifactStatus::active &&
      page.shows_newest_links) {
    list += show_artifact_html::no_links();
  }
  list += more_links(page);
  return show_artifact_html::links({.new_link = new_link(page, working.empty()), .list = list});
}

// The notice of what was done, unless it is in a link's card.
Html notice(const ArtifactPage& page) {
  const bool is_in_card =
      std::any_of(page.links.begin(), page.links.end(),
                  [&](const core::ListedShareLink& link) { return has_notice(link, page); });
  return is_in_card ? Html() : pages::done_note(page.notice);
}

Html artifact_page(const ArtifactPage& page) {
  const core::Artifact& artifact = page.artifact;
  return pages::frame(label_of(artifact), pages::Section::artifacts, page.viewer,
                      show_artifact_html::artifact({.header = header(page),
                                                    .notice = notice(page),
                                                    .problem = pages::problem_note(page.problem),
                                                    .state_note = state_note(artifact),
                                                    .program_change = program_change(page),
                                                    .links = links(page),
                                                    .preview = preview(artifact),
                                                    .views_chart = views_chart(page)}),
                      link_assets());
}

// The number of share links shown on a page.
constexpr int kLinksPerPage = 50;

// The link that the address marks. It is added in front of the page's links if it is not among them
// and still exists.
std::optional<core::ShareId> marked_link(const Context& context, const core::ArtifactId& artifact,
                                         std::vector<core::ListedShareLink>& links) {
  const auto id = core::ShareId::parse(context.request.query("link").value_or(""));
  if (!id) return std::nullopt;
  const bool is_shown =
      std::any_of(links.begin(), links.end(),
                  [&](const core::ListedShareLink& link) { return link.state.link.id == *id; });
  if (!is_shown)
    if (auto link = context.app.share_link_lists.find_any(context.principal, artifact, *id))
      links.insert(links.begin(), *link);
  return id;
}

// Nothing if no site may.
std::string_view embedders(const core::Configuration& configuration) {
  const std::string_view sites = configuration.frame_ancestors;
  return sites == "'none'" ? std::string_view() : sites;
}

core::Result<fcgi::Response> artifact_response(const Context& context, int status,
                                               std::string_view problem) {
  const auto artifact = own_artifact(context, Content::without);
  if (!artifact) return artifact.error();
  auto links = context.app.share_link_lists.list(
      context.principal, artifact->id,
      {.status = std::nullopt, .cursor = context.request.query("links"), .limit = kLinksPerPage});
  if (!links) return links.error();
  const auto marked = marked_link(context, artifact->id, links->links);
  auto versions =
      context.app.artifact_versions.list(context.principal, artifact->id, std::nullopt, 2);
  if (!versions) return versions.error();
  auto views = context.app.share_link_lists.views(context.principal, artifact->id, std::nullopt);
  if (!views) return views.error();
  return page(status, artifact_page({.viewer = signed_in_user(context),
                                     .artifact = *artifact,
                                     .links = links->links,
                                     .days = std::move(views->days),
                                     .versions = std::move(versions->versions),
                                     .marked = marked,
                                     .older_links = links->next_cursor,
                                     .shows_newest_links = !context.request.query("links"),
                                     .embedders = embedders(context.configuration),
                                     .notice = notice_of(context.request),
                                     .problem = problem}));
}

core::Result<fcgi::Response> show_artifact(const Context& context) {
  return artifact_response(context, 200, {});
}

core::Result<fcgi::Response> restore_artifact(const Context& context) {
  const core::ArtifactId id = artifact_id(context);
  const auto restored = context.app.artifacts.restore(context.principal, id, Content::without);
  if (restored) return redirect(with_notice(path_of(id), Notice::restored));
  // It is restored already, which was the intention.
  if (restored.error().code == core::ErrorCode::not_deleted) return redirect(path_of(id));
  return form_refusal(page_problem(restored.error()), [&](int status, std::string_view problem) {
    return artifact_response(context, status, problem);
  });
}

core::Result<fcgi::Response> show_artifact_json(const Context& context) {
  const auto answer = [&](const core::Artifact& artifact) -> core::Result<fcgi::Response> {
    return framed_page(
        context, 200, label_of(artifact), pages::Section::artifacts,
        show_artifact_html::json_page({.breadcrumb = breadcrumb(artifact),
                                       .content = html::readable_json(artifact.content)}));
  };
  return with_content(context, artifact_id(context), answer);
}

}  // namespace

std::vector<Endpoint> artifact_endpoints() {
  return {{{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}",
            .access = Access::user},
           show_artifact},
          {{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/json",
            .access = Access::user},
           show_artifact_json},
          {{.method = Method::post,
            .pattern = "/dashboard/artifacts/{artifact_id}/restore",
            .access = Access::user},
           restore_artifact}};
}

}  // namespace handlers::dashboard
