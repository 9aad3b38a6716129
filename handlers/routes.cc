#include "handlers/routes.h"

#include "core/operation/configuration.h"
#include "db/operation/database_room.h"
#include "fcgi/request_log.h"
#include "handlers/api/idempotency.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page_response.h"
#include "handlers/endpoints.h"
#include "handlers/page_response.h"
#include "runtime/admission.h"
#include "runtime/low_priority.h"

namespace handlers {
namespace {

using core::Scope;
using fcgi::Method;

using SignedInEndpoint = core::Result<fcgi::Response> (*)(Services&, const fcgi::Request&,
                                                          const core::Session&);
using VisitorEndpoint = core::Result<fcgi::Response> (*)(Services&, const fcgi::Request&,
                                                         const core::SecretToken&);
using OpenEndpoint = core::Result<fcgi::Response> (*)(Services&, const fcgi::Request&);

// What may add to the database. Deleting and signing in go on when there is no room.
enum class Adds { no, yes };

Adds call_adds(Method method) {
  const bool writes = method == Method::post || method == Method::put || method == Method::patch;
  return writes ? Adds::yes : Adds::no;
}

std::optional<core::Error> refuse_without_room(Services& services, const fcgi::Request& request,
                                               Adds adds) {
  if (adds == Adds::no || services.database_room.is_left(services.postgres)) return std::nullopt;
  fcgi::log_failure(request,
                    "the database is out of space; run `artifact-admin check` for details");
  return core::Error{core::ErrorCode::unavailable,
                     "the service is out of storage space; reading and deleting still work"};
}

// A body of so many bytes takes long enough to wait for a turn: in JSON of nothing but members,
// some 25 ms of a core.
constexpr std::size_t kLargeBodyBytes = std::size_t{1} << 20;

template <typename Call>
core::Result<fcgi::Response> in_turn(Services& services, const fcgi::Request& request,
                                     const core::Caller& caller, const Call& call) {
  if (request.body().size() < kLargeBodyBytes) return call();
  const auto turn = services.admission.enter(runtime::CostlyWork::body, caller.account.to_string());
  if (!turn) return turn.error();
  return runtime::at_low_priority(call);
}

// Without services the table can be read, but nothing in it called. What the configuration has
// turned off is not in it.
fcgi::RouteTable table(const core::Configuration& configuration, Services* services) {
  // `again` answers a request that was answered before with the same Idempotency-Key.
  const auto api = [services](ApiEndpoint endpoint,
                              ApiEndpoint again = nullptr) -> fcgi::ApiHandler {
    return [services, endpoint, again](const fcgi::Request& request,
                                       const core::Caller& caller) -> core::Result<fcgi::Response> {
      if (auto refusal = refuse_without_room(*services, request, call_adds(request.method())))
        return *std::move(refusal);
      return in_turn(*services, request, caller, [&] {
        return request.method() == Method::post
                   ? with_idempotency(*services, request, caller, endpoint, again)
                   : endpoint(*services, request, caller);
      });
    };
  };
  const auto keyless = [services](OpenEndpoint endpoint) -> fcgi::KeylessHandler {
    return
        [services, endpoint](const fcgi::Request& request) { return endpoint(*services, request); };
  };
  const auto open = [services](OpenEndpoint endpoint) -> fcgi::OpenHandler {
    return fcgi::OpenHandler{[services, endpoint](const fcgi::Request& request) {
      return endpoint(*services, request);
    }};
  };
  const auto signed_in = [services](SignedInEndpoint endpoint, core::Role role = core::Role::member,
                                    Adds adds = Adds::no) {
    return fcgi::SignedInHandler{
        [services, endpoint, adds](const fcgi::Request& request,
                                   const core::Session& session) -> core::Result<fcgi::Response> {
          if (auto refusal = refuse_without_room(*services, request, adds))
            return *std::move(refusal);
          return endpoint(*services, request, session);
        },
        role};
  };
  // What users need to look after themselves.
  const auto even_if_disabled = [](fcgi::SignedInHandler handler) {
    handler.also_if_account_disabled = true;
    return handler;
  };
  const auto visitor = [services](VisitorEndpoint endpoint, Adds adds = Adds::no) {
    return fcgi::VisitorHandler{
        [services, endpoint, adds](const fcgi::Request& request,
                                   const core::SecretToken& token) -> core::Result<fcgi::Response> {
          if (auto refusal = refuse_without_room(*services, request, adds))
            return *std::move(refusal);
          return endpoint(*services, request, token);
        }};
  };
  fcgi::RouteTable table{
      .routes =
          {
              {Method::get, "/artifacts", api(list_artifacts), {Scope::artifacts_read}},
              {Method::post, "/artifacts", api(create_artifact), {Scope::artifacts_write}},
              {Method::post,
               "/artifacts/share",
               api(create_and_share),
               {Scope::artifacts_write, Scope::artifacts_share}},
              {Method::get, "/artifacts/{artifact_id}", api(get_artifact), {Scope::artifacts_read}},
              {Method::put,
               "/artifacts/{artifact_id}",
               api(update_artifact),
               {Scope::artifacts_write}},
              {Method::delete_,
               "/artifacts/{artifact_id}",
               api(delete_artifact),
               {Scope::artifacts_delete}},
              {Method::post,
               "/artifacts/{artifact_id}/restore",
               api(restore_artifact, get_restored_artifact),
               {Scope::artifacts_delete}},
              {Method::post,
               "/artifacts/{artifact_id}/share",
               api(share_artifact),
               {Scope::artifacts_share}},
              {Method::get,
               "/artifacts/{artifact_id}/shares",
               api(list_shares),
               {Scope::artifacts_share}},
              {Method::patch,
               "/artifacts/{artifact_id}/shares/{share_id}",
               api(change_share),
               {Scope::artifacts_share}},
              {Method::delete_,
               "/artifacts/{artifact_id}/shares/{share_id}",
               api(revoke_share),
               {Scope::artifacts_share}},
              {Method::get, "/account", api(get_account), {}},
              {Method::get, "/account/audit", api(list_audit_events), {Scope::account_read}},
              {Method::get, "/a/{artifact_id}", open(view_share), {}},
              {Method::post, "/a/{artifact_id}", open(unlock_share), {}},
              {Method::get, "/a/{artifact_id}/file", open(view_file), {}},
              {Method::get, "/dashboard", signed_in(dashboard::home), {}},
              {Method::get, "/dashboard/sign-in", visitor(dashboard::show_sign_in), {}},
              {Method::post, "/dashboard/sign-in", visitor(dashboard::sign_in), {}},
              {Method::get, "/dashboard/sign-in/code", visitor(dashboard::show_sign_in_code), {}},
              {Method::post, "/dashboard/sign-in/code", visitor(dashboard::sign_in_code), {}},
              {Method::get, "/dashboard/set-password", visitor(dashboard::show_set_password), {}},
              {Method::post, "/dashboard/set-password", visitor(dashboard::set_password), {}},
              {Method::post,
               "/dashboard/sign-out",
               even_if_disabled(signed_in(dashboard::sign_out)),
               {}},
              {Method::get, "/dashboard/artifacts", signed_in(dashboard::list_artifacts), {}},
              {Method::get,
               "/dashboard/artifacts/{artifact_id}",
               signed_in(dashboard::show_artifact),
               {}},
              {Method::get,
               "/dashboard/artifacts/{artifact_id}/json",
               signed_in(dashboard::show_artifact_json),
               {}},
              {Method::get,
               "/dashboard/artifacts/{artifact_id}/preview",
               signed_in(dashboard::preview_artifact),
               {}},
              {Method::get,
               "/dashboard/artifacts/{artifact_id}/preview/file",
               signed_in(dashboard::preview_file),
               {}},
              {Method::get,
               "/dashboard/artifacts/{artifact_id}/edit",
               signed_in(dashboard::show_edit_artifact),
               {}},
              {Method::post,
               "/dashboard/artifacts/{artifact_id}/edit",
               signed_in(dashboard::edit_artifact, core::Role::member, Adds::yes),
               {}},
              {Method::get,
               "/dashboard/artifacts/{artifact_id}/delete",
               signed_in(dashboard::show_delete_artifact),
               {}},
              {Method::post,
               "/dashboard/artifacts/{artifact_id}/delete",
               signed_in(dashboard::delete_artifact),
               {}},
              {Method::post,
               "/dashboard/artifacts/{artifact_id}/delete-permanently",
               signed_in(dashboard::delete_artifact_permanently),
               {}},
              {Method::post,
               "/dashboard/artifacts/{artifact_id}/restore",
               signed_in(dashboard::restore_artifact),
               {}},
              {Method::get,
               "/dashboard/artifacts/{artifact_id}/shares/new",
               signed_in(dashboard::show_create_share_link),
               {}},
              {Method::post,
               "/dashboard/artifacts/{artifact_id}/shares/new",
               signed_in(dashboard::create_share_link, core::Role::member, Adds::yes),
               {}},
              {Method::get,
               "/dashboard/artifacts/{artifact_id}/shares/{share_id}/edit",
               signed_in(dashboard::show_change_share_link),
               {}},
              {Method::post,
               "/dashboard/artifacts/{artifact_id}/shares/{share_id}/edit",
               signed_in(dashboard::change_share_link, core::Role::member, Adds::yes),
               {}},
              {Method::get,
               "/dashboard/artifacts/{artifact_id}/shares/{share_id}/revoke",
               signed_in(dashboard::show_revoke_share_link),
               {}},
              {Method::post,
               "/dashboard/artifacts/{artifact_id}/shares/{share_id}/revoke",
               signed_in(dashboard::revoke_share_link),
               {}},
              {Method::get, "/dashboard/settings/keys", signed_in(dashboard::list_keys), {}},
              {Method::get,
               "/dashboard/settings/keys/new",
               signed_in(dashboard::show_create_key),
               {}},
              {Method::post,
               "/dashboard/settings/keys/new",
               signed_in(dashboard::create_key, core::Role::member, Adds::yes),
               {}},
              {Method::get,
               "/dashboard/settings/keys/{key_id}/revoke",
               signed_in(dashboard::show_revoke_key),
               {}},
              {Method::post,
               "/dashboard/settings/keys/{key_id}/revoke",
               signed_in(dashboard::revoke_key),
               {}},
              {Method::get, "/dashboard/settings/profile", signed_in(dashboard::show_profile), {}},
              {Method::post,
               "/dashboard/settings/profile",
               even_if_disabled(signed_in(dashboard::change_password)),
               {}},
              {Method::post,
               "/dashboard/settings/profile/sign-out",
               even_if_disabled(signed_in(dashboard::sign_out_everywhere)),
               {}},
              {Method::get,
               "/dashboard/settings/second-factor",
               signed_in(dashboard::show_set_up_second_factor),
               {}},
              {Method::post,
               "/dashboard/settings/second-factor",
               even_if_disabled(signed_in(dashboard::set_up_second_factor)),
               {}},
              {Method::get,
               "/dashboard/settings/second-factor/turn-off",
               signed_in(dashboard::show_turn_off_second_factor),
               {}},
              {Method::post,
               "/dashboard/settings/second-factor/turn-off",
               even_if_disabled(signed_in(dashboard::turn_off_second_factor)),
               {}},
              {Method::get,
               "/dashboard/settings/members",
               signed_in(dashboard::show_members, core::Role::owner),
               {}},
              {Method::post,
               "/dashboard/settings/members",
               signed_in(dashboard::add_member, core::Role::owner, Adds::yes),
               {}},
              {Method::post,
               "/dashboard/settings/members/{user_id}/password-link",
               signed_in(dashboard::make_member_password_link, core::Role::owner),
               {}},
              {Method::post,
               "/dashboard/settings/members/{user_id}/role",
               signed_in(dashboard::change_member_role, core::Role::owner),
               {}},
              {Method::get,
               "/dashboard/settings/members/{user_id}/remove",
               signed_in(dashboard::show_remove_member, core::Role::owner),
               {}},
              {Method::post,
               "/dashboard/settings/members/{user_id}/remove",
               signed_in(dashboard::remove_member, core::Role::owner),
               {}},
              {Method::get,
               "/dashboard/settings/audit",
               signed_in(dashboard::show_audit_log, core::Role::owner),
               {}},
              {Method::get, "/dashboard/usage", signed_in(dashboard::show_usage), {}},
              {Method::get, "/openapi.json", keyless(get_openapi), {}},
              {Method::get, "/docs", open(view_docs), {}},
              {Method::get, "/docs/", open(leave_out_slash), {}},
              {Method::get, "/dashboard/", open(leave_out_slash), {}},
              {Method::get, "/favicon.ico", open(find_favicon), {}},
              {Method::get, "/", open(view_front), {}},
              {Method::get, "/healthz", open(healthz), {}},
              {Method::get, "/readyz", open(readyz), {}},
              {Method::get, "/metrics", open(get_metrics), {}},
              {Method::get, "/self-check", open(self_check), {}},
          },
      .page_error =
          [services](const fcgi::Request& request, const core::Error& error) {
            return request.path().starts_with("/dashboard")
                       ? dashboard::error_page(error)
                       : error_page(services->configuration, request, error);
          },
  };
  if (configuration.sign_up) {
    table.routes.push_back(
        {Method::get, "/dashboard/sign-up", visitor(dashboard::show_sign_up), {}});
    table.routes.push_back(
        {Method::post, "/dashboard/sign-up", visitor(dashboard::sign_up, Adds::yes), {}});
  }
  return table;
}

}  // namespace

fcgi::RouteTable routes(Services& services) { return table(services.configuration, &services); }

std::vector<core::MetricRoute> metric_routes(const core::Configuration& configuration) {
  std::vector<core::MetricRoute> names;
  for (const fcgi::Route& route : table(configuration, nullptr).routes)
    names.push_back({std::string(to_string(route.method)), std::string(route.pattern)});
  return names;
}

}  // namespace handlers
