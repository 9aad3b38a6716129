// The pages of share links: GET and POST /a/{artifact_id}, GET …/file, its PDF or picture, and GET
// …/rows, the rows of its table
#include <cstddef>
#include <optional>
#include <string>
#include <variant>

#include "core/artifact.h"
#include "core/text/json_writer.h"
#include "handlers/endpoint.h"
#include "handlers/file_response.h"
#include "handlers/page_response.h"
#include "handlers/representation.h"
#include "handlers/request.h"
#include "handlers/share_pages/ended_link.h"
#include "handlers/share_pages/password_prompt.h"
#include "handlers/share_pages/viewer_request.h"
#include "pages/share_page.h"
#include "runtime/process.h"
#include "templates/image/picture.h"
#include "templates/registry.h"

namespace handlers {
namespace {

// One link as it was asked for.
struct Asked {
  const Context& context;
  const app::ShareAddress& address;
};

// No view of a link with a view limit was counted yet, so its cover shows nothing of the content.
std::optional<std::string> title_of(const app::Cover& cover) {
  if (cover.link.has_view_limit()) return cover.link.title;
  return core::display_title(cover.link.title, cover.link.first_heading);
}

pages::LinkPreview link_preview(const Asked& asked, const db::SharedView& link) {
  return link_preview(asked.context, asked.address, link.content_template, link.version);
}

fcgi::Response answer(const Asked& asked, const app::PasswordRefusal& refusal) {
  return password_prompt(asked.context, asked.address, refusal);
}

fcgi::Response answer(const Asked& asked, const app::Cover& cover) {
  const pages::Presentation presentation = wanted_presentation(asked.context.request);
  const std::string path = requested_path(asked.context.request, asked.address);
  return page(
      asked.context.configuration, 200,
      pages::cover_page(
          asked.context.configuration.installation,
          {
              .content_template = cover.link.content_template,
              .title = title_of(cover),
              .description = cover.link.description,
              .views = cover.link.has_view_limit()
                           ? std::optional(pages::ViewsLeft{
                                 static_cast<std::size_t>(cover.link.views_left),
                                 static_cast<std::size_t>(*cover.link.options.max_views)})
                           : std::nullopt,
              .sender = cover.link.sender,
              .path = presentation == pages::Presentation::embedded ? path + "&embed=1" : path,
              .language = wanted_language(asked.context.request),
              .link_preview = link_preview(asked, cover.link),
          },
          presentation));
}

// The content's forms for programs, as a header (RFC 8288).
std::string alternates(const app::ShareAddress& address, core::Template content_template) {
  std::string links;
  for (const rendering::Form form : templates::kForms) {
    if (!templates::definition_of(content_template).has_form(form)) continue;
    links.append(links.empty() ? "<" : ", <").append(form_path(address, form));
    links.append(">; rel=\"alternate\"; type=\"").append(templates::media_type_of(form));
    links += '"';
  }
  return links;
}

// A link that stays at a version leads to another one by its number only.
std::optional<pages::NewestVersion> newest_version(const app::ShareAddress& address,
                                                   const db::SharedView& link) {
  const core::VersionNumber number = link.newest_version;
  if (!link.tells_of_newer() || link.version == number) return std::nullopt;
  app::ShareAddress newest{address.artifact, address.token};
  if (link.options.version) newest.version = number.to_string();
  return pages::NewestVersion{number, page_path(newest)};
}

fcgi::Response as_page(const Asked& asked, const app::OpenedArtifact& opened,
                       const templates::RenderedContent& content) {
  const bool is_table = opened.link.content_template == core::Template::table;
  const pages::SharedArtifact shown{
      .content_template = opened.link.content_template,
      .title = opened.link.title,
      .description = opened.link.description,
      .created_at = opened.link.created_at,
      .version = opened.link.version,
      .version_at = opened.link.version_at,
      .is_pinned = opened.link.options.version || asked.address.version,
      .newest = newest_version(asked.address, opened.link),
      .live = asked.address.version ? core::LiveUpdates::off : opened.link.live(),
      .history_path = opened.link.shows_history() ? history_path(asked.address) : std::string(),
      .link_expires_at = opened.link.expires_at,
      .now = opened.link.now,
      .file_path = content.has_file || content.picture ? file_path(asked.address) : std::string(),
      .rows_path = is_table ? rows_path(asked.address) : std::string(),
      .csv_path = is_table ? csv_path(asked.address) : std::string(),
      .document_url = content.has_document && !opened.opened.empty()
                          ? document_url(asked.context.configuration, asked.address, opened.opened)
                          : std::string(),
      .forms_path = page_path(asked.address),
      .web_pages = asked.context.configuration.html,
      .has_view_limit = opened.link.has_view_limit(),
      .allow_download = opened.link.options.allow_download,
      .language = wanted_language(asked.context.request),
      .sender = opened.link.sender,
      .link_preview = link_preview(asked, opened.link),
  };
  const std::string frame =
      content.has_document ? document_place(asked.context.configuration, asked.address.artifact)
                           : "'self'";
  fcgi::Response response =
      page(asked.context.configuration, 200,
           pages::share_page(asked.context.configuration.installation, shown, content,
                             wanted_presentation(asked.context.request)),
           {content.document_origin, content.has_remote_images, content.has_data_images, frame});
  response.header("Link", alternates(asked.address, opened.link.content_template));
  return response;
}

std::string json_of(const app::OpenedArtifact& opened, const std::string& content) {
  core::JsonWriter json;
  json.begin_object();
  json.member("id", opened.artifact.to_string());
  json.member("template", core::to_string(opened.link.content_template));
  json.member("title", opened.link.title);
  json.member("description", opened.link.description);
  json.member("version", opened.link.version.value());
  json.key("content").raw(content);
  json.member("createdAt", opened.link.created_at.rfc3339());
  json.member("updatedAt", opened.link.updated_at.rfc3339());
  if (opened.link.expires_at) json.member("expiresAt", opened.link.expires_at->rfc3339());
  json.end_object();
  return json.text();
}

std::string text_type(rendering::Form form) {
  return std::string(templates::media_type_of(form)) + "; charset=utf-8";
}

fcgi::Response as_whole_picture(const Asked& asked, const std::string& bytes) {
  const auto type = templates::picture_type_of(bytes).value();
  const std::string_view media_type = templates::kind_of(type).media_type;
  fcgi::Response response = fcgi::Response::plain(200, media_type, bytes);
  add_file_headers(asked.context.configuration, response, media_type);
  return response;
}

fcgi::Response as_text(const Asked& asked, const app::OpenedArtifact& opened,
                       const app::OpenedArtifact::Text& content) {
  const std::string& text = content.entry->text;
  if (content.form == rendering::Form::picture) return as_whole_picture(asked, text);
  fcgi::Response response = content.form == rendering::Form::json
                                ? fcgi::Response::json(200, json_of(opened, text))
                                : fcgi::Response::plain(200, text_type(content.form), text);
  add_page_headers(asked.context.configuration, response);
  return response;
}

// nginx keeps up to a megabyte of a response in memory, and more on disk for as long as a client
// takes to read it. So it limits how many responses a network may read at once, but not of those
// requests for a page that it marks. A large response to one of these is sent to a request that is
// not: for the same address with `large`. (nginx/artifact-share.conf.in)
constexpr std::size_t kUnlimitedBytes = 900'000;

bool is_unlimited(const fcgi::Request& request) {
  return request.method() == fcgi::Method::get && request.has("UNLIMITED_DOWNLOAD");
}

fcgi::Response answer(const Asked& asked, const app::TooLarge& /*content*/) {
  // It has a query, as it has a token.
  const std::string_view sent = asked.context.request.parameter("REQUEST_URI");
  std::string same(asked.context.request.path());
  fcgi::Response response =
      fcgi::Response::see_other(same.append(sent.substr(sent.find('?'))).append("&large=1"));
  add_page_headers(asked.context.configuration, response);
  return response;
}

// Weak (RFC 9110, 8.8.3), as the response may be compressed on its way.
std::string weak_tag(const std::string& entity_tag) { return "W/" + entity_tag; }

fcgi::Response answer(const Asked& asked, const app::Unchanged& unchanged) {
  fcgi::Response response = fcgi::Response::plain(304, {}, {});
  response.header("ETag", weak_tag(unchanged.entity_tag));
  add_page_headers(asked.context.configuration, response);
  return response;
}

fcgi::Response answer(const Asked& asked, const app::OpenedArtifact& opened) {
  const auto* text = std::get_if<app::OpenedArtifact::Text>(&opened.content);
  fcgi::Response response =
      text != nullptr
          ? as_text(asked, opened, *text)
          : as_page(asked, opened, *std::get<rendering::RenderCache::Entry>(opened.content));
  response.keep_until_written(opened.turn);
  if (!opened.entity_tag.empty()) response.header("ETag", weak_tag(opened.entity_tag));
  if (opened.link.has_view_limit() && asked.context.request.method() == fcgi::Method::head)
    response.omit_length();
  if (opened.viewed) {
    response.header("Set-Cookie", viewed_cookie(asked.address, *opened.viewed,
                                                wanted_presentation(asked.context.request)));
  }
  return response;
}

// The text of all that a page depends on besides its link: how it is presented, the installation
// and the program.
std::string variant_of(const Context& context) {
  std::string variant(runtime::version());
  variant.append(context.configuration.installation.digest);
  variant.append(html::tag_of(wanted_language(context.request)));
  variant.append(std::to_string(static_cast<int>(wanted_presentation(context.request))));
  return variant;
}

// Opens the link that the request names, and answers with what it gives. Errors: those of
// app::ShareViews::open().
core::Result<fcgi::Response> open_link(const Context& context, app::Opening opening) {
  const app::ShareAddress address = share_address(context.request);
  const CookieProofs proofs(context.request);
  const auto opened = context.app.share_views.open(
      address, viewer(context.request, proofs), opening, wanted_forms(context.request),
      {if_none_match(context.request), variant_of(context)},
      is_unlimited(context.request) ? std::optional(kUnlimitedBytes) : std::nullopt);
  if (!opened) return refused(context, address, opened.error());
  const Asked asked{context, address};
  return std::visit([&](const auto& outcome) { return answer(asked, outcome); }, *opened);
}

// GET /a/{artifact_id}?token=…

core::Result<fcgi::Response> view_share(const Context& context) {
  if (context.request.method() == fcgi::Method::head) return open_link(context, app::Opening::peek);
  const bool is_update = context.request.query("update") == "1";
  return open_link(context, is_update ? app::Opening::update : app::Opening::open);
}

// POST /a/{artifact_id}?token=…, the forms of the password prompt and of the cover

app::PasswordRefusal without_attempt(app::PasswordRefusal refusal) {
  refusal.reason = app::PasswordRefusal::Reason::required;
  return refusal;
}

core::Result<fcgi::Response> unlock_share(const Context& context) {
  if (is_foreign_form(context.configuration, context.request))
    return refuse_foreign_form(context.configuration, context.request);
  if (context.request.form_field("open") == "1") return open_link(context, app::Opening::confirmed);

  const app::ShareAddress address = share_address(context.request);
  const CookieProofs proofs(context.request);
  const auto outcome = context.app.share_views.unlock(
      address, viewer(context.request, proofs, context.request.form_field("password")));
  if (!outcome) return refused(context, address, outcome.error());
  if (const auto* refusal = std::get_if<app::PasswordRefusal>(&*outcome)) {
    // As when a program has sent JSON.
    const bool has_none = context.request.form().find("password") == context.request.form().end();
    const bool is_incorrect = refusal->reason == app::PasswordRefusal::Reason::incorrect;
    return answer(Asked{context, address},
                  has_none && is_incorrect ? without_attempt(*refusal) : *refusal);
  }
  fcgi::Response response = fcgi::Response::see_other(requested_path(context.request, address));
  add_page_headers(context.configuration, response);
  if (const auto& proof = std::get<app::Unlocked>(*outcome).proof)
    response.header("Set-Cookie", unlocked_cookie(address, *proof));
  return response;
}

// GET /a/{artifact_id}/file?token=…

core::Result<fcgi::Response> view_file(const Context& context) {
  const app::ShareAddress address = share_address(context.request);
  const CookieProofs proofs(context.request);
  const auto outcome = context.app.share_views.open_file(
      address, viewer(context.request, proofs),
      {.is_counted = context.request.method() == fcgi::Method::get,
       .is_download = context.request.query("download") == "1",
       .range = wanted_range(context.request)});
  if (!outcome) return outcome.error();
  if (const auto* refusal = std::get_if<app::PasswordRefusal>(&*outcome))
    return answer(Asked{context, address}, *refusal);
  const auto& opened = std::get<app::OpenedFile>(*outcome);
  fcgi::Response response =
      artifact_file_response(context.request, opened.file, opened.part, opened.is_length_known);
  if (!opened.is_length_known && context.request.method() == fcgi::Method::head)
    response.omit_length();
  if (opened.viewed) {
    response.header("Set-Cookie",
                    viewed_cookie(address, *opened.viewed, pages::Presentation::whole_page));
  }
  add_file_headers(context.configuration, response, opened.file.media_type);
  return response;
}

// GET /a/{artifact_id}/rows?token=…

core::Result<fcgi::Response> view_rows(const Context& context) {
  const app::ShareAddress address = share_address(context.request);
  const CookieProofs proofs(context.request);
  const auto outcome = context.app.share_views.open_rows(
      address, viewer(context.request, proofs),
      {.is_counted = context.request.method() == fcgi::Method::get,
       .is_csv = form_of_rows(context.request) == rendering::Form::csv});
  if (!outcome) return outcome.error();
  if (const auto* refusal = std::get_if<app::PasswordRefusal>(&*outcome))
    return answer(Asked{context, address}, *refusal);
  const auto& opened = std::get<app::OpenedRows>(*outcome);
  fcgi::Response response =
      rows_response(opened.form, *opened.rows, opened.link.title, opened.turn);
  if (!opened.is_length_known && context.request.method() == fcgi::Method::head)
    response.omit_length();
  if (opened.viewed) {
    response.header("Set-Cookie",
                    viewed_cookie(address, *opened.viewed, pages::Presentation::whole_page));
  }
  add_file_headers(context.configuration, response);
  return response;
}

}  // namespace

std::vector<Endpoint> share_page_endpoints() {
  return {{{.method = Method::get, .pattern = "/a/{artifact_id}", .access = Access::anyone},
           view_share},
          {{.method = Method::post, .pattern = "/a/{artifact_id}", .access = Access::anyone},
           unlock_share},
          {{.method = Method::get, .pattern = "/a/{artifact_id}/file", .access = Access::anyone},
           view_file},
          {{.method = Method::get, .pattern = "/a/{artifact_id}/rows", .access = Access::anyone},
           view_rows}};
}

}  // namespace handlers
