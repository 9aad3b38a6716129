#include "db/device_code_store.h"

#include "db/connection/postgres.h"

namespace db {
namespace {

// A statement does not see its own insertion, so one place is left for it.
constexpr Statement kAddDeviceCode{"device_code_add", R"(
-- Parameters: hash, user code, client, audience, scopes, lifetime in seconds, seconds between
--   polls, network group, most that wait
with displaced as (
  delete from oauth_device_codes
   where code_hash = any(array(
     select code_hash from oauth_device_codes
      where code_hash = any(array(
        select code_hash from oauth_device_codes
         where network_group = $8 and grant_id is null and not is_denied
         order by expires_at desc
        offset $9 - 1
         limit 100))
        for update skip locked)))
insert into oauth_device_codes
  (code_hash, user_code, client_id, audience, scopes, expires_at, poll_seconds, network_group)
values ($1, $2, $3, $4, string_to_array($5, ' '), now() + make_interval(secs => $6), $7, $8)
    on conflict do nothing)"};

constexpr Statement kFindWaiting{"device_code_find_waiting", R"(
select client_id, audience, array_to_string(scopes, ' ')
  from oauth_device_codes
 where user_code = $1 and expires_at > now() and grant_id is null and not is_denied)"};

constexpr Statement kDecide{"device_code_decide", R"(
update oauth_device_codes
   set grant_id = $2, is_denied = $2::uuid is null
 where user_code = $1 and expires_at > now() and grant_id is null and not is_denied)"};

constexpr Statement kLockDeviceCode{"device_code_lock", R"(
select grant_id, is_denied, expires_at <= now(),
       coalesce(polled_at > now() - make_interval(secs => poll_seconds), false)
  from oauth_device_codes
 where code_hash = $1 and client_id = $2
   for update)"};

// The user may give fewer than the device asked for. In a statement of its own: one that has waited
// for the decision to be committed would not see the grant.
constexpr Statement kGrantedScopes{"device_code_granted_scopes", R"(
select array_to_string(scopes, ' ') from oauth_grants where id = $1)"};

constexpr Statement kNotePoll{"device_code_note_poll", R"(
update oauth_device_codes
   set polled_at = now(), poll_seconds = poll_seconds + case when $2 then 5 else 0 end
 where code_hash = $1)"};

constexpr Statement kRemoveDeviceCode{"device_code_remove", R"(
delete from oauth_device_codes where code_hash = $1)"};

}  // namespace

bool DeviceCodeStore::add(const core::SecretToken& device_code, const core::UserCode& user_code,
                          const core::RequestedAccess& access, int network_group) {
  return postgres_
             .write(kAddDeviceCode, device_code.hash(), user_code.text(), access.client_id,
                    core::to_string(access.audience), access.scopes.text(),
                    core::kDeviceCodeLifetime.count(), core::kDevicePollInterval.count(),
                    network_group, kMaximumWaiting)
             .affected() > 0;
}

std::optional<core::RequestedAccess> DeviceCodeStore::find_waiting(
    const core::UserCode& user_code) {
  const Rows rows = postgres_.read(kFindWaiting, user_code.text());
  if (rows.empty()) return std::nullopt;
  return core::RequestedAccess{.client_id = std::string(rows[0].text(0)),
                               .client_name = {},
                               .audience = core::parse_token_audience(rows[0].text(1)).value(),
                               .scopes = core::Scopes::known_in(rows[0].text(2))};
}

bool DeviceCodeStore::decide(const core::UserCode& user_code,
                             const std::optional<core::GrantId>& grant) {
  return postgres_.write(kDecide, user_code.text(), grant).affected() > 0;
}

DeviceCodeStore::Answer DeviceCodeStore::poll(const core::SecretToken& device_code,
                                              const std::string& client_id) {
  // Not a read: it locks.
  const Rows rows = postgres_.write(kLockDeviceCode, device_code.hash(), client_id);
  if (rows.empty()) return {};
  const Row row = rows[0];
  const bool is_granted = !row.is_null(0);
  if (row.boolean(2)) return {.state = State::expired};
  if (row.boolean(1) || is_granted) {
    postgres_.write(kRemoveDeviceCode, device_code.hash());
    if (!is_granted) return {.state = State::denied};
    const core::GrantId grant(row.uuid(0));
    const Rows granted = postgres_.read(kGrantedScopes, grant);
    if (granted.empty()) return {.state = State::denied};
    return {.state = State::granted,
            .grant = grant,
            .scopes = core::Scopes::known_in(granted[0].text(0))};
  }
  const bool is_too_early = row.boolean(3);
  postgres_.write(kNotePoll, device_code.hash(), is_too_early);
  return {.state = is_too_early ? State::too_often : State::waiting};
}

}  // namespace db
