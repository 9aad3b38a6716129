#include "db/grant_store.h"

#include <cstring>
#include <stdexcept>

#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/key_store.h"

namespace db {
namespace {

constexpr AuditedStatement kCreateGrant{"grant_create", R"(
-- Parameters: session, most grants, id, client, client name, audience, scopes, lifetime in
--   seconds, code hash, code challenge, redirect URI, maximum expiry, password required, refuses
--   secrets, most recent grants, event
with holder as (
  select member.id, member.account_id, member.session_epoch
    from sessions session
    join users member on member.id = session.user_id
   where session.token_hash = $1
     and session.epoch = member.session_epoch
     and session.ends_at > now()
     and (select count(*)
            from (select from oauth_grants
                   where user_id = member.id and revoked_at is null and expires_at > now()
                   limit $2) as alive) < $2
     and (select count(*)
            from (select from oauth_grants
                   where user_id = member.id and created_at > now() - interval '30 days'
                   limit $15) as recent) < $15
), created as (
  insert into oauth_grants
    (id, user_id, session_epoch, client_id, client_name, audience, scopes, expires_at,
     code_hash, code_challenge, redirect_uri,
     maximum_expiry_seconds, password_required, refuses_secrets)
  select $3, id, session_epoch, $4, $5, $6, string_to_array($7, ' '),
         now() + make_interval(secs => $8), $9, $10, $11, $12, $13, $14
    from holder
  returning user_id, client_name
), event as (
  insert into audit_events
  select event.*
    from holder join created on created.user_id = holder.id, audit_event($16, holder.account_id, created.client_name) as event
)
select true from created)"};

// What finds a grant by what an app has shown returns the columns of shown_grant_in(), then its
// own.
constexpr int kAfterShownGrant = 8;

constexpr Statement kFindByCode{"grant_find_by_code", R"(
select granted.id, member.id, member.email, granted.client_id, granted.client_name,
       granted.audience, array_to_string(granted.scopes, ' '),
       granted.revoked_at is null and granted.expires_at > now()
         and granted.session_epoch = member.session_epoch,
       granted.redirect_uri, granted.code_challenge,
       granted.code_used_at is not null
  from oauth_grants granted
  join users member on member.id = granted.user_id
 where granted.code_hash = $1
   for update of granted)"};

constexpr Statement kLockByRefreshToken{"grant_lock_by_refresh_token", R"(
select granted.id
  from oauth_tokens token
  join oauth_grants granted on granted.id = token.grant_id
 where token.token_hash = $1 and token.kind = 'refresh'
   for update of granted)"};

// A statement of its own, as the one that waits for the lock does not see what others did
// meanwhile.
constexpr Statement kFindByToken{"grant_find_by_token", R"(
select granted.id, member.id, member.email, granted.client_id, granted.client_name,
       granted.audience, array_to_string(granted.scopes, ' '),
       granted.revoked_at is null and granted.expires_at > now()
         and granted.session_epoch = member.session_epoch,
       token.used_at is not null,
       coalesce(token.used_at > clock_timestamp() - interval '30 seconds', false)
         and not exists (select from oauth_tokens other
                          where other.grant_id = token.grant_id and other.kind = 'refresh'
                            and other.used_at > token.used_at),
       exchanges.in_last_hour, exchanges.in_last_day, token.expires_at > now()
  from oauth_tokens token
  join oauth_grants granted on granted.id = token.grant_id
  join users member on member.id = granted.user_id
 cross join lateral (
   select count(*) as in_last_day,
          count(*) filter (where other.expires_at > now() + make_interval(secs => $2)
                                                    - interval '1 hour') as in_last_hour
     from oauth_tokens other
    where other.grant_id = token.grant_id and other.kind = 'refresh'
      and other.expires_at > now() + make_interval(secs => $2) - interval '1 day') as exchanges
 where token.token_hash = $1)"};

// Those that were not used get a time at which no retry is allowed for.
constexpr Statement kUseUp{"grant_use_up", R"(
update oauth_tokens
   set used_at = case when token_hash = $2 then clock_timestamp() else '-infinity' end
 where grant_id = $1 and kind = 'refresh' and used_at is null)"};

constexpr Statement kIssue{"grant_issue", R"(
with granted as (
  update oauth_grants
     set expires_at = now() + make_interval(secs => $6),
         code_used_at = case when code_hash is not null then coalesce(code_used_at, now()) end
   where id = $1
  returning id
)
insert into oauth_tokens (token_hash, grant_id, kind, scopes, expires_at)
select $2::bytea, id, 'access', string_to_array($4, ' '), now() + make_interval(secs => $5) from granted
union all
select $3::bytea, id, 'refresh', null, now() + make_interval(secs => $6) from granted)"};

// Lists the grants that have not ended: the columns of grant_in(), then the email address of the
// user.
constexpr Statement kListGrants{"grant_list", R"(
select granted.id, granted.client_id, granted.client_name, granted.audience,
       array_to_string(granted.scopes, ' '), granted.created_at,
       date_trunc('milliseconds', granted.last_used_at),
       granted.maximum_expiry_seconds, granted.password_required, granted.refuses_secrets,
       member.email
  from oauth_grants granted
  join users member on member.id = granted.user_id
 where granted.revoked_at is null
   and granted.expires_at > now()
   and granted.session_epoch = member.session_epoch
   and granted.user_id = $1
   and ($2::uuid is null or granted.id = $2)
 order by granted.created_at desc, granted.id desc)"};

constexpr Statement kListGrantsOfAccount{"grant_list_of_account", R"(
select granted.id, granted.client_id, granted.client_name, granted.audience,
       array_to_string(granted.scopes, ' '), granted.created_at,
       date_trunc('milliseconds', granted.last_used_at),
       granted.maximum_expiry_seconds, granted.password_required, granted.refuses_secrets,
       member.email
  from oauth_grants granted
  join users member on member.id = granted.user_id
 where granted.revoked_at is null
   and granted.expires_at > now()
   and granted.session_epoch = member.session_epoch
   and member.account_id = $1
 order by granted.created_at, granted.id)"};

constexpr Statement kFindGrantHolder{"grant_find_holder", R"(
select member.id, member.account_id
  from oauth_grants granted
  join users member on member.id = granted.user_id
 where granted.id = $1)"};

constexpr AuditedStatement kRevokeGrant{"grant_revoke", R"(
with revoked as (
  update oauth_grants set revoked_at = date_trunc('milliseconds', now())
   where id = $1 and user_id = $2 and revoked_at is null
  returning user_id, client_name
), event as (
  insert into audit_events
  select event.*
    from revoked join users member on member.id = revoked.user_id, audit_event($3, member.account_id, revoked.client_name) as event
)
select true from revoked)"};

constexpr Statement kFindAppCaller{"grant_find_caller", R"(
select account.id, granted.id, member.id, member.email, granted.client_name,
       array_to_string(token.scopes, ' '), member.role, granted.audience,
       account.plan, account.requests_per_minute,
       floor(extract(epoch from token.expires_at - now()) * 1000000)::bigint,
       account.disabled_reason, granted.maximum_expiry_seconds, granted.password_required,
       granted.refuses_secrets or account.refuses_secrets
  from oauth_tokens token
  join oauth_grants granted on granted.id = token.grant_id
  join users member on member.id = granted.user_id
  join accounts account on account.id = member.account_id
 where token.token_hash = $1
   and token.kind = 'access'
   and token.expires_at > now()
   and granted.revoked_at is null
   and granted.session_epoch = member.session_epoch)"};

ShownGrant shown_grant_in(const Row& row) {
  ShownGrant shown{.id = core::GrantId(row.uuid(0)),
                   .user = core::UserId(row.uuid(1)),
                   .email = std::string(row.text(2)),
                   .access = {}};
  shown.access = {.client_id = std::string(row.text(3)),
                  .client_name = row.name(4),
                  .audience = core::parse_token_audience(row.text(5)).value(),
                  .scopes = core::Scopes::known_in(row.text(6))};
  shown.is_alive = row.boolean(7);
  return shown;
}

core::Grant grant_in(const Row& row) {
  return {.id = core::GrantId(row.uuid(0)),
          .access = {.client_id = std::string(row.text(1)),
                     .client_name = row.name(2),
                     .audience = core::parse_token_audience(row.text(3)).value(),
                     .scopes = core::Scopes::known_in(row.text(4))},
          .created_at = row.timestamp(5),
          .last_used_at = row.optional_timestamp(6),
          .limits = limits_in(row, 7)};
}

core::Sha256 hash_in(const Row& row, int column) {
  core::Sha256 hash{};
  const std::string_view bytes = row.text(column);
  if (bytes.size() != hash.size()) throw std::logic_error("the column is not a SHA-256");
  std::memcpy(hash.data(), bytes.data(), hash.size());
  return hash;
}

}  // namespace

std::string name_of_app(std::string_view email, std::string_view client_name) {
  return std::string(email).append(" via ").append(client_name);
}

bool GrantStore::create(const core::Principal& principal, const core::GrantId& id,
                        const core::RequestedAccess& access, const core::PublishingLimits& limits,
                        const std::optional<CodeBinding>& code, std::chrono::seconds lifetime) {
  std::optional<core::Sha256> code_hash;
  std::optional<core::Sha256> challenge;
  std::optional<std::string> redirect_uri;
  if (code) {
    code_hash = code->code_hash;
    challenge = code->challenge.hash();
    redirect_uri = code->redirect_uri;
  }
  return !kCreateGrant
              .write(postgres_, {core::AuditAction::app_connected, principal, id.to_string()},
                     principal.browser().hash(), kMaximumPerUser, id, access.client_id,
                     access.client_name, core::to_string(access.audience), access.scopes.text(),
                     lifetime.count(), code_hash, challenge, redirect_uri, limits.maximum_expiry,
                     limits.password_required, limits.refuses_secrets, kMaximumPerMonth)
              .empty();
}

std::optional<ShownGrant> GrantStore::find_by_code(const core::Sha256& code_hash) {
  // Not a read: it locks.
  const Rows rows = postgres_.write(kFindByCode, code_hash);
  if (rows.empty()) return std::nullopt;
  ShownGrant shown = shown_grant_in(rows[0]);
  shown.redirect_uri = rows[0].text(kAfterShownGrant);
  shown.challenge = core::CodeChallenge(hash_in(rows[0], kAfterShownGrant + 1));
  shown.is_used = rows[0].boolean(kAfterShownGrant + 2);
  return shown;
}

std::optional<ShownGrant> GrantStore::find_by_refresh_token(const core::Sha256& token_hash) {
  if (postgres_.write(kLockByRefreshToken, token_hash).empty()) return std::nullopt;
  return find_by_token(token_hash);
}

std::optional<ShownGrant> GrantStore::find_by_token(const core::Sha256& token_hash) {
  const Rows rows = postgres_.write(kFindByToken, token_hash, core::kRefreshTokenLifetime.count());
  if (rows.empty()) return std::nullopt;
  ShownGrant shown = shown_grant_in(rows[0]);
  shown.is_used = rows[0].boolean(kAfterShownGrant);
  shown.is_retry = rows[0].boolean(kAfterShownGrant + 1);
  shown.exchanges_in_last_hour = rows[0].integer(kAfterShownGrant + 2);
  shown.exchanges_in_last_day = rows[0].integer(kAfterShownGrant + 3);
  shown.is_alive = shown.is_alive && rows[0].boolean(kAfterShownGrant + 4);
  return shown;
}

void GrantStore::issue(const core::GrantId& id, const core::AccessToken& access,
                       const core::RefreshToken& refresh, const core::Scopes& scopes,
                       const std::optional<core::Sha256>& used_refresh_token) {
  if (used_refresh_token) postgres_.write(kUseUp, id, *used_refresh_token);
  postgres_.write(kIssue, id, access.hash(), refresh.hash(), scopes.text(),
                  core::kAccessTokenLifetime.count(), core::kRefreshTokenLifetime.count());
}

std::vector<core::Grant> GrantStore::list(const core::UserId& user) {
  const Rows rows = postgres_.read(kListGrants, user, std::optional<core::GrantId>());
  std::vector<core::Grant> grants;
  grants.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i) grants.push_back(grant_in(rows[i]));
  return grants;
}

