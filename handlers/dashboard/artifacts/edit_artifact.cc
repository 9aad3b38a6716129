// GET and POST /dashboard/artifacts/{artifact_id}/edit
#include <algorithm>

#include "db/connection/postgres.h"
#include "handlers/api/artifact_fields.h"
#include "handlers/api/artifact_writes.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/audit.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/form_problem.h"
#include "handlers/dashboard/notices.h"
#include "handlers/dashboard/page_response.h"
#include "pages/dashboard/artifact_forms.h"
#include "pages/dashboard/artifact_labels.h"

namespace handlers::dashboard {
namespace {

using pages::dashboard::kKeepExpiry;

struct Typed {
  std::string title;
  std::string description;
  std::string expires_in;
};

// Browsers send a line's end as CR LF.
std::string with_plain_newlines(std::string_view text) {
  std::string plain(text);
  std::erase(plain, '\r');
  return plain;
}

Typed parse_form(const fcgi::Request& request) {
  return {.title = std::string(request.form_field("title")),
          .description = with_plain_newlines(request.form_field("description")),
          .expires_in = std::string(request.form_field("expiresIn"))};
}

// The same as a body of the API, whose rules hold here too.
std::string body_of(const Typed& typed) {
  const auto text_or_null = [](const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(text);
  };
  core::JsonWriter json;
  json.begin_object();
  json.member("title", text_or_null(typed.title));
  json.member("description", text_or_null(typed.description));
  if (typed.expires_in != kKeepExpiry) json.member("expiresIn", text_or_null(typed.expires_in));
  json.end_object();
  return json.text();
}

fcgi::Response edit_form(int status, const core::Session& session, const core::Artifact& artifact,
                         const Typed& typed, std::string_view problem) {
  const std::string form_token = core::form_token(session.token);
  return page(status, pages::dashboard::edit_artifact_page({viewer(session, form_token), artifact,
                                                            typed.title, typed.description,
                                                            typed.expires_in, problem}));
}

}  // namespace

core::Result<fcgi::Response> show_edit_artifact(Services& services, const fcgi::Request& request,
                                                const core::Session& session) {
  const auto artifact = own_artifact(services, request, session, Content::without);
  if (!artifact) return artifact.error();
  const Typed as_it_is{.title = artifact->title.value_or(""),
                       .description = artifact->description.value_or(""),
                       .expires_in = std::string(kKeepExpiry)};
  return edit_form(200, session, *artifact, as_it_is, {});
}

core::Result<fcgi::Response> edit_artifact(Services& services, const fcgi::Request& request,
                                           const core::Session& session) {
  const auto artifact = own_artifact(services, request, session, Content::without);
  if (!artifact) return artifact.error();
  const Typed typed = parse_form(request);
  // What is read of it points into it.
  const std::string text = body_of(typed);
  const auto body = core::JsonObject::parse(text);
  if (!body) return body.error();
  db::Transaction transaction(services.postgres);
  const auto changed = change_latest(
      services, [&] { return own_artifact(services, request, session, Content::without); }, *body);
  if (!changed && core::http_status(changed.error().code) == 404) return changed.error();
  if (!changed) {
    return edit_form(core::http_status(changed.error().code), session, *artifact, typed,
                     form_problem(changed.error()));
  }
  record(services, request, session, core::AuditAction::artifact_edited, changed->id.to_string(),
         changed->title.value_or(""));
  transaction.commit();
  return redirect(with_notice(pages::dashboard::path_of(changed->id), Notice::edited));
}

}  // namespace handlers::dashboard
