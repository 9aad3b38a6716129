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
  std::vector<core::ContentId> erased;       // of the versions at which links stay
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
  return html::format(
      "<form method=\"post\" action=\"{}\">{}<button>Restore artifact</button></form>\n",
      path_of(page.artifact.id, "/restore"), pages::form_token_field(page.viewer.form_token));
}

Html actions(const ArtifactPage& page) {
  const core::ArtifactId& id = page.artifact.id;
  if (page.artifact.status == ArtifactStatus::deleted) {
    return html::format("{}<a class=\"button quiet\" href=\"{}\">Delete permanently…</a>\n",
                        restore_form(page), path_of(id, "/delete"));
  }
  return html::format(
      "<a class=\"button quiet\" href=\"{}\">Edit details</a>\n"
      "<a class=\"button quiet\" href=\"{}\">Edit content</a>\n"
      "<a class=\"button quiet\" href=\"{}\">Duplicate</a>\n"
      "<a class=\"button quiet\" href=\"{}\">Delete artifact…</a>\n",
      path_of(id, "/edit"), path_of(id, "/content"), path_of(id, "/duplicate"),
      path_of(id, "/delete"));
}

Html header(const ArtifactPage& page) {
  return html::format(
      "<div class=\"title-row\">\n"
      "<h1 dir=\"auto\">{}</h1>\n"
      "<div class=\"actions\">\n{}</div>\n"
      "</div>\n",
      label_of(page.artifact), actions(page));
}

Html preview(const core::Artifact& artifact) {
  return html::format(
      "<section class=\"preview\" aria-label=\"Preview\">\n"
      "<iframe src=\"{}\" title=\"Artifact preview\" loading=\"lazy\"></iframe>\n"
      "<p class=\"hint\"><a href=\"{}\" target=\"_blank\">Open preview in a new tab</a>"
      "{}</p>\n"
      "</section>\n",
      path_of(artifact.id, "/preview"), path_of(artifact.id, "/preview"),
      templates::definition_of(artifact.content_template).has_file
          ? html::format(" · <a href=\"{}\">Download PDF</a>",
                         path_of(artifact.id, "/preview/file?download=1"))
          : Html());
}

Html fact(std::string_view name, const Html& value) {
  return html::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, value);
}

Html expiry(const core::Artifact& artifact) {
  return artifact.expires_at ? html::readable_moment(*artifact.expires_at) : Html("Never");
}

Html facts(const ArtifactPage& page) {
  const core::Artifact& artifact = page.artifact;
  Html list = fact("Status", status_badge(artifact));
  if (artifact.description && !artifact.description->empty()) {
    list += fact("Description", html::format("<span class=\"lines\" dir=\"auto\">{}</span>",
                                             *artifact.description));
  }
  list += fact("Template", Html::text(templates::definition_of(artifact.content_template).label));
  list += fact("Created", html::readable_moment(artifact.created_at));
  list += fact("Updated", html::readable_moment(artifact.updated_at));
  list +=
      fact(artifact.status == ArtifactStatus::expired ? "Expired" : "Expires", expiry(artifact));
  if (artifact.deleted_at) list += fact("Deleted", html::readable_moment(*artifact.deleted_at));
  if (artifact.external_id) {
    list += fact("External ID", html::format("<code>{}</code>", artifact.external_id->text()));
  }
  list += fact("ID", html::format("<code>{}</code>", artifact.id.to_string()));
  list +=
      fact("Version", html::format("{} · <a href=\"{}\">History</a>", artifact.version.to_string(),
                                   path_of(artifact.id, "/history")));
  list += fact("Content",
               html::format("<a href=\"{}\">View as JSON</a>", path_of(artifact.id, "/json")));
  if (page.viewer.is_owner) {
    list +=
        fact("Changes", html::format("<a href=\"/dashboard/settings/audit?artifact={}\">View in "
                                     "the audit log</a>",
                                     artifact.id.to_string()));
  }
  if (artifact.metadata != "{}") {
    list += fact("Metadata", html::format("<pre tabindex=\"0\" aria-label=\"Metadata\">{}</pre>",
                                          html::readable_json(artifact.metadata)));
  }
  return html::format("<dl class=\"facts\">\n{}</dl>\n", list);
}

Html views_chart(const ArtifactPage& page) {
  std::vector<pages::DayCount> views;
  for (const db::ViewDay& day : page.days) views.push_back({day.begins_at, day.views()});
  if (std::all_of(page.days.begin(), page.days.end(), std::mem_fn(&db::ViewDay::is_empty)))
    return {};
  return html::format(
      "<section class=\"artifact-views\" aria-label=\"Views\">\n{}"
      "<p class=\"hint\"><a href=\"{}\">Views by day</a></p></section>\n",
      pages::day_chart("Views", views), path_of(page.artifact.id, "/views"));
}

