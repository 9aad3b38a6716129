#include "db/grant_store.h"

#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/key_store.h"
#include "db/share_store.h"

namespace db {
namespace {

constexpr AuditedQuery<R"(
with holder as (
  select member.id, member.account_id, member.session_epoch
    from sessions session
    join users member on member.id = session.user_id
   where session.token_hash = $session_hash
     and session.epoch = member.session_epoch
     and session.ends_at > now()
     and (select count(*)
            from (select from oauth_grants
                   where user_id = member.id and revoked_at is null and expires_at > now()
                   limit $most_grants) as alive) < $most_grants
     and (select count(*)
            from (select from oauth_grants
                   where user_id = member.id and created_at > now() - interval '30 days'
                   limit $most_recent_grants) as recent) < $most_recent_grants
), created as (
  insert into oauth_grants
    (id, user_id, session_epoch, client_id, client_name, audience, scopes, expires_at,
     code_hash, code_challenge, redirect_uri,
     maximum_expiry_seconds, password_required, refuses_secrets)
  select $grant, id, session_epoch, $client, $client_name, $audience, string_to_array($scopes, ' '),
         now() + make_interval(secs => $lifetime), $code_hash, $code_challenge, $redirect_uri,
         $maximum_expiry, $password_required, $refuses_secrets
    from holder
  returning user_id, client_name
), event as (
  insert into audit_events
  select event.*
    from holder
    join created on created.user_id = holder.id,
         audit_event($event, holder.account_id, created.client_name) as event
)
select true from created)">
    kCreateGrant{"grant_create"};

// What finds a grant by what an app has shown returns the columns of shown_grant_in(), and its own.

constexpr Query<R"(
select granted.id, member.id as user_id, member.email, granted.client_id, granted.client_name,
       granted.audience, array_to_string(granted.scopes, ' ') as scopes,
       granted.revoked_at is null and granted.expires_at > now()
         and granted.session_epoch = member.session_epoch as is_alive,
       granted.redirect_uri, granted.code_challenge,
       granted.code_used_at is not null as is_used
  from oauth_grants granted
  join users member on member.id = granted.user_id
 where granted.code_hash = $code_hash
   for update of granted)">
    kFindByCode{"grant_find_by_code"};

constexpr Query<R"(
select granted.id
  from oauth_tokens token
  join oauth_grants granted on granted.id = token.grant_id
 where token.token_hash = $token_hash and token.kind = 'refresh'
   for update of granted)">
    kLockByRefreshToken{"grant_lock_by_refresh_token"};

// A statement of its own, as the one that waits for the lock does not see what others did
// meanwhile.
constexpr Query<R"(
select granted.id, member.id as user_id, member.email, granted.client_id, granted.client_name,
       granted.audience, array_to_string(granted.scopes, ' ') as scopes,
       granted.revoked_at is null and granted.expires_at > now()
         and granted.session_epoch = member.session_epoch as is_alive,
       token.used_at is not null as is_used,
       coalesce(token.used_at > clock_timestamp() - interval '30 seconds', false)
         and not exists (select from oauth_tokens other
                          where other.grant_id = token.grant_id and other.kind = 'refresh'
                            and other.used_at > token.used_at) as is_retry,
       exchanges.in_last_hour, exchanges.in_last_day, token.expires_at > now() as token_is_valid
  from oauth_tokens token
  join oauth_grants granted on granted.id = token.grant_id
  join users member on member.id = granted.user_id
 cross join lateral (
   select count(*) as in_last_day,
          count(*) filter (where other.expires_at > now() + make_interval(secs => $refresh_lifetime)
                                                    - interval '1 hour') as in_last_hour
     from oauth_tokens other
    where other.grant_id = token.grant_id and other.kind = 'refresh'
      and other.expires_at > now() + make_interval(secs => $refresh_lifetime)
                               - interval '1 day') as exchanges
 where token.token_hash = $token_hash)">
    kFindByToken{"grant_find_by_token"};

