#include "db/session_store.h"

#include <algorithm>
#include <string>

#include "core/error.h"
#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/share_store.h"

namespace db {
namespace {

constexpr AuditedQuery<R"(
with member as (
  update users set last_signed_in_at = date_trunc('milliseconds', now())
   where id = $user
  returning id, account_id
), former as (
  delete from sessions where token_hash = $former_hash
), session as (
  insert into sessions (token_hash, user_id, epoch, ends_at)
  select $session_hash, id, $session_epoch, now() + make_interval(secs => $lifetime) from member
), event as (
  insert into audit_events
  select event.*
    from member, audit_event($event, account_id, '') as event
)
select true from member)">
    kSignIn{"session_sign_in"};

constexpr Query<R"(
with former as (
  delete from sessions where token_hash = $former_hash
)
insert into sessions (token_hash, user_id, epoch, ends_at)
values ($session_hash, $user, $session_epoch, now() + make_interval(secs => $lifetime)))">
    kRenew{"session_renew"};

constexpr Query<R"(
select member.id as user_id, account.id as account_id, account.name as account_name, member.email,
       member.role,
       session.last_used_at <= now() - make_interval(secs => $noted_every) as should_note,
       account.disabled_reason, account.plan, account.refuses_secrets,
       account.live, account.cards, account.remote_images
  from sessions session
  join users member on member.id = session.user_id
  join accounts account on account.id = member.account_id
 where session.token_hash = $session_hash
   and session.ends_at > now()
   and session.last_used_at > now() - make_interval(secs => $idle_limit)
   and session.epoch = member.session_epoch)">
    kFindSession{"session_find"};

constexpr Query<R"(
update sessions set last_used_at = now() where token_hash = $session_hash)">
    kNoteUse{"session_note_use"};

constexpr Query<R"(
delete from sessions where token_hash = $session_hash)">
    kEnd{"session_end"};

constexpr Query<R"(
insert into awaited_second_factors (visitor_hash, user_id, expires_at, epoch)
values ($visitor_hash, $user, now() + make_interval(secs => $lifetime), $session_epoch)
    on conflict (visitor_hash)
    do update set user_id = excluded.user_id, expires_at = excluded.expires_at,
                  epoch = excluded.epoch)">
    kAwait{"session_await_second_factor"};

constexpr Query<R"(
select awaited.user_id, member.session_epoch
  from awaited_second_factors awaited
  join users member on member.id = awaited.user_id
 where awaited.visitor_hash = $visitor_hash
   and awaited.expires_at > now()
   and awaited.epoch = member.session_epoch)">
    kAwaiting{"session_awaiting_second_factor"};

constexpr Query<R"(
delete from awaited_second_factors where visitor_hash = $visitor_hash)">
    kForget{"session_forget_second_factor"};

constexpr std::chrono::seconds kSecondFactorTime{600};

// A session's use is recorded only if the last recorded one is older than this part of the idle
// limit, so most requests write nothing.
constexpr int kNotedUses = 60;

std::int64_t count_of(std::chrono::seconds time) { return time.count(); }

}  // namespace

std::optional<core::Principal> SessionStore::find(const core::SecretToken& token) {
  const std::int64_t noted_every = std::max<std::int64_t>(1, count_of(limits_.idle) / kNotedUses);
  const Rows rows =
      postgres_.read(kFindSession, "session_hash"_a = token.hash(),
                     "idle_limit"_a = count_of(limits_.idle), "noted_every"_a = noted_every);
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  if (row.boolean("should_note")) note_use(token);
  core::Principal user;
  user.kind = core::Principal::Kind::user;
  user.user = core::UserId(row.uuid("user_id"));
  user.account = core::AccountId(row.uuid("account_id"));
  user.account_name = row.name("account_name");
  user.name = row.text("email");
  user.role = core::parse_role(row.text("role")).value();
  user.scopes = core::scopes_of(user.role);
  user.account_disabled = row.optional_text("disabled_reason");
  user.plan = core::parse_plan(row.text("plan")).value();
  user.limits.refuses_secrets = row.boolean("refuses_secrets");
  user.link_defaults = link_defaults_in(row);
  user.cookie = token;
  return user;
}

// Without it, the session ends early, if at all: no reason to reject the request.
void SessionStore::note_use(const core::SecretToken& token) {
  try {
    postgres_.write(kNoteUse, "session_hash"_a = token.hash());
  } catch (const core::Unavailable&) {
    // The database accepts no writes, has just been lost, or another transaction has locked the
    // row.
  } catch (const QueryFailed&) {
    // It ended a deadlock.
  }
}

std::optional<core::NewSession> SessionStore::sign_in(
    const core::Principal& principal, std::int64_t session_epoch,
    const std::optional<core::SecretToken>& former) {
  core::SecretToken token = core::SecretToken::generate();
  std::optional<core::Sha256> former_hash;
  if (former) former_hash = former->hash();
  const Rows rows = kSignIn.write(
      postgres_, {core::AuditAction::signed_in, principal}, "session_hash"_a = token.hash(),
      "session_epoch"_a = session_epoch, "lifetime"_a = count_of(limits_.absolute),
      "former_hash"_a = former_hash, "user"_a = principal.user);
  if (rows.empty()) return std::nullopt;
  return core::NewSession{std::move(token), limits_.absolute};
}

core::NewSession SessionStore::renew(const core::SecretToken& former, const core::UserId& user,
                                     std::int64_t session_epoch) {
  core::SecretToken token = core::SecretToken::generate();
  postgres_.write(kRenew, "session_hash"_a = token.hash(), "user"_a = user,
                  "session_epoch"_a = session_epoch, "lifetime"_a = count_of(limits_.absolute),
                  "former_hash"_a = former.hash());
  return {std::move(token), limits_.absolute};
}

void SessionStore::end(const core::SecretToken& token) {
  postgres_.write(kEnd, "session_hash"_a = token.hash());
}

void SessionStore::await_second_factor(const core::SecretToken& visitor, const core::UserId& user,
                                       std::int64_t session_epoch) {
  postgres_.write(kAwait, "visitor_hash"_a = visitor.hash(), "user"_a = user,
                  "lifetime"_a = count_of(kSecondFactorTime), "session_epoch"_a = session_epoch);
}

std::optional<SessionStore::AwaitedUser> SessionStore::awaiting_second_factor(
    const core::SecretToken& visitor) {
  const Rows rows = postgres_.read(kAwaiting, "visitor_hash"_a = visitor.hash());
  if (rows.empty()) return std::nullopt;
  return AwaitedUser{.user = core::UserId(rows[0].uuid("user_id")),
                     .session_epoch = rows[0].integer("session_epoch")};
}

void SessionStore::forget_second_factor(const core::SecretToken& visitor) {
  postgres_.write(kForget, "visitor_hash"_a = visitor.hash());
}

}  // namespace db