// The last change by a program, which a person may want to undo.
Html program_change(const ArtifactPage& page) {
  if (page.artifact.status == ArtifactStatus::deleted || page.versions.size() < 2) return {};
  const core::Version& change = page.versions[0];
  const core::Version& before = page.versions[1];
  const bool is_by_program =
      change.author && (change.author->type == "key" || change.author->type == "app");
  if (!is_by_program) return {};
  const Html said = html::format(
      "<p>Changed {} by <span dir=\"auto\">{}</span>{}</p>\n",
      html::readable_moment(change.created_at), core::to_words(change.author),
      change.note ? html::format(": “<span dir=\"auto\">{}</span>”", *change.note) : Html());
  if (before.erased_at) {
    return html::format(
        "<div class=\"program-change\">{}<p>The version before was erased.</p></div>\n", said);
  }
  const std::string last = path_of(page.artifact.id, "/history/" + before.number.to_string());
  return html::format(
      "<form method=\"post\" action=\"{}/restore\" class=\"program-change\">{}{}"
      "<p><a href=\"{}\">See what it was before</a></p>\n"
      "<button class=\"quiet\">Undo</button></form>\n",
      last, pages::form_token_field(page.viewer.form_token), said, last);
}

// Why viewers cannot open the artifact; nothing if they can.
Html state_note(const core::Artifact& artifact) {
  if (artifact.disabled) {
    return pages::disabled_note(
        "this artifact: its links do not work, and no new ones can be created",
        artifact.disabled->reason);
  }
  if (artifact.deleted_at && !artifact.can_be_restored) {
    return html::format(
        "<p class=\"problem\">This artifact was deleted more than 30 days ago. It cannot be "
        "restored, "
        "and will be removed soon. Until then it counts towards your storage; delete it "
        "permanently "
        "to free that now.</p>\n");
  }
  if (artifact.deleted_at) {
    return html::format(
        "<p class=\"problem\">This artifact is deleted. You can restore it until {}; after that, "
        "it is removed permanently.</p>\n",
        html::readable_moment(core::Timestamp::from_unix_milliseconds(
            artifact.deleted_at->unix_milliseconds() + kKeptMilliseconds)));
  }
  if (artifact.status == ArtifactStatus::expired) {
    return html::format(
        "<p class=\"problem\">This artifact has expired, so its share links do not work. <a "
        "href=\"{}\">Change its expiry</a> to make it active again.</p>\n",
        path_of(artifact.id, "/edit"));
  }
  return {};
}

// The version at which the link stays, if it was erased.
std::optional<core::VersionNumber> erased_version(const core::ShareLinkState& link,
                                                  const ArtifactPage& page) {
  if (!link.options.version) return std::nullopt;
  for (const core::ContentId& erased : page.erased)
    if (erased.version == link.options.version) return erased.version;
  return std::nullopt;
}

bool is_dead(const core::ListedShareLink& link, const ArtifactPage& page) {
  const core::ShareLinkState& state = link.state;
  return state.revoked_at || state.has_ended || state.disabled || !link.url ||
         erased_version(state, page);
}

Html state_of(const core::ListedShareLink& link, const ArtifactPage& page) {
  const core::Artifact& artifact = page.artifact;
  const core::ShareLinkState& state = link.state;
  if (state.revoked_at)
    return html::format("<span class=\"badge bad\">Revoked</span> {}",
                        html::readable_moment(*state.revoked_at));
  if (state.disabled)
    return html::format("<span class=\"badge bad\">Disabled</span> {}",
                        html::readable_moment(state.disabled->since));
  if (!link.url) return {"<span class=\"badge bad\">Signing key removed</span>"};
  if (const auto erased = erased_version(state, page))
    return html::format("<span class=\"badge bad\">Version {} erased</span>", erased->to_string());
  if (state.has_ended && state.options.max_views &&
      link.state.view_count >= *state.options.max_views)
    return {"<span class=\"badge\">View limit reached</span>"};
  if (artifact.deleted_at && !state.has_ended)
    return {"<span class=\"badge bad\">Artifact deleted</span>"};
  const std::optional<core::Timestamp>& end = state.link.expires_at;
  const Html with_artifact = state.link.ends_by_artifact ? Html(" with the artifact") : Html();
  if (state.has_ended && end) {
    return html::format("<span class=\"badge\">Expired</span>{} {}", with_artifact,
                        html::readable_moment(*end));
  }
  if (!end) return {"<span class=\"badge good\">Active</span> · never expires"};
  return html::format("<span class=\"badge good\">Active</span> · expires{} {}", with_artifact,
                      html::readable_moment(*end));
}