// Those that were not used get a time at which no retry is allowed for.
constexpr Query<R"(
update oauth_tokens
   set used_at = case when token_hash = $token_hash then clock_timestamp() else '-infinity' end
 where grant_id = $grant and kind = 'refresh' and used_at is null)">
    kUseUp{"grant_use_up"};

constexpr Query<R"(
with granted as (
  update oauth_grants
     set expires_at = now() + make_interval(secs => $refresh_lifetime),
         code_used_at = case when code_hash is not null then coalesce(code_used_at, now()) end
   where id = $grant
  returning id
)
insert into oauth_tokens (token_hash, grant_id, kind, scopes, expires_at)
select $access_hash::bytea, id, 'access', string_to_array($scopes, ' '),
       now() + make_interval(secs => $access_lifetime)
  from granted
union all
select $refresh_hash::bytea, id, 'refresh', null, now() + make_interval(secs => $refresh_lifetime)
  from granted)">
    kIssue{"grant_issue"};

// Lists the grants that have not ended: the columns of grant_in(), and the email address of the
// user.
constexpr Query<R"(
select granted.id, granted.client_id, granted.client_name, granted.audience,
       array_to_string(granted.scopes, ' ') as scopes, granted.created_at,
       date_trunc('milliseconds', granted.last_used_at) as last_used_at,
       granted.maximum_expiry_seconds, granted.password_required, granted.refuses_secrets,
       member.email
  from oauth_grants granted
  join users member on member.id = granted.user_id
 where granted.revoked_at is null
   and granted.expires_at > now()
   and granted.session_epoch = member.session_epoch
   and granted.user_id = $user
   and ($grant::uuid is null or granted.id = $grant)
 order by granted.created_at desc, granted.id desc)">
    kListGrants{"grant_list"};

constexpr Query<R"(
select granted.id, granted.client_id, granted.client_name, granted.audience,
       array_to_string(granted.scopes, ' ') as scopes, granted.created_at,
       date_trunc('milliseconds', granted.last_used_at) as last_used_at,
       granted.maximum_expiry_seconds, granted.password_required, granted.refuses_secrets,
       member.email
  from oauth_grants granted
  join users member on member.id = granted.user_id
 where granted.revoked_at is null
   and granted.expires_at > now()
   and granted.session_epoch = member.session_epoch
   and member.account_id = $account
 order by granted.created_at, granted.id)">
    kListGrantsOfAccount{"grant_list_of_account"};

constexpr Query<R"(
select member.id as user_id, member.account_id
  from oauth_grants granted
  join users member on member.id = granted.user_id
 where granted.id = $grant)">
    kFindGrantHolder{"grant_find_holder"};

constexpr AuditedQuery<R"(
with revoked as (
  update oauth_grants set revoked_at = date_trunc('milliseconds', now())
   where id = $grant and user_id = $user and revoked_at is null
  returning user_id, client_name
), event as (
  insert into audit_events
  select event.*
    from revoked
    join users member on member.id = revoked.user_id,
         audit_event($event, member.account_id, revoked.client_name) as event
)
select true from revoked)">
    kRevokeGrant{"grant_revoke"};

constexpr Query<R"(
select account.id as account_id, granted.id as grant_id, member.id as user_id, member.email,
       granted.client_name, array_to_string(token.scopes, ' ') as scopes, member.role,
       granted.audience, account.plan, account.requests_per_minute, account.disabled_reason,
       granted.maximum_expiry_seconds, granted.password_required,
       granted.refuses_secrets or account.refuses_secrets as refuses_secrets,
       account.live, account.cards, account.remote_images,
       floor(extract(epoch from token.expires_at - now()) * 1000000)::bigint as microseconds_left
  from oauth_tokens token
  join oauth_grants granted on granted.id = token.grant_id
  join users member on member.id = granted.user_id
  join accounts account on account.id = member.account_id
 where token.token_hash = $token_hash
   and token.kind = 'access'
   and token.expires_at > now()
   and granted.revoked_at is null
   and granted.session_epoch = member.session_epoch)">
    kFindAppCaller{"grant_find_caller"};

