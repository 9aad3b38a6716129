// GET and POST /dashboard/artifacts/{artifact_id}/shares/{share_id}/edit and …/revoke
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

// A link that can be changed, with the artifact that it belongs to.
struct LiveLink {
  core::Artifact artifact;
  core::ShareLinkState state;
};

// The link that the path names. Errors: not_found(), for a revoked one too.
core::Result<LiveLink> own_link(Services& services, const fcgi::Request& request,
                                const core::Session& session) {
  auto artifact = own_artifact(services, request, session, Content::without);
  if (!artifact) return artifact.error();
  const auto state = services.shares.find(share_id(request), artifact->id);
  if (!state || state->revoked_at) return not_found();
  return LiveLink{*std::move(artifact), *state};
}

std::string body_of(std::string_view expires_in) {
  core::JsonWriter json;
  json.begin_object();
  json.member("expiresIn", expires_in);
  json.end_object();
  return json.text();
}

fcgi::Response change_form(int status, const core::Session& session, const LiveLink& link,
                           std::string_view problem) {
  const std::string form_token = core::form_token(session.token);
  return page(status, pages::dashboard::change_share_link_page(viewer(session, form_token),
                                                               link.artifact, link.state, problem));
}

fcgi::Response done(const LiveLink& link, Notice notice) {
  return redirect(with_notice(pages::dashboard::path_of(link.artifact.id), notice) + "#links");
}

}  // namespace

core::Result<fcgi::Response> show_change_share_link(Services& services,
                                                    const fcgi::Request& request,
                                                    const core::Session& session) {
  const auto link = own_link(services, request, session);
  if (!link) return link.error();
  return change_form(200, session, *link, {});
}

core::Result<fcgi::Response> change_share_link(Services& services, const fcgi::Request& request,
                                               const core::Session& session) {
  const auto link = own_link(services, request, session);
  if (!link) return link.error();
  // What is read of it points into it.
  const std::string text = body_of(request.form_field("expires_in"));
  const auto body = core::JsonObject::parse(text);
  if (!body) return body.error();
  const auto change = read_share_link_change(*body, services.passwords, session.account);
  if (!change && change.error().code == core::ErrorCode::unavailable) return change.error();
  if (!change) return change_form(400, session, *link, form_problem(change.error()));
  if (!services.shares.change(link->state.link.id, link->artifact.id, *change,
                              audit_note(session, request)))
    return not_found();
  return done(*link, Notice::link_changed);
}

core::Result<fcgi::Response> show_revoke_share_link(Services& services,
                                                    const fcgi::Request& request,
                                                    const core::Session& session) {
  const auto link = own_link(services, request, session);
  if (!link) return link.error();
  const std::string form_token = core::form_token(session.token);
  return page(200, pages::dashboard::revoke_share_link_page(viewer(session, form_token),
                                                            link->artifact, link->state));
}

core::Result<fcgi::Response> revoke_share_link(Services& services, const fcgi::Request& request,
                                               const core::Session& session) {
  const auto link = own_link(services, request, session);
  if (!link) return link.error();
  if (!services.shares.revoke(link->state.link.id, link->artifact.id, audit_note(session, request)))
    return not_found();
  return done(*link, Notice::link_revoked);
}

}  // namespace handlers::dashboard