Html views(const core::ListedShareLink& link) {
  const core::ShareLink& itself = link.state.link;
  Html text = html::format(
      "<a href=\"{}\">{}{} {}</a>",
      path_of(itself.artifact, "/views?share=" + itself.id.to_string()),
      html::group_thousands(link.state.view_count),
      link.state.options.max_views
          ? html::format(" of {}",
                         html::group_thousands(std::int64_t{*link.state.options.max_views}))
          : Html(),
      link.state.view_count == 1 && !link.state.options.max_views ? "view" : "views");
  if (link.state.last_viewed_at)
    text += html::format(", last viewed {}", html::readable_moment(*link.state.last_viewed_at));
  return text;
}

Html properties(const core::ListedShareLink& link, const ArtifactPage& page) {
  Html list = html::format("<li>{}</li>\n", state_of(link, page));
  list += html::format("<li>{}</li>\n", views(link));
  if (link.state.has_password) list += "<li>Password protected</li>\n";
  if (link.state.options.allow_download) list += "<li>Downloads allowed</li>\n";
  if (link.state.options.remote_images == core::RemoteImages::click)
    list += "<li>Images from other sites load when clicked</li>\n";
  if (link.state.options.remote_images == core::RemoteImages::off)
    list += "<li>Images from other sites never load</li>\n";
  const core::LinkOptions& options = link.state.options;
  if (options.version && !erased_version(link.state, page))
    list += html::format("<li>Stays at version {}</li>\n", options.version->to_string());
  if (options.show_history && !link.state.options.max_views)
    list += "<li>Viewers can read the history</li>\n";
  if (const auto shows = options.show_sender)
    list += *shows ? Html("<li>Shows who shares</li>\n") : Html("<li>Hides who shares</li>\n");
  list += html::format("<li>Created {}</li>\n", html::readable_date(link.state.link.created_at));
  return html::format("<ul class=\"properties\">\n{}</ul>\n", list);
}

Html address(const core::ListedShareLink& link) {
  if (link.state.disabled) return pages::disabled_note("this link", link.state.disabled->reason);
  if (!link.url) {
    return {
        "<p class=\"hint\">The key that signed this share link was removed, so its URL no longer "
        "works. Create a new link.</p>\n"};
  }
  return html::format(
      "<div class=\"to-copy\"><code class=\"address\" tabindex=\"0\" role=\"group\" "
      "aria-label=\"Share link URL\">{}</code></div>\n",
      *link.url);
}

// The element that shows it on another site, as docs/embedding.md describes it.
Html embed_code(const core::ListedShareLink& link, const ArtifactPage& page) {
  if (page.embedders.empty()) return {};
  const Html frame = html::format(
      "<iframe src=\"{}&embed=1\" title=\"{}\" loading=\"lazy\" style=\"width: 100%; height: "
      "30rem; "
      "border: 0\"></iframe>",
      *link.url, label_of(page.artifact));
  return html::format(
      "<p class=\"hint\">To embed it in a page of {}:</p>\n"
      "<div class=\"to-copy\"><pre><code tabindex=\"0\" role=\"group\" "
      "aria-label=\"Embed code\">{}</code></pre></div>\n",
      page.embedders, frame.str());
}

Html codes(const core::ListedShareLink& link, const ArtifactPage& page, std::string_view path) {
  if (is_dead(link, page)) return {};
  return html::format(
      "<details>\n<summary>{}</summary>\n"
      "<img class=\"qr-code\" src=\"{}/qr-code\" alt=\"QR code of the share link\" width=\"208\" "
      "height=\"208\" loading=\"lazy\">\n{}</details>\n",
      page.embedders.empty() ? "QR code" : "QR code and embed code", path, embed_code(link, page));
}

Html link_card(const core::ListedShareLink& link, const ArtifactPage& page) {
  const core::ShareId& id = link.state.link.id;
  const std::string path = path_of(page.artifact.id, "/shares/" + id.to_string());
  Html inner;
  if (const auto& name = link.state.options.name)
    inner += html::format("<h3 dir=\"auto\">{}</h3>\n", name->text());
  inner += properties(link, page);
  if (!link.state.revoked_at) {
    inner += address(link);
    inner += html::format(
        "<div class=\"link-actions\"><a href=\"{}/edit\">Change link</a> <a "
        "href=\"{}/revoke\">Revoke</a>\n{}</div>\n",
        path, path, codes(link, page, path));
  }
  return html::format("<li id=\"{}\" class=\"link{}{}\">\n{}</li>\n", id.to_string(),
                      is_dead(link, page) ? " dead" : "",
                      page.marked == id ? Html(" marked\" aria-current=\"true") : Html(), inner);
}