ShownGrant shown_grant_in(const Row& row) {
  ShownGrant shown{.id = core::GrantId(row.uuid("id")),
                   .user = core::UserId(row.uuid("user_id")),
                   .email = std::string(row.text("email")),
                   .access = {}};
  shown.access = {.client_id = std::string(row.text("client_id")),
                  .client_name = row.name("client_name"),
                  .audience = core::parse_token_audience(row.text("audience")).value(),
                  .scopes = core::Scopes::known_in(row.text("scopes"))};
  shown.is_alive = row.boolean("is_alive");
  return shown;
}

core::Grant grant_in(const Row& row) {
  return {.id = core::GrantId(row.uuid("id")),
          .access = {.client_id = std::string(row.text("client_id")),
                     .client_name = row.name("client_name"),
                     .audience = core::parse_token_audience(row.text("audience")).value(),
                     .scopes = core::Scopes::known_in(row.text("scopes"))},
          .created_at = row.timestamp("created_at"),
          .last_used_at = row.optional_timestamp("last_used_at"),
          .limits = limits_in(row)};
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
                     "session_hash"_a = principal.browser().hash(),
                     "most_grants"_a = kMaximumPerUser, "grant"_a = id,
                     "client"_a = access.client_id, "client_name"_a = access.client_name,
                     "audience"_a = core::to_string(access.audience),
                     "scopes"_a = access.scopes.text(), "lifetime"_a = lifetime.count(),
                     "code_hash"_a = code_hash, "code_challenge"_a = challenge,
                     "redirect_uri"_a = redirect_uri, "maximum_expiry"_a = limits.maximum_expiry,
                     "password_required"_a = limits.password_required,
                     "refuses_secrets"_a = limits.refuses_secrets,
                     "most_recent_grants"_a = kMaximumPerMonth)
              .empty();
}

std::optional<ShownGrant> GrantStore::find_by_code(const core::Sha256& code_hash) {
  // Not a read: it locks.
  const Rows rows = postgres_.write(kFindByCode, "code_hash"_a = code_hash);
  if (rows.empty()) return std::nullopt;
  ShownGrant shown = shown_grant_in(rows[0]);
  shown.redirect_uri = rows[0].text("redirect_uri");
  shown.challenge = core::CodeChallenge(rows[0].sha256("code_challenge"));
  shown.is_used = rows[0].boolean("is_used");
  return shown;
}

std::optional<ShownGrant> GrantStore::find_by_refresh_token(const core::Sha256& token_hash) {
  if (postgres_.write(kLockByRefreshToken, "token_hash"_a = token_hash).empty())
    return std::nullopt;
  return find_by_token(token_hash);
}

std::optional<ShownGrant> GrantStore::find_by_token(const core::Sha256& token_hash) {
  const Rows rows = postgres_.write(kFindByToken, "token_hash"_a = token_hash,
                                    "refresh_lifetime"_a = core::kRefreshTokenLifetime.count());
  if (rows.empty()) return std::nullopt;
  ShownGrant shown = shown_grant_in(rows[0]);
  shown.is_used = rows[0].boolean("is_used");
  shown.is_retry = rows[0].boolean("is_retry");
  shown.exchanges_in_last_hour = rows[0].integer("in_last_hour");
  shown.exchanges_in_last_day = rows[0].integer("in_last_day");
  shown.is_alive = shown.is_alive && rows[0].boolean("token_is_valid");
  return shown;
}

