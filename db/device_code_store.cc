#include "db/device_code_store.h"

#include "db/connection/postgres.h"

namespace db {
namespace {

// A statement does not see its own insertion, so one place is left for it.
constexpr Query<R"(
with displaced as (
  delete from oauth_device_codes
   where code_hash = any(array(
     select code_hash from oauth_device_codes
      where code_hash = any(array(
        select code_hash from oauth_device_codes
         where network_group = $network_group and grant_id is null and not is_denied
         order by expires_at desc
        offset $most_waiting - 1
         limit 100))
        for update skip locked)))
insert into oauth_device_codes
  (code_hash, user_code, client_id, audience, scopes, expires_at, poll_seconds, network_group)
values ($code_hash, $user_code, $client, $audience, string_to_array($scopes, ' '),
        now() + make_interval(secs => $lifetime), $poll_seconds, $network_group)
    on conflict do nothing)">
    kAddDeviceCode{"device_code_add"};

constexpr Query<R"(
select client_id, audience, array_to_string(scopes, ' ') as scopes
  from oauth_device_codes
 where user_code = $user_code and expires_at > now() and grant_id is null and not is_denied)">
    kFindWaiting{"device_code_find_waiting"};

constexpr Query<R"(
update oauth_device_codes
   set grant_id = $grant, is_denied = $grant::uuid is null
 where user_code = $user_code and expires_at > now() and grant_id is null and not is_denied)">
    kDecide{"device_code_decide"};

constexpr Query<R"(
select grant_id, expires_at <= now() as has_expired, is_denied,
       coalesce(polled_at > now() - make_interval(secs => poll_seconds), false) as is_too_early
  from oauth_device_codes
 where code_hash = $code_hash and client_id = $client
   for update)">
    kLockDeviceCode{"device_code_lock"};

// The user may give fewer than the device asked for. In a statement of its own: one that has waited
// for the decision to be committed would not see the grant.
constexpr Query<R"(
select array_to_string(scopes, ' ') as scopes from oauth_grants where id = $grant)">
    kGrantedScopes{"device_code_granted_scopes"};

constexpr Query<R"(
update oauth_device_codes
   set polled_at = now(), poll_seconds = poll_seconds + case when $is_too_early then 5 else 0 end
 where code_hash = $code_hash)">
    kNotePoll{"device_code_note_poll"};

constexpr Query<R"(
delete from oauth_device_codes where code_hash = $code_hash)">
    kRemoveDeviceCode{"device_code_remove"};

}  // namespace

bool DeviceCodeStore::add(const core::SecretToken& device_code, const core::UserCode& user_code,
                          const core::RequestedAccess& access, int network_group) {
  return postgres_
             .write(kAddDeviceCode, "code_hash"_a = device_code.hash(),
                    "user_code"_a = user_code.text(), "client"_a = access.client_id,
                    "audience"_a = core::to_string(access.audience),
                    "scopes"_a = access.scopes.text(),
                    "lifetime"_a = core::kDeviceCodeLifetime.count(),
                    "poll_seconds"_a = core::kDevicePollInterval.count(),
                    "network_group"_a = network_group, "most_waiting"_a = kMaximumWaiting)
             .affected() > 0;
}

std::optional<core::RequestedAccess> DeviceCodeStore::find_waiting(
    const core::UserCode& user_code) {
  const Rows rows = postgres_.read(kFindWaiting, "user_code"_a = user_code.text());
  if (rows.empty()) return std::nullopt;
  return core::RequestedAccess{
      .client_id = std::string(rows[0].text("client_id")),
      .client_name = {},
      .audience = core::parse_token_audience(rows[0].text("audience")).value(),
      .scopes = core::Scopes::known_in(rows[0].text("scopes"))};
}

bool DeviceCodeStore::decide(const core::UserCode& user_code,
                             const std::optional<core::GrantId>& grant) {
  return postgres_.write(kDecide, "user_code"_a = user_code.text(), "grant"_a = grant).affected() >
         0;
}

DeviceCodeStore::Answer DeviceCodeStore::poll(const core::SecretToken& device_code,
                                              const std::string& client_id) {
  // Not a read: it locks.
  const Rows rows =
      postgres_.write(kLockDeviceCode, "code_hash"_a = device_code.hash(), "client"_a = client_id);
  if (rows.empty()) return {};
  const Row row = rows[0];
  const bool is_granted = !row.is_null("grant_id");
  if (row.boolean("has_expired")) return {.state = State::expired};
  if (row.boolean("is_denied") || is_granted) {
    postgres_.write(kRemoveDeviceCode, "code_hash"_a = device_code.hash());
    if (!is_granted) return {.state = State::denied};
    const core::GrantId grant(row.uuid("grant_id"));
    const Rows granted = postgres_.read(kGrantedScopes, "grant"_a = grant);
    if (granted.empty()) return {.state = State::denied};
    return {.state = State::granted,
            .grant = grant,
            .scopes = core::Scopes::known_in(granted[0].text("scopes"))};
  }
  const bool is_too_early = row.boolean("is_too_early");
  postgres_.write(kNotePoll, "code_hash"_a = device_code.hash(), "is_too_early"_a = is_too_early);
  return {.state = is_too_early ? State::too_often : State::waiting};
}

}  // namespace db