Html new_link(const core::Artifact& artifact) {
  if (artifact.disabled) return {};
  switch (artifact.status) {
    case ArtifactStatus::deleted:
      if (!artifact.can_be_restored) return {};
      return {"<p class=\"hint\">They do not work until the artifact is restored.</p>\n"};
    case ArtifactStatus::expired:
      return {
          "<p class=\"hint\">This artifact has expired, so its share links do not work. Change its "
          "expiry to create new ones.</p>\n"};
    case ArtifactStatus::active:
      break;
  }
  return html::format("<a class=\"button\" href=\"{}\">Create link</a>\n",
                      path_of(artifact.id, "/shares/new"));
}

Html more_links(const ArtifactPage& page) {
  const std::string path = path_of(page.artifact.id);
  Html ways;
  if (!page.shows_newest_links)
    ways += html::format("<a class=\"button quiet\" href=\"{}#links\">Newest</a>\n", path);
  if (page.older_links) {
    ways += html::format(
        "<a class=\"button quiet\" rel=\"next\" href=\"{}?links={}#links\">Older</a>\n", path,
        *page.older_links);
  }
  return ways.empty() ? Html() : html::format("<p class=\"actions\">{}</p>\n", ways);
}

// The links that work, and behind a click those that do not.
Html links(const ArtifactPage& page) {
  Html working;
  Html dead;
  bool is_dead_one_marked = false;
  for (const core::ListedShareLink& link : page.links) {
    const bool is_one_dead = is_dead(link, page);
    (is_one_dead ? dead : working) += link_card(link, page);
    if (is_one_dead && page.marked == link.state.link.id) is_dead_one_marked = true;
  }
  Html list;
  if (!working.empty()) list += html::format("<ul class=\"links\">\n{}</ul>\n", working);
  if (!dead.empty()) {
    list += html::format(
        "<details class=\"dead-links\"{}>\n<summary>Links that do not work</summary>\n"
        "<ul class=\"links\">\n{}</ul>\n</details>\n",
        is_dead_one_marked || working.empty() ? Html(" open") : Html(), dead);
  }
  if (page.links.empty() && page.artifact.status == ArtifactStatus::active &&
      page.shows_newest_links) {
    list += Html(
        "<p class=\"hint\">No share links yet. Anyone with a share link can view this artifact "
        "without an account until the link expires.</p>\n");
  }
  list += more_links(page);
  return html::format(
      "<section id=\"links\" aria-labelledby=\"links-title\">\n"
      "<div class=\"title-row\"><h2 id=\"links-title\">Share links</h2>\n{}</div>\n"
      "{}</section>\n",
      new_link(page.artifact), list);
}

// The notice of what was done; the link itself, if it was made or changed.
Html notice(const ArtifactPage& page) {
  const auto link = std::find_if(
      page.links.begin(), page.links.end(),
      [&](const core::ListedShareLink& one) { return one.state.link.id == page.marked; });
  if (page.notice.empty() || link == page.links.end() || is_dead(*link, page))
    return pages::done_note(page.notice);
  return html::format(
      "<div class=\"done\" role=\"status\"><p>{}</p>\n"
      "<div class=\"to-copy\"><code class=\"address\" tabindex=\"0\" role=\"group\" "
      "aria-label=\"URL to share\">{}</code></div></div>\n",
      page.notice, *link->url);
}

Html artifact_page(const ArtifactPage& page) {
  const core::Artifact& artifact = page.artifact;
  return pages::frame(
      label_of(artifact), pages::Section::artifacts, page.viewer,
      html::format("<p class=\"breadcrumb\"><a href=\"/dashboard/artifacts\">Artifacts</a></p>\n"
                   "{}{}{}{}{}{}"
                   "<div class=\"artifact\">\n{}<div>\n{}{}</div>\n</div>\n",
                   header(page), notice(page), pages::problem_note(page.problem),
                   state_note(artifact), program_change(page), links(page), preview(artifact),
                   views_chart(page), facts(page)),
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
  std::vector<core::ContentId> pinned;
  for (const core::ListedShareLink& link : links->links)
    if (link.state.options.version) pinned.emplace_back(artifact->id, link.state.options.version);
  auto erased = context.app.artifact_versions.erased_among(context.principal, pinned);
  if (!erased) return erased.error();
  auto views = context.app.share_link_lists.views(context.principal, artifact->id, std::nullopt);
  if (!views) return views.error();
  return page(status, artifact_page({.viewer = signed_in_user(context),
                                     .artifact = *artifact,
                                     .links = links->links,
                                     .days = std::move(views->days),
                                     .versions = std::move(versions->versions),
                                     .erased = *std::move(erased),
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
  const core::ArtifactId id = artifact_id(context.request);
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
    return page(
        200,
        pages::frame(label_of(artifact), pages::Section::artifacts, signed_in_user(context),
                     html::format("{}<h1>Content</h1>\n"
                                  "<pre class=\"plain-source\" tabindex=\"0\">{}</pre>\n",
                                  breadcrumb(artifact), html::readable_json(artifact.content))));
  };
  return with_content(context, artifact_id(context.request), answer);
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