void GrantStore::issue(const core::GrantId& id, const core::AccessToken& access,
                       const core::RefreshToken& refresh, const core::Scopes& scopes,
                       const std::optional<core::Sha256>& used_refresh_token) {
  if (used_refresh_token)
    postgres_.write(kUseUp, "grant"_a = id, "token_hash"_a = *used_refresh_token);
  postgres_.write(kIssue, "grant"_a = id, "access_hash"_a = access.hash(),
                  "refresh_hash"_a = refresh.hash(), "scopes"_a = scopes.text(),
                  "access_lifetime"_a = core::kAccessTokenLifetime.count(),
                  "refresh_lifetime"_a = core::kRefreshTokenLifetime.count());
}

std::vector<core::Grant> GrantStore::list(const core::UserId& user) {
  const Rows rows =
      postgres_.read(kListGrants, "user"_a = user, "grant"_a = std::optional<core::GrantId>());
  std::vector<core::Grant> grants;
  grants.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i) grants.push_back(grant_in(rows[i]));
  return grants;
}

std::optional<core::Grant> GrantStore::find(const core::UserId& user, const core::GrantId& id) {
  const Rows rows = postgres_.read(kListGrants, "user"_a = user, "grant"_a = std::optional(id));
  if (rows.empty()) return std::nullopt;
  return grant_in(rows[0]);
}

std::vector<HeldGrant> GrantStore::list(const core::AccountId& account) {
  const Rows rows = postgres_.read(kListGrantsOfAccount, "account"_a = account);
  std::vector<HeldGrant> grants;
  grants.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i)
    grants.push_back({grant_in(rows[i]), std::string(rows[i].text("email"))});
  return grants;
}

std::optional<GrantHolder> GrantStore::find_holder(const core::GrantId& id) {
  const Rows rows = postgres_.read(kFindGrantHolder, "grant"_a = id);
  if (rows.empty()) return std::nullopt;
  return GrantHolder{.user = core::UserId(rows[0].uuid("user_id")),
                     .account = core::AccountId(rows[0].uuid("account_id"))};
}

bool GrantStore::revoke(const core::Principal& principal, core::AuditAction action,
                        const core::UserId& user, const core::GrantId& id) {
  return !kRevokeGrant
              .write(postgres_, {action, principal, id.to_string()}, "grant"_a = id,
                     "user"_a = user)
              .empty();
}

std::optional<FoundProgram> GrantStore::find_program(const core::Sha256& token_hash) {
  const Rows rows = postgres_.read(kFindAppCaller, "token_hash"_a = token_hash);
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  core::Principal program;
  program.kind = core::Principal::Kind::app;
  program.account = core::AccountId(row.uuid("account_id"));
  program.grant = core::GrantId(row.uuid("grant_id"));
  program.user = core::UserId(row.uuid("user_id"));
  program.name = name_of_app(row.text("email"), row.name("client_name"));
  // An app of a user who is no owner any more cannot do more than the user.
  program.scopes = core::Scopes::known_in(row.text("scopes"))
                       .in_common_with(core::scopes_of(core::parse_role(row.text("role")).value()));
  program.audience = core::parse_token_audience(row.text("audience")).value();
  program.plan = core::parse_plan(row.text("plan")).value();
  std::optional<int> agreed;
  if (const auto number = row.optional_integer("requests_per_minute"))
    agreed = static_cast<int>(*number);
  program.requests_per_minute = core::requests_per_minute(program.plan, agreed);
  program.account_disabled = row.optional_text("disabled_reason");
  program.limits = limits_in(row);
  program.link_defaults = link_defaults_in(row);
  return FoundProgram{std::move(program),
                      std::chrono::microseconds(row.integer("microseconds_left"))};
}

bool revoke_grant(Postgres& postgres, Redis& redis, const core::Principal& principal,
                  core::AuditAction action, const core::UserId& user, const core::GrantId& grant) {
  if (!GrantStore(postgres).revoke(principal, action, user, grant)) return false;
  mark_revoked(redis, grant.to_string());
  return true;
}

}  // namespace db
