#include "handlers/share_pages/opened_link.h"

#include "core/artifact.h"
#include "core/text/json_writer.h"
#include "handlers/page_response.h"
#include "handlers/representation.h"
#include "handlers/share_pages/viewer_request.h"
#include "pages/share_page.h"
#include "templates/registry.h"

namespace handlers {
namespace {

// One link as it was asked for.
struct Asked {
  const core::Configuration& configuration;
  const fcgi::Request& request;
  const app::ShareAddress& address;
};

fcgi::Response answer(const Asked& asked, const app::PasswordRefusal& refusal) {
  return password_prompt(asked.configuration, asked.request, asked.address, refusal);
}

// No view of a link with a view limit was counted yet, so its cover shows nothing of the content.
std::optional<std::string> title_of(const app::Cover& cover) {
  if (cover.link.has_view_limit) return cover.link.title;
  return core::display_title(cover.link.title, cover.link.first_heading);
}

fcgi::Response answer(const Asked& asked, const app::Cover& cover) {
  const pages::Presentation presentation = wanted_presentation(asked.request);
  const std::string path = asked_path(asked.request, asked.address);
  return page(
      asked.configuration, 200,
      pages::cover_page(
          {
              .content_template = cover.link.content_template,
              .title = title_of(cover),
              .description = cover.link.description,
              .has_view_limit = cover.link.has_view_limit,
              .path = presentation == pages::Presentation::embedded ? path + "&embed=1" : path,
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

fcgi::Response as_page(const Asked& asked, const app::OpenedArtifact& opened,
                       const templates::RenderedContent& content) {
  const bool is_table = opened.link.content_template == core::Template::table;
  const pages::SharedArtifact shown{
      .content_template = opened.link.content_template,
      .title = opened.link.title,
      .description = opened.link.description,
      .created_at = opened.link.created_at,
      .updated_at = opened.link.updated_at,
      .link_expires_at = opened.link.expires_at,
      .file_path = content.has_file ? file_path(asked.address) : std::string(),
      .rows_path = is_table ? rows_path(asked.address) : std::string(),
      .csv_path = is_table ? csv_path(asked.address) : std::string(),
      .forms_path = page_path(asked.address),
      .has_view_limit = opened.link.has_view_limit,
      .allow_download = opened.link.allow_download,
  };
  fcgi::Response response =
      page(asked.configuration, 200,
           pages::share_page(shown, content, wanted_presentation(asked.request)),
           {content.document_origin, content.has_remote_images, content.has_data_images});
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

fcgi::Response as_text(const Asked& asked, const app::OpenedArtifact& opened,
                       const app::OpenedArtifact::Text& content) {
  const std::string& text = content.entry->text;
  fcgi::Response response = content.form == rendering::Form::json
                                ? fcgi::Response::json(200, json_of(opened, text))
                                : fcgi::Response::plain(200, text_type(content.form), text);
  add_page_headers(asked.configuration, response);
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
  const std::string_view sent = asked.request.parameter("REQUEST_URI");
  std::string same(asked.request.path());
  fcgi::Response response =
      fcgi::Response::see_other(same.append(sent.substr(sent.find('?'))).append("&large=1"));
  add_page_headers(asked.configuration, response);
  return response;
}

fcgi::Response answer(const Asked& asked, const app::OpenedArtifact& opened) {
  const auto* text = std::get_if<app::OpenedArtifact::Text>(&opened.content);
  fcgi::Response response =
      text != nullptr
          ? as_text(asked, opened, *text)
          : as_page(asked, opened, *std::get<rendering::RenderCache::Entry>(opened.content));
  response.keep_until_written(opened.turn);
  if (opened.link.has_view_limit && asked.request.method() == fcgi::Method::head)
    response.omit_length();
  if (opened.viewed) {
    response.header("Set-Cookie", viewed_cookie(asked.address, *opened.viewed,
                                                wanted_presentation(asked.request)));
  }
  return response;
}

}  // namespace

core::Result<fcgi::Response> open_link(const core::Configuration& configuration,
                                       app::ShareViews& share_views, const fcgi::Request& request,
                                       app::Opening opening) {
  const app::ShareAddress address = share_address(request);
  const CookieProofs proofs(request);
  const auto opened =
      share_views.open(address, viewer(request, proofs), opening, wanted_forms(request),
                       is_unlimited(request) ? std::optional(kUnlimitedBytes) : std::nullopt);
  if (!opened) return opened.error();
  const Asked asked{configuration, request, address};
  return std::visit([&](const auto& outcome) { return answer(asked, outcome); }, *opened);
}

namespace {

using core::Error;
using core::ErrorCode;
using Reason = app::PasswordRefusal::Reason;

// Required with 401 (RFC 9110, 15.5.2). Of a scheme that browsers do not know, as they would show a
// dialog of their own for Basic.
constexpr std::string_view kChallenge = "SharePassword realm=\"share link\"";

Error error_for(Reason reason) {
  switch (reason) {
    case Reason::too_many_attempts:
      return {ErrorCode::rate_limited,
              "too many incorrect passwords for this share link; try again later"};
    case Reason::incorrect:
      return {ErrorCode::unauthorized, "incorrect password"};
    case Reason::required:
      break;
  }
  return {ErrorCode::unauthorized,
          "this share link requires a password; send it in the X-Share-Password header"};
}

pages::PasswordProblem problem_for(Reason reason) {
  switch (reason) {
    case Reason::too_many_attempts:
      return pages::PasswordProblem::too_many_attempts;
    case Reason::incorrect:
      return pages::PasswordProblem::wrong;
    case Reason::required:
      break;
  }
  return pages::PasswordProblem::none;
}

}  // namespace

fcgi::Response password_prompt(const core::Configuration& configuration,
                               const fcgi::Request& request, const app::ShareAddress& address,
                               const app::PasswordRefusal& refusal) {
  const Error error = error_for(refusal.reason);
  const auto answer = [&] {
    if (!wants_page(request)) return error_page(configuration, request, error);
    const std::string path = asked_path(request, address);
    return page(configuration, core::http_status(error.code),
                wanted_presentation(request) == pages::Presentation::embedded
                    ? pages::embedded_password_page(path)
                    : pages::password_page(path, problem_for(refusal.reason)));
  };
  fcgi::Response response = answer();
  if (refusal.reason == Reason::too_many_attempts)
    response.retry_after(refusal.wait);
  else
    response.header("WWW-Authenticate", std::string(kChallenge));
  return response;
}

}  // namespace handlers
