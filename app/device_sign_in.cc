#include "app/device_sign_in.h"

#include "app/authorization.h"
#include "app/sign_in.h"
#include "core/client_network.h"
#include "core/time.h"
#include "db/connection/postgres.h"
#include "db/counters/attempt_counter.h"
#include "db/device_code_store.h"
#include "db/grant_store.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;
using core::OAuthError;

constexpr db::AttemptCounter::OpenRequests kBegunSignIns{
    .kind = "oauth_device",
    .most = 60,
    .period = std::chrono::minutes(15),
    .most_of_wider_network = 240,
};

Error unknown_code() {
  return {ErrorCode::invalid_request,
          "that code is invalid or has expired; check it, or start again on your device"};
}

}  // namespace

core::OAuthResult<BegunSignIn> DeviceSignIn::begin(const core::FormFields& form,
                                                   std::string_view client_address) {
  if (const auto reserved = stores_.attempts.reserve(kBegunSignIns, client_address); !reserved)
    return too_many_attempts(reserved.wait);
  if (parameter(form, "client_id") != core::kCommandClientId) {
    return OAuthError{"unauthorized_client",
                      "only the client artifact-command may use the device grant"};
  }
  const auto access = read_requested_access(core::command_client(), form, public_base_url_);
  if (const auto* error = std::get_if<OAuthError>(&access)) return *error;
  for (;;) {
    BegunSignIn begun{core::SecretToken::generate(), core::UserCode::generate()};
    if (stores_.device_codes.add(begun.device_code, begun.user_code,
                                 std::get<core::RequestedAccess>(access),
                                 core::network_group(client_address)))
      return begun;
  }
}

core::Result<DeviceRequest> DeviceSignIn::find(const core::Principal& principal,
                                               std::string_view typed_code) {
  const db::Attempt attempt{.subject = "device:" + principal.name,
                            .client_address = principal.client_address};
  if (const auto reserved = stores_.attempts.reserve(attempt); !reserved)
    return too_many_attempts(reserved.wait);
  const auto code = core::UserCode::parse(typed_code);
  auto access = code ? stores_.device_codes.find_waiting(*code) : std::nullopt;
  if (!access) return unknown_code();
  stores_.attempts.give_back(attempt);
  access->client_name = core::command_client().name;
  access->scopes = access->scopes.in_common_with(principal.scopes);
  if (access->scopes.empty())
    return Error{ErrorCode::forbidden, "only account owners can grant these scopes"};
  return DeviceRequest{*code, *std::move(access)};
}

std::optional<Error> DeviceSignIn::decide(const core::Principal& principal,
                                          std::string_view typed_code,
                                          const std::optional<core::PublishingLimits>& allowed) {
  const auto request = find(principal, typed_code);
  if (!request) return request.error();
  if (!allowed) {
    if (!stores_.device_codes.decide(request->user_code, std::nullopt)) return unknown_code();
    return std::nullopt;
  }
  const auto id = core::GrantId::generate(core::now());
  return db::in_transaction(stores_.postgres, [&]() -> std::optional<Error> {
    // Its device collects the tokens while its code is valid.
    if (!stores_.grants.create(principal, id, request->access, *allowed, std::nullopt,
                               core::kDeviceCodeLifetime))
      return cannot_connect();
    // If the request was decided by another call, this grant expires unused.
    if (!stores_.device_codes.decide(request->user_code, id)) return unknown_code();
    return std::nullopt;
  });
}

}  // namespace app
