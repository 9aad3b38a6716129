#include "handlers/routes.h"

#include <type_traits>
#include <utility>

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

// Binds endpoints to what they are called with: the use cases that are named with them (members of
// app::UseCases), and before these, where an endpoint takes it, the configuration or the thread's
// services. Without services and use cases the table can be read, but nothing in it called.
class Binding {
 public:
  Binding(Services* services, app::UseCases* use_cases)
      : services_(services), use_cases_(use_cases) {}

  // `endpoint` is called with the actor, or with the caller where it wants to know more of the key,
  // or takes the services.
  template <typename Endpoint, typename... UseCases>
  fcgi::ApiHandler api(Endpoint endpoint, UseCases app::UseCases::*... use_cases) const {
    return [*this, endpoint, use_cases...](
               const fcgi::Request& request,
               const core::Caller& caller) -> core::Result<fcgi::Response> {
      return answer_api(request, caller,
                        [&] { return call_api(endpoint, request, caller, use_cases...); });
    };
  }
  // The same of an endpoint that `again` answers for, if a request was answered before with the
  // same Idempotency-Key.
  template <typename Endpoint, typename Again, typename... UseCases>
  fcgi::ApiHandler api_again(Endpoint endpoint, Again again,
                             UseCases app::UseCases::*... use_cases) const {
    return [*this, endpoint, again, use_cases...](
               const fcgi::Request& request,
               const core::Caller& caller) -> core::Result<fcgi::Response> {
      return answer_api(
          request, caller, [&] { return call_api(endpoint, request, caller, use_cases...); },
          [&] { return call_api(again, request, caller, use_cases...); });
    };
  }

  template <typename Endpoint, typename... UseCases>
  fcgi::KeylessHandler keyless(Endpoint endpoint, UseCases app::UseCases::*... use_cases) const {
    return [*this, endpoint, use_cases...](const fcgi::Request& request) {
      return call(endpoint, use_cases_->*use_cases..., request);
    };
  }

  template <typename Endpoint, typename... UseCases>
  fcgi::OpenHandler open(Endpoint endpoint, UseCases app::UseCases::*... use_cases) const {
    return {[*this, endpoint, use_cases...](const fcgi::Request& request) {
      return call(endpoint, use_cases_->*use_cases..., request);
    }};
  }

  template <typename Endpoint, typename... UseCases>
  fcgi::SignedInHandler signed_in(Endpoint endpoint, UseCases app::UseCases::*... use_cases) const {
    return {.answer = [*this, endpoint, use_cases...](
                          const fcgi::Request& request,
                          const core::Session& session) -> core::Result<fcgi::Response> {
      return call(endpoint, use_cases_->*use_cases..., request, session);
    }};
  }

  template <typename Endpoint, typename... UseCases>
  fcgi::VisitorHandler visitor(Endpoint endpoint, UseCases app::UseCases::*... use_cases) const {
    return {[*this, endpoint, use_cases...](const fcgi::Request& request,
                                            const core::SecretToken& token) {
      return call(endpoint, use_cases_->*use_cases..., request, token);
    }};
  }

  // What adds to the database, and is refused where it has no more room. Every API call that
  // creates or changes something is.
  template <typename Handler>
  Handler adds(Handler handler) const {
    handler.answer = [*this, answer = std::move(handler.answer)](
                         const fcgi::Request& request,
                         const auto& visitor) -> core::Result<fcgi::Response> {
      if (auto refusal = refuse_without_room(*services_, request, Adds::yes))
        return *std::move(refusal);
      return answer(request, visitor);
    };
    return handler;
  }

 private:
  core::Result<fcgi::Response> answer_api(const fcgi::Request& request, const core::Caller& caller,
                                          const Answer& endpoint, const Answer& again = {}) const {
    if (auto refusal = refuse_without_room(*services_, request, call_adds(request.method())))
      return *std::move(refusal);
    return in_turn(*services_, request, caller, [&] {
      return request.method() == Method::post ? with_idempotency(use_cases_->idempotency, request,
                                                                 caller.account, endpoint, again)
                                              : endpoint();
    });
  }

  template <typename Endpoint, typename... UseCases>
  core::Result<fcgi::Response> call_api(Endpoint endpoint, const fcgi::Request& request,
                                        const core::Caller& caller,
                                        UseCases app::UseCases::*... use_cases) const {
    if constexpr (std::is_invocable_v<Endpoint, UseCases&..., const fcgi::Request&,
                                      const app::Actor&>) {
      return endpoint(use_cases_->*use_cases..., request,
                      app::Actor::program(caller, request.client_address()));
    } else if constexpr (std::is_invocable_v<Endpoint, UseCases&..., const fcgi::Request&,
                                             const core::Caller&>) {
      return endpoint(use_cases_->*use_cases..., request, caller);
    } else {
      return endpoint(*services_, request, caller);
    }
  }

