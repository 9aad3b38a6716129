// Every endpoint, one file of its own each, and what it takes. routes.cc says where they are found.
#pragma once

#include "app/actor.h"
#include "core/identity/caller.h"
#include "core/result.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "handlers/services.h"

namespace app {
class AccountOverview;
class AuditTrail;
class ShareLinks;
}  // namespace app

namespace handlers {

core::Result<fcgi::Response> create_artifact(Services& services, const fcgi::Request& request,
                                             const core::Caller& caller);
core::Result<fcgi::Response> create_and_share(app::ShareLinks& share_links,
                                              const fcgi::Request& request,
                                              const app::Actor& actor);
core::Result<fcgi::Response> get_artifact(Services& services, const fcgi::Request& request,
                                          const core::Caller& caller);
core::Result<fcgi::Response> update_artifact(Services& services, const fcgi::Request& request,
                                             const core::Caller& caller);
core::Result<fcgi::Response> delete_artifact(Services& services, const fcgi::Request& request,
                                             const core::Caller& caller);
core::Result<fcgi::Response> restore_artifact(Services& services, const fcgi::Request& request,
                                              const core::Caller& caller);
// What restore_artifact() answers, without restoring anything.
core::Result<fcgi::Response> get_restored_artifact(Services& services, const fcgi::Request& request,
                                                   const core::Caller& caller);
core::Result<fcgi::Response> share_artifact(app::ShareLinks& share_links,
                                            const fcgi::Request& request, const app::Actor& actor);

core::Result<fcgi::Response> list_artifacts(Services& services, const fcgi::Request& request,
                                            const core::Caller& caller);
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

core::Result<fcgi::Response> view_share(Services& services, const fcgi::Request& request);
core::Result<fcgi::Response> view_file(Services& services, const fcgi::Request& request);
core::Result<fcgi::Response> unlock_share(Services& services, const fcgi::Request& request);

core::Result<fcgi::Response> get_openapi(Services& services, const fcgi::Request& request);
core::Result<fcgi::Response> view_docs(Services& services, const fcgi::Request& request);

core::Result<fcgi::Response> view_front(Services& services, const fcgi::Request& request);
core::Result<fcgi::Response> find_favicon(Services& services, const fcgi::Request& request);
// To the same path without the slash at its end.
core::Result<fcgi::Response> leave_out_slash(Services& services, const fcgi::Request& request);

core::Result<fcgi::Response> healthz(Services& services, const fcgi::Request& request);
core::Result<fcgi::Response> readyz(Services& services, const fcgi::Request& request);
core::Result<fcgi::Response> get_metrics(Services& services, const fcgi::Request& request);
core::Result<fcgi::Response> self_check(Services& services, const fcgi::Request& request);

}  // namespace handlers
