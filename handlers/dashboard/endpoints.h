// Every page and form of the dashboard, one file of its own each. routes.cc says where they are
// found.
#pragma once

#include "core/identity/session.h"
#include "core/result.h"
#include "core/security/secret_token.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "handlers/services.h"

namespace app {
class Artifacts;
class ShareLinks;
}  // namespace app

namespace handlers::dashboard {

core::Result<fcgi::Response> show_sign_in(Services& services, const fcgi::Request& request,
                                          const core::SecretToken& visitor);
core::Result<fcgi::Response> sign_in(Services& services, const fcgi::Request& request,
                                     const core::SecretToken& visitor);
core::Result<fcgi::Response> show_sign_up(Services& services, const fcgi::Request& request,
                                          const core::SecretToken& visitor);
core::Result<fcgi::Response> sign_up(Services& services, const fcgi::Request& request,
                                     const core::SecretToken& visitor);
core::Result<fcgi::Response> show_set_password(Services& services, const fcgi::Request& request,
                                               const core::SecretToken& visitor);
core::Result<fcgi::Response> set_password(Services& services, const fcgi::Request& request,
                                          const core::SecretToken& visitor);
core::Result<fcgi::Response> sign_out(Services& services, const fcgi::Request& request,
                                      const core::Session& session);
core::Result<fcgi::Response> home(Services& services, const fcgi::Request& request,
                                  const core::Session& session);
core::Result<fcgi::Response> show_members(Services& services, const fcgi::Request& request,
                                          const core::Session& session);
core::Result<fcgi::Response> add_member(Services& services, const fcgi::Request& request,
                                        const core::Session& session);
core::Result<fcgi::Response> make_member_password_link(Services& services,
                                                       const fcgi::Request& request,
                                                       const core::Session& session);
core::Result<fcgi::Response> change_member_role(Services& services, const fcgi::Request& request,
                                                const core::Session& session);
core::Result<fcgi::Response> show_remove_member(Services& services, const fcgi::Request& request,
                                                const core::Session& session);
core::Result<fcgi::Response> remove_member(Services& services, const fcgi::Request& request,
                                           const core::Session& session);
core::Result<fcgi::Response> show_audit_log(Services& services, const fcgi::Request& request,
                                            const core::Session& session);
core::Result<fcgi::Response> show_usage(Services& services, const fcgi::Request& request,
                                        const core::Session& session);

core::Result<fcgi::Response> list_artifacts(Services& services, app::Artifacts& artifacts,
                                            const fcgi::Request& request,
                                            const core::Session& session);
core::Result<fcgi::Response> show_artifact(app::Artifacts& artifacts, app::ShareLinks& share_links,
                                           const fcgi::Request& request,
                                           const core::Session& session);
core::Result<fcgi::Response> show_artifact_json(app::Artifacts& artifacts,
                                                const fcgi::Request& request,
                                                const core::Session& session);
core::Result<fcgi::Response> preview_artifact(Services& services, app::Artifacts& artifacts,
                                              const fcgi::Request& request,
                                              const core::Session& session);
core::Result<fcgi::Response> preview_file(Services& services, app::Artifacts& artifacts,
                                          const fcgi::Request& request,
                                          const core::Session& session);
core::Result<fcgi::Response> show_edit_artifact(app::Artifacts& artifacts,
                                                const fcgi::Request& request,
                                                const core::Session& session);
core::Result<fcgi::Response> edit_artifact(app::Artifacts& artifacts, const fcgi::Request& request,
                                           const core::Session& session);
core::Result<fcgi::Response> show_delete_artifact(app::Artifacts& artifacts,
                                                  const fcgi::Request& request,
                                                  const core::Session& session);
core::Result<fcgi::Response> delete_artifact(app::Artifacts& artifacts,
                                             const fcgi::Request& request,
                                             const core::Session& session);
core::Result<fcgi::Response> delete_artifact_permanently(app::Artifacts& artifacts,
                                                         const fcgi::Request& request,
                                                         const core::Session& session);
core::Result<fcgi::Response> restore_artifact(app::Artifacts& artifacts,
                                              const fcgi::Request& request,
                                              const core::Session& session);
core::Result<fcgi::Response> show_create_share_link(app::Artifacts& artifacts,
                                                    const fcgi::Request& request,
                                                    const core::Session& session);
core::Result<fcgi::Response> create_share_link(app::Artifacts& artifacts,
                                               app::ShareLinks& share_links,
                                               const fcgi::Request& request,
                                               const core::Session& session);
core::Result<fcgi::Response> show_change_share_link(app::Artifacts& artifacts,
                                                    app::ShareLinks& share_links,
                                                    const fcgi::Request& request,
                                                    const core::Session& session);
core::Result<fcgi::Response> change_share_link(app::Artifacts& artifacts,
                                               app::ShareLinks& share_links,
                                               const fcgi::Request& request,
                                               const core::Session& session);
core::Result<fcgi::Response> show_revoke_share_link(app::Artifacts& artifacts,
                                                    app::ShareLinks& share_links,
                                                    const fcgi::Request& request,
                                                    const core::Session& session);
core::Result<fcgi::Response> revoke_share_link(app::ShareLinks& share_links,
                                               const fcgi::Request& request,
                                               const core::Session& session);
core::Result<fcgi::Response> list_keys(Services& services, const fcgi::Request& request,
                                       const core::Session& session);
core::Result<fcgi::Response> show_create_key(Services& services, const fcgi::Request& request,
                                             const core::Session& session);
core::Result<fcgi::Response> create_key(Services& services, const fcgi::Request& request,
                                        const core::Session& session);
core::Result<fcgi::Response> show_revoke_key(Services& services, const fcgi::Request& request,
                                             const core::Session& session);
core::Result<fcgi::Response> revoke_key(Services& services, const fcgi::Request& request,
                                        const core::Session& session);

core::Result<fcgi::Response> show_profile(Services& services, const fcgi::Request& request,
                                          const core::Session& session);
core::Result<fcgi::Response> change_password(Services& services, const fcgi::Request& request,
                                             const core::Session& session);
core::Result<fcgi::Response> sign_out_everywhere(Services& services, const fcgi::Request& request,
                                                 const core::Session& session);
core::Result<fcgi::Response> show_set_up_second_factor(Services& services,
                                                       const fcgi::Request& request,
                                                       const core::Session& session);
core::Result<fcgi::Response> set_up_second_factor(Services& services, const fcgi::Request& request,
                                                  const core::Session& session);
core::Result<fcgi::Response> show_turn_off_second_factor(Services& services,
                                                         const fcgi::Request& request,
                                                         const core::Session& session);
core::Result<fcgi::Response> turn_off_second_factor(Services& services,
                                                    const fcgi::Request& request,
                                                    const core::Session& session);
core::Result<fcgi::Response> show_sign_in_code(Services& services, const fcgi::Request& request,
                                               const core::SecretToken& visitor);
core::Result<fcgi::Response> sign_in_code(Services& services, const fcgi::Request& request,
                                          const core::SecretToken& visitor);

}  // namespace handlers::dashboard