  template <typename Endpoint, typename... Arguments>
  core::Result<fcgi::Response> call(Endpoint endpoint, Arguments&&... arguments) const {
    if constexpr (std::is_invocable_v<Endpoint, Arguments...>) {
      return endpoint(std::forward<Arguments>(arguments)...);
    } else if constexpr (std::is_invocable_v<Endpoint, const core::Configuration&, Arguments...>) {
      return endpoint(services_->configuration, std::forward<Arguments>(arguments)...);
    } else {
      return endpoint(*services_, std::forward<Arguments>(arguments)...);
    }
  }

  Services* services_;
  app::UseCases* use_cases_;
};

// What users need to look after themselves.
fcgi::SignedInHandler even_if_disabled(fcgi::SignedInHandler handler) {
  handler.also_if_account_disabled = true;
  return handler;
}

fcgi::SignedInHandler for_owners(fcgi::SignedInHandler handler) {
  handler.role = core::Role::owner;
  return handler;
}

// What the configuration has turned off is not in it.
fcgi::RouteTable table(const core::Configuration& configuration, const Binding& bound,
                       const core::Configuration* pages) {
  using app::UseCases;
  fcgi::RouteTable table{
      .routes =
          {
              {Method::get,
               "/artifacts",
               bound.api(list_artifacts, &UseCases::artifacts),
               {Scope::artifacts_read}},
              {Method::post,
               "/artifacts",
               bound.api(create_artifact, &UseCases::artifacts),
               {Scope::artifacts_write}},
              {Method::post,
               "/artifacts/share",
               bound.api(create_and_share, &UseCases::share_links),
               {Scope::artifacts_write, Scope::artifacts_share}},
              {Method::get,
               "/artifacts/{artifact_id}",
               bound.api(get_artifact, &UseCases::artifacts),
               {Scope::artifacts_read}},
              {Method::put,
               "/artifacts/{artifact_id}",
               bound.api(update_artifact, &UseCases::artifacts),
               {Scope::artifacts_write}},
              {Method::delete_,
               "/artifacts/{artifact_id}",
               bound.api(delete_artifact, &UseCases::artifacts),
               {Scope::artifacts_delete}},
              {Method::post,
               "/artifacts/{artifact_id}/restore",
               bound.api_again(restore_artifact, get_restored_artifact, &UseCases::artifacts),
               {Scope::artifacts_delete}},
              {Method::post,
               "/artifacts/{artifact_id}/share",
               bound.api(share_artifact, &UseCases::share_links),
               {Scope::artifacts_share}},
              {Method::get,
               "/artifacts/{artifact_id}/shares",
               bound.api(list_shares, &UseCases::share_links),
               {Scope::artifacts_share}},
              {Method::patch,
               "/artifacts/{artifact_id}/shares/{share_id}",
               bound.api(change_share, &UseCases::share_links),
               {Scope::artifacts_share}},
              {Method::delete_,
               "/artifacts/{artifact_id}/shares/{share_id}",
               bound.api(revoke_share, &UseCases::share_links),
               {Scope::artifacts_share}},
              {Method::get, "/account", bound.api(get_account, &UseCases::account_overview), {}},
              {Method::get,
               "/account/audit",
               bound.api(list_audit_events, &UseCases::audit_trail),
               {Scope::account_read}},
              {Method::get, "/a/{artifact_id}", bound.open(view_share, &UseCases::share_views), {}},
              {Method::post,
               "/a/{artifact_id}",
               bound.open(unlock_share, &UseCases::share_views),
               {}},
              {Method::get,
               "/a/{artifact_id}/file",
               bound.open(view_file, &UseCases::share_views),
               {}},
              {Method::get, "/dashboard", bound.signed_in(dashboard::home), {}},
              {Method::get,
               "/dashboard/sign-in",
               bound.visitor(dashboard::show_sign_in, &UseCases::sign_up),
               {}},
              {Method::post,
               "/dashboard/sign-in",
               bound.visitor(dashboard::sign_in, &UseCases::sign_in, &UseCases::sign_up),
               {}},
              {Method::get,
               "/dashboard/sign-in/code",
               bound.visitor(dashboard::show_sign_in_code, &UseCases::sign_in),
               {}},
              {Method::post,
               "/dashboard/sign-in/code",
               bound.visitor(dashboard::sign_in_code, &UseCases::sign_in),
               {}},
              {Method::get,
               "/dashboard/set-password",
               bound.visitor(dashboard::show_set_password, &UseCases::sign_in),
               {}},
              {Method::post,
               "/dashboard/set-password",
               bound.visitor(dashboard::set_password, &UseCases::sign_in),
               {}},
              {Method::post,
               "/dashboard/sign-out",
               even_if_disabled(bound.signed_in(dashboard::sign_out, &UseCases::profile)),
               {}},
              {Method::get,
               "/dashboard/artifacts",
               bound.signed_in(dashboard::list_artifacts, &UseCases::artifacts),
               {}},
              {Method::get,
               "/dashboard/artifacts/{artifact_id}",
               bound.signed_in(dashboard::show_artifact, &UseCases::artifacts,
                               &UseCases::share_links),
               {}},
              {Method::get,
               "/dashboard/artifacts/{artifact_id}/json",
               bound.signed_in(dashboard::show_artifact_json, &UseCases::artifacts),
               {}},
              {Method::get,
               "/dashboard/artifacts/{artifact_id}/preview",
               bound.signed_in(dashboard::preview_artifact, &UseCases::artifacts),
               {}},
              {Method::get,
               "/dashboard/artifacts/{artifact_id}/preview/file",
               bound.signed_in(dashboard::preview_file, &UseCases::artifacts),
               {}},
              {Method::get,
               "/dashboard/artifacts/{artifact_id}/edit",
               bound.signed_in(dashboard::show_edit_artifact, &UseCases::artifacts),
               {}},
              {Method::post,
               "/dashboard/artifacts/{artifact_id}/edit",
               bound.adds(bound.signed_in(dashboard::edit_artifact, &UseCases::artifacts)),
               {}},
              {Method::get,
               "/dashboard/artifacts/{artifact_id}/delete",
               bound.signed_in(dashboard::show_delete_artifact, &UseCases::artifacts),
               {}},
              {Method::post,
               "/dashboard/artifacts/{artifact_id}/delete",
               bound.signed_in(dashboard::delete_artifact, &UseCases::artifacts),
               {}},
              {Method::post,
               "/dashboard/artifacts/{artifact_id}/delete-permanently",
               bound.signed_in(dashboard::delete_artifact_permanently, &UseCases::artifacts),
               {}},
              {Method::post,
               "/dashboard/artifacts/{artifact_id}/restore",
               bound.signed_in(dashboard::restore_artifact, &UseCases::artifacts),
               {}},
              {Method::get,
               "/dashboard/artifacts/{artifact_id}/shares/new",
               bound.signed_in(dashboard::show_create_share_link, &UseCases::artifacts),
               {}},
              {Method::post,
               "/dashboard/artifacts/{artifact_id}/shares/new",
               bound.adds(bound.signed_in(dashboard::create_share_link, &UseCases::artifacts,
                                          &UseCases::share_links)),
               {}},
              {Method::get,
               "/dashboard/artifacts/{artifact_id}/shares/{share_id}/edit",
               bound.signed_in(dashboard::show_change_share_link, &UseCases::artifacts,
                               &UseCases::share_links),
               {}},
              {Method::post,
               "/dashboard/artifacts/{artifact_id}/shares/{share_id}/edit",
               bound.adds(bound.signed_in(dashboard::change_share_link, &UseCases::artifacts,
                                          &UseCases::share_links)),
               {}},
              {Method::get,
               "/dashboard/artifacts/{artifact_id}/shares/{share_id}/revoke",
               bound.signed_in(dashboard::show_revoke_share_link, &UseCases::artifacts,
                               &UseCases::share_links),
               {}},
              {Method::post,
               "/dashboard/artifacts/{artifact_id}/shares/{share_id}/revoke",
               bound.signed_in(dashboard::revoke_share_link, &UseCases::share_links),
               {}},
              {Method::get,
               "/dashboard/settings/keys",
               bound.signed_in(dashboard::list_keys, &UseCases::api_keys),
               {}},
              {Method::get,
               "/dashboard/settings/keys/new",
               bound.signed_in(dashboard::show_create_key),
               {}},
              {Method::post,
               "/dashboard/settings/keys/new",
               bound.adds(bound.signed_in(dashboard::create_key, &UseCases::api_keys)),
               {}},
              {Method::get,
               "/dashboard/settings/keys/{key_id}/revoke",
               bound.signed_in(dashboard::show_revoke_key, &UseCases::api_keys),
               {}},
              {Method::post,
               "/dashboard/settings/keys/{key_id}/revoke",
               bound.signed_in(dashboard::revoke_key, &UseCases::api_keys),
               {}},
              {Method::get,
               "/dashboard/settings/profile",
               bound.signed_in(dashboard::show_profile, &UseCases::second_factors),
               {}},
              {Method::post,
               "/dashboard/settings/profile",
               even_if_disabled(bound.signed_in(dashboard::change_password, &UseCases::profile,
                                                &UseCases::second_factors)),
               {}},
              {Method::post,
               "/dashboard/settings/profile/sign-out",
               even_if_disabled(
                   bound.signed_in(dashboard::sign_out_everywhere, &UseCases::profile)),
               {}},
              {Method::get,
               "/dashboard/settings/second-factor",
               bound.signed_in(dashboard::show_set_up_second_factor, &UseCases::second_factors),
               {}},
              {Method::post,
               "/dashboard/settings/second-factor",
               even_if_disabled(
                   bound.signed_in(dashboard::set_up_second_factor, &UseCases::second_factors)),
               {}},
              {Method::get,
               "/dashboard/settings/second-factor/turn-off",
               bound.signed_in(dashboard::show_turn_off_second_factor, &UseCases::second_factors),
               {}},
              {Method::post,
               "/dashboard/settings/second-factor/turn-off",
               even_if_disabled(
                   bound.signed_in(dashboard::turn_off_second_factor, &UseCases::second_factors)),
               {}},
              {Method::get,
               "/dashboard/settings/members",
               for_owners(bound.signed_in(dashboard::show_members, &UseCases::members)),
               {}},
              {Method::post,
               "/dashboard/settings/members",
               bound.adds(for_owners(bound.signed_in(dashboard::add_member, &UseCases::members))),
               {}},
              {Method::post,
               "/dashboard/settings/members/{user_id}/password-link",
               for_owners(
                   bound.signed_in(dashboard::make_member_password_link, &UseCases::members)),
               {}},
              {Method::post,
               "/dashboard/settings/members/{user_id}/role",
               for_owners(bound.signed_in(dashboard::change_member_role, &UseCases::members)),
               {}},
              {Method::get,
               "/dashboard/settings/members/{user_id}/remove",
               for_owners(bound.signed_in(dashboard::show_remove_member, &UseCases::members)),
               {}},
              {Method::post,
               "/dashboard/settings/members/{user_id}/remove",
               for_owners(bound.signed_in(dashboard::remove_member, &UseCases::members)),
               {}},
              {Method::get,
               "/dashboard/settings/audit",
               for_owners(bound.signed_in(dashboard::show_audit_log, &UseCases::audit_trail)),
               {}},
              {Method::get,
               "/dashboard/usage",
               bound.signed_in(dashboard::show_usage, &UseCases::account_overview),
               {}},
              {Method::get, "/openapi.json", bound.keyless(get_openapi), {}},
              {Method::get, "/docs", bound.open(view_docs), {}},
              {Method::get, "/docs/", bound.open(leave_out_slash), {}},
              {Method::get, "/dashboard/", bound.open(leave_out_slash), {}},
              {Method::get, "/favicon.ico", bound.open(find_favicon), {}},
              {Method::get, "/", bound.open(view_front), {}},
              {Method::get, "/healthz", bound.open(healthz), {}},
              {Method::get, "/readyz", bound.open(readyz, &UseCases::service_status), {}},
              {Method::get, "/metrics", bound.open(get_metrics, &UseCases::service_status), {}},
              {Method::get, "/self-check", bound.open(self_check), {}},
          },
      .page_error =
          [pages](const fcgi::Request& request, const core::Error& error) {
            return request.path().starts_with("/dashboard") ? dashboard::error_page(error)
                                                            : error_page(*pages, request, error);
          },
  };
  if (configuration.sign_up) {
    table.routes.push_back(
        {Method::get, "/dashboard/sign-up", bound.visitor(dashboard::show_sign_up), {}});
    table.routes.push_back({Method::post,
                            "/dashboard/sign-up",
                            bound.adds(bound.visitor(dashboard::sign_up, &UseCases::sign_up)),
                            {}});
  }
  return table;
}

}  // namespace

fcgi::RouteTable routes(Services& services, app::UseCases& use_cases) {
  return table(services.configuration, Binding(&services, &use_cases), &services.configuration);
}

std::vector<core::MetricRoute> metric_routes(const core::Configuration& configuration) {
  std::vector<core::MetricRoute> names;
  for (const fcgi::Route& route : table(configuration, Binding(nullptr, nullptr), nullptr).routes)
    names.push_back({std::string(to_string(route.method)), std::string(route.pattern)});
  return names;
}

}  // namespace handlers