std::optional<core::Grant> GrantStore::find(const core::UserId& user, const core::GrantId& id) {
  const Rows rows = postgres_.read(kListGrants, user, std::optional(id));
  if (rows.empty()) return std::nullopt;
  return grant_in(rows[0]);
}

std::vector<HeldGrant> GrantStore::list(const core::AccountId& account) {
  const Rows rows = postgres_.read(kListGrantsOfAccount, account);
  std::vector<HeldGrant> grants;
  grants.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i)
    grants.push_back({grant_in(rows[i]), std::string(rows[i].text(10))});
  return grants;
}

std::optional<GrantHolder> GrantStore::find_holder(const core::GrantId& id) {
  const Rows rows = postgres_.read(kFindGrantHolder, id);
  if (rows.empty()) return std::nullopt;
  return GrantHolder{core::UserId(rows[0].uuid(0)), core::AccountId(rows[0].uuid(1))};
}

bool GrantStore::revoke(const core::Principal& principal, core::AuditAction action,
                        const core::UserId& user, const core::GrantId& id) {
  return !kRevokeGrant.write(postgres_, {action, principal, id.to_string()}, id, user).empty();
}

std::optional<FoundProgram> GrantStore::find_program(const core::Sha256& token_hash) {
  const Rows rows = postgres_.read(kFindAppCaller, token_hash);
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  core::Principal program;
  program.kind = core::Principal::Kind::app;
  program.account = core::AccountId(row.uuid(0));
  program.grant = core::GrantId(row.uuid(1));
  program.user = core::UserId(row.uuid(2));
  program.name = name_of_app(row.text(3), row.name(4));
  // An app of a user who is no owner any more cannot do more than the user.
  program.scopes = core::Scopes::known_in(row.text(5))
                       .in_common_with(core::scopes_of(core::parse_role(row.text(6)).value()));
  program.audience = core::parse_token_audience(row.text(7)).value();
  program.plan = core::parse_plan(row.text(8)).value();
  std::optional<int> agreed;
  if (const auto number = row.optional_integer(9)) agreed = static_cast<int>(*number);
  program.requests_per_minute = core::requests_per_minute(program.plan, agreed);
  program.account_disabled = row.optional_text(11);
  program.limits = limits_in(row, 12);
  return FoundProgram{std::move(program), std::chrono::microseconds(row.integer(10))};
}

bool revoke_grant(Postgres& postgres, Redis& redis, const core::Principal& principal,
                  core::AuditAction action, const core::UserId& user, const core::GrantId& grant) {
  if (!GrantStore(postgres).revoke(principal, action, user, grant)) return false;
  mark_revoked(redis, grant.to_string());
  return true;
}

}  // namespace db
