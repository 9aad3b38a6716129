// Every page and form of the dashboard; each has its own file. handlers/routes/ has their paths.
#pragma once

#include "core/error.h"
#include "core/principal.h"
#include "core/security/tokens.h"
#include "fcgi/request.h"
#include "fcgi/response.h"

namespace app {
class AccountOverview;
class ApiKeys;
class ArtifactPreviews;
class Artifacts;
class AuditTrail;
class ConnectedApps;
class Members;
class Profile;
class PublishingSettings;
class SecondFactors;
class ShareLinks;
class SignIn;
class SignUp;
}  // namespace app
namespace core {
struct Configuration;
}

namespace handlers::dashboard {

core::Result<fcgi::Response> show_sign_in(app::SignUp& sign_up, const fcgi::Request& request,
                                          const core::SecretToken& token);
core::Result<fcgi::Response> sign_in(app::SignIn& sign_in, app::SignUp& sign_up,
                                     const fcgi::Request& request, const core::SecretToken& token);
core::Result<fcgi::Response> show_sign_up(const fcgi::Request& request,
                                          const core::SecretToken& token);
core::Result<fcgi::Response> sign_up(app::SignUp& sign_up, const fcgi::Request& request,
                                     const core::SecretToken& token);
core::Result<fcgi::Response> show_set_password(app::SignIn& sign_in, const fcgi::Request& request,
                                               const core::SecretToken& token);
core::Result<fcgi::Response> set_password(app::SignIn& sign_in, const fcgi::Request& request,
                                          const core::SecretToken& token);
core::Result<fcgi::Response> sign_out(app::Profile& profile, const fcgi::Request& request,
                                      const core::Session& session);
core::Result<fcgi::Response> home(const fcgi::Request& request, const core::Session& session);
core::Result<fcgi::Response> show_members(app::Members& members, const fcgi::Request& request,
                                          const core::Session& session);
core::Result<fcgi::Response> add_member(app::Members& members, const fcgi::Request& request,
                                        const core::Session& session);
core::Result<fcgi::Response> make_member_password_link(app::Members& members,
                                                       const fcgi::Request& request,
                                                       const core::Session& session);
core::Result<fcgi::Response> change_member_role(app::Members& members, const fcgi::Request& request,
                                                const core::Session& session);
core::Result<fcgi::Response> show_remove_member(app::Members& members, const fcgi::Request& request,
                                                const core::Session& session);
core::Result<fcgi::Response> remove_member(app::Members& members, const fcgi::Request& request,
                                           const core::Session& session);
core::Result<fcgi::Response> show_audit_log(app::AuditTrail& audit_trail,
                                            const fcgi::Request& request,
                                            const core::Session& session);
core::Result<fcgi::Response> show_usage(app::AccountOverview& account_overview,
                                        const fcgi::Request& request, const core::Session& session);

core::Result<fcgi::Response> list_artifacts(const core::Configuration& configuration,
                                            app::Artifacts& artifacts, app::ShareLinks& share_links,
                                            const fcgi::Request& request,
                                            const core::Session& session);
core::Result<fcgi::Response> show_artifact(app::Artifacts& artifacts, app::ShareLinks& share_links,
                                           const fcgi::Request& request,
                                           const core::Session& session);
core::Result<fcgi::Response> show_artifact_json(app::Artifacts& artifacts,
                                                const fcgi::Request& request,
                                                const core::Session& session);
core::Result<fcgi::Response> preview_artifact(app::ArtifactPreviews& previews,
                                              const fcgi::Request& request,
                                              const core::Session& session);
core::Result<fcgi::Response> preview_file(app::ArtifactPreviews& previews,
                                          const fcgi::Request& request,
                                          const core::Session& session);
core::Result<fcgi::Response> preview_rows(app::ArtifactPreviews& previews,
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
                                              app::ShareLinks& share_links,
                                              const fcgi::Request& request,
                                              const core::Session& session);
core::Result<fcgi::Response> show_create_share_link(app::Artifacts& artifacts,
                                                    app::ShareLinks& share_links,
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
core::Result<fcgi::Response> list_keys(app::ApiKeys& api_keys, const fcgi::Request& request,
                                       const core::Session& session);
core::Result<fcgi::Response> show_create_key(const fcgi::Request& request,
                                             const core::Session& session);
core::Result<fcgi::Response> create_key(app::ApiKeys& api_keys, const fcgi::Request& request,
                                        const core::Session& session);
core::Result<fcgi::Response> show_revoke_key(app::ApiKeys& api_keys, const fcgi::Request& request,
                                             const core::Session& session);
core::Result<fcgi::Response> revoke_key(app::ApiKeys& api_keys, const fcgi::Request& request,
                                        const core::Session& session);

core::Result<fcgi::Response> list_connected_apps(app::ConnectedApps& connected_apps,
                                                 const fcgi::Request& request,
                                                 const core::Session& session);
core::Result<fcgi::Response> show_disconnect_app(app::ConnectedApps& connected_apps,
                                                 const fcgi::Request& request,
                                                 const core::Session& session);
core::Result<fcgi::Response> disconnect_app(app::ConnectedApps& connected_apps,
                                            const fcgi::Request& request,
                                            const core::Session& session);

core::Result<fcgi::Response> show_publishing(app::PublishingSettings& settings,
                                             const fcgi::Request& request,
                                             const core::Session& session);
core::Result<fcgi::Response> change_publishing(app::PublishingSettings& settings,
                                               const fcgi::Request& request,
                                               const core::Session& session);
core::Result<fcgi::Response> show_profile(app::SecondFactors& second_factors,
                                          const fcgi::Request& request,
                                          const core::Session& session);
core::Result<fcgi::Response> change_password(app::Profile& profile,
                                             app::SecondFactors& second_factors,
                                             const fcgi::Request& request,
                                             const core::Session& session);
core::Result<fcgi::Response> sign_out_everywhere(app::Profile& profile,
                                                 const fcgi::Request& request,
                                                 const core::Session& session);
core::Result<fcgi::Response> show_set_up_second_factor(app::SecondFactors& second_factors,
                                                       const fcgi::Request& request,
                                                       const core::Session& session);
core::Result<fcgi::Response> set_up_second_factor(app::SecondFactors& second_factors,
                                                  const fcgi::Request& request,
                                                  const core::Session& session);
core::Result<fcgi::Response> show_turn_off_second_factor(app::SecondFactors& second_factors,
                                                         const fcgi::Request& request,
                                                         const core::Session& session);
core::Result<fcgi::Response> turn_off_second_factor(app::SecondFactors& second_factors,
                                                    const fcgi::Request& request,
                                                    const core::Session& session);
core::Result<fcgi::Response> show_sign_in_code(app::SignIn& sign_in, const fcgi::Request& request,
                                               const core::SecretToken& token);
core::Result<fcgi::Response> sign_in_code(app::SignIn& sign_in, const fcgi::Request& request,
                                          const core::SecretToken& token);

}  // namespace handlers::dashboard
