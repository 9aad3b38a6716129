// GET and POST /dashboard/artifacts/{artifact_id}/shares/new
#include <algorithm>

#include "core/clock.h"
#include "core/operation/configuration.h"
#include "db/artifacts/share_store.h"
#include "handlers/api/artifact_fields.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/audit.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/form_problem.h"
#include "handlers/dashboard/notices.h"
#include "handlers/dashboard/page_response.h"
#include "pages/dashboard/artifact_labels.h"
#include "pages/dashboard/share_link_forms.h"
#include "runtime/password_checker.h"

namespace handlers::dashboard {
namespace {

using core::ErrorCode;

struct Typed {
  std::string expires_in = "7d";
  std::string password;
  std::string max_views;
  std::string remote_images;  // empty: as the installation has it
  bool allow_download = false;
};

Typed parse_form(const fcgi::Request& request) {
  return {.expires_in = std::string(request.form_field("expires_in")),
          .password = std::string(request.form_field("password")),
          .max_views = std::string(request.form_field("max_views")),
          .remote_images = std::string(request.form_field("remote_images")),
          .allow_download = request.form_field("allow_download") == "yes"};
}

// What JSON would take for a number; anything else is left for the API's rules to refuse.
bool is_whole_number(const std::string& text) {
  return !text.empty() && text.size() <= 9 && (text == "0" || text.front() != '0') &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The same as a body of the API, whose rules hold here too.
std::string body_of(const Typed& typed) {
  core::JsonWriter json;
  json.begin_object();
  json.member("expiresIn", typed.expires_in);
  json.member("allowDownload", typed.allow_download);
  if (!typed.remote_images.empty()) json.member("remoteImages", typed.remote_images);
  if (!typed.password.empty()) json.member("password", typed.password);
  if (is_whole_number(typed.max_views)) {
    json.key("maxViews").raw(typed.max_views);
  } else if (!typed.max_views.empty()) {
    json.member("maxViews", typed.max_views);
  }
  json.end_object();
  return json.text();
}

fcgi::Response link_form(int status, const core::Session& session, const core::Artifact& artifact,
                         const Typed& typed, std::string_view problem) {
  const std::string form_token = core::form_token(session.token);
  return page(status, pages::dashboard::new_share_link_page(
                          {viewer(session, form_token), artifact, typed.expires_in, typed.max_views,
                           typed.remote_images, typed.allow_download, problem}));
}

}  // namespace

core::Result<fcgi::Response> show_create_share_link(Services& services,
                                                    const fcgi::Request& request,
                                                    const core::Session& session) {
  const auto artifact = own_artifact(services, request, session, Content::without);
  if (!artifact) return artifact.error();
  // The artifact's page says why there can be no link.
  if (artifact->status != core::ArtifactStatus::active || artifact->disabled)
    return redirect(pages::dashboard::path_of(artifact->id));
  return link_form(200, session, *artifact, {}, {});
}

core::Result<fcgi::Response> create_share_link(Services& services, const fcgi::Request& request,
                                               const core::Session& session) {
  const auto artifact = own_artifact(services, request, session, Content::without);
  if (!artifact) return artifact.error();
  const Typed typed = parse_form(request);
  // What is read of it points into it.
  const std::string text = body_of(typed);
  const auto body = core::JsonObject::parse(text);
  if (!body) return body.error();
  const auto link = read_new_share_link(*body, services.passwords, session.account);
  if (!link && link.error().code == ErrorCode::unavailable) return link.error();
  if (!link) return link_form(400, session, *artifact, typed, form_problem(link.error()));
  const auto made = services.shares.create(
      core::ShareId::generate(core::now()), artifact->id, session.account, *link,
      services.configuration.signing_keys.current().id, audit_note(session, request));
  if (!made && made.error().code == ErrorCode::not_found) return not_found();
  if (!made) {
    return link_form(core::http_status(made.error().code), session, *artifact, typed,
                     form_problem(made.error()));
  }
  return redirect(with_notice(pages::dashboard::path_of(artifact->id), Notice::link_created) +
                  "#links");
}

}  // namespace handlers::dashboard
