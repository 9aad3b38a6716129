// Every endpoint with its arguments; each has its own file. handlers/routes/ has their paths.
#pragma once

#include "app/actor.h"
#include "core/error.h"
#include "core/principal.h"
#include "fcgi/request.h"
#include "fcgi/response.h"

namespace app {
class AccountOverview;
class ArtifactPreviews;
class ArtifactUpserts;
class Artifacts;
class AuditTrail;
class BulkChanges;
class RequestAdmission;
class ServiceStatus;
class ShareLinks;
class ShareViews;
}  // namespace app
namespace core {
struct Configuration;
}

namespace handlers {

core::Result<fcgi::Response> create_artifact(app::Artifacts& artifacts,
                                             const fcgi::Request& request, const app::Actor& actor);
core::Result<fcgi::Response> create_and_share(app::ShareLinks& share_links,
                                              const fcgi::Request& request,
                                              const app::Actor& actor);
core::Result<fcgi::Response> get_artifact(app::Artifacts& artifacts, const fcgi::Request& request,
                                          const app::Actor& actor);
core::Result<fcgi::Response> get_artifact_by_external_id(app::Artifacts& artifacts,
                                                         app::ShareLinks& share_links,
                                                         const fcgi::Request& request,
                                                         const app::Actor& actor);
core::Result<fcgi::Response> put_artifact_by_external_id(app::ArtifactUpserts& upserts,
                                                         const fcgi::Request& request,
                                                         const app::Actor& actor);
core::Result<fcgi::Response> update_artifact(app::Artifacts& artifacts,
                                             const fcgi::Request& request, const app::Actor& actor);
core::Result<fcgi::Response> delete_artifact(app::Artifacts& artifacts,
                                             const fcgi::Request& request, const app::Actor& actor);
core::Result<fcgi::Response> restore_artifact(app::Artifacts& artifacts,
                                              const fcgi::Request& request,
                                              const app::Actor& actor);
// Returns what restore_artifact() returns, without restoring.
core::Result<fcgi::Response> get_restored_artifact(app::Artifacts& artifacts,
                                                   const fcgi::Request& request,
                                                   const app::Actor& actor);
core::Result<fcgi::Response> share_artifact(app::ShareLinks& share_links,
                                            const fcgi::Request& request, const app::Actor& actor);

core::Result<fcgi::Response> list_artifacts(app::Artifacts& artifacts, const fcgi::Request& request,
                                            const app::Actor& actor);
core::Result<fcgi::Response> delete_matching(app::BulkChanges& bulk_changes,
                                             const fcgi::Request& request, const app::Actor& actor);
core::Result<fcgi::Response> revoke_matching(app::BulkChanges& bulk_changes,
                                             const fcgi::Request& request, const app::Actor& actor);
core::Result<fcgi::Response> list_account_shares(app::ShareLinks& share_links,
                                                 const fcgi::Request& request,
                                                 const app::Actor& actor);
core::Result<fcgi::Response> list_shares(app::ShareLinks& share_links, const fcgi::Request& request,
                                         const app::Actor& actor);
core::Result<fcgi::Response> change_share(app::ShareLinks& share_links,
                                          const fcgi::Request& request, const app::Actor& actor);
core::Result<fcgi::Response> revoke_share(app::ShareLinks& share_links,
                                          const fcgi::Request& request, const app::Actor& actor);
core::Result<fcgi::Response> get_account(app::AccountOverview& account_overview,
                                         const fcgi::Request& request, const core::Caller& caller);
core::Result<fcgi::Response> list_audit_events(app::AuditTrail& audit_trail,
                                               const fcgi::Request& request,
                                               const app::Actor& actor);

// A message of the Model Context Protocol.
core::Result<fcgi::Response> answer_mcp_message(
    const core::Configuration& configuration, app::Artifacts& artifacts,
    app::ArtifactPreviews& artifact_previews, app::ShareLinks& share_links,
    app::ShareViews& share_views, app::RequestAdmission& request_admission,
    const fcgi::Request& request, const app::Actor& actor);

core::Result<fcgi::Response> view_share(const core::Configuration& configuration,
                                        app::ShareViews& share_views, const fcgi::Request& request);
core::Result<fcgi::Response> view_file(const core::Configuration& configuration,
                                       app::ShareViews& share_views, const fcgi::Request& request);
core::Result<fcgi::Response> view_rows(const core::Configuration& configuration,
                                       app::ShareViews& share_views, const fcgi::Request& request);
core::Result<fcgi::Response> unlock_share(const core::Configuration& configuration,
                                          app::ShareViews& share_views,
                                          const fcgi::Request& request);

core::Result<fcgi::Response> get_openapi(const core::Configuration& configuration,
                                         const fcgi::Request& request);
core::Result<fcgi::Response> view_docs(const core::Configuration& configuration,
                                       const fcgi::Request& request);

// What programs find the service's interfaces by.
core::Result<fcgi::Response> get_llms_txt(const core::Configuration& configuration,
                                          const fcgi::Request& request);
core::Result<fcgi::Response> get_server_card(const core::Configuration& configuration,
                                             const fcgi::Request& request);
core::Result<fcgi::Response> get_ai_catalog(const core::Configuration& configuration,
                                            const fcgi::Request& request);

// To whom vulnerabilities are reported.
core::Result<fcgi::Response> get_security_txt(const core::Configuration& configuration,
                                              const fcgi::Request& request);

core::Result<fcgi::Response> view_front(const core::Configuration& configuration,
                                        const fcgi::Request& request);
core::Result<fcgi::Response> find_favicon(const fcgi::Request& request);
// Redirects to the same path without the trailing slash.
core::Result<fcgi::Response> leave_out_slash(const fcgi::Request& request);

core::Result<fcgi::Response> healthz(const fcgi::Request& request);
core::Result<fcgi::Response> readyz(app::ServiceStatus& status, const fcgi::Request& request);
core::Result<fcgi::Response> get_metrics(app::ServiceStatus& status, const fcgi::Request& request);
core::Result<fcgi::Response> self_check(const core::Configuration& configuration,
                                        const fcgi::Request& request);

}  // namespace handlers
