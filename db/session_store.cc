#include "db/session_store.h"

#include <algorithm>
#include <string>

#include "core/error.h"
#include "db/audit_log.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

constexpr AuditedStatement kSignIn{"session_sign_in", R"(
with member as (
  update users set last_signed_in_at = date_trunc('milliseconds', now())
   where id = $5
  returning id, account_id
), former as (
  delete from sessions where token_hash = $4
), session as (
  insert into sessions (token_hash, user_id, epoch, ends_at)
  select $1, id, $2, now() + make_interval(secs => $3) from member
), event as (
  insert into audit_events
  select event.*
    from member, audit_event($6, account_id, '') as event
)
select true from member)"};

constexpr Statement kRenew{"session_renew", R"(
with former as (
  delete from sessions where token_hash = $5
)
insert into sessions (token_hash, user_id, epoch, ends_at)
values ($1, $2, $3, now() + make_interval(secs => $4)))"};

constexpr Statement kFindSession{"session_find", R"(
select member.id, account.id, account.name, member.email, member.role,
       session.last_used_at <= now() - make_interval(secs => $3), account.disabled_reason,
       account.plan, account.refuses_secrets
  from sessions session
  join users member on member.id = session.user_id
  join accounts account on account.id = member.account_id
 where session.token_hash = $1
   and session.ends_at > now()
   and session.last_used_at > now() - make_interval(secs => $2)
   and session.epoch = member.session_epoch)"};

constexpr Statement kNoteUse{"session_note_use", R"(
update sessions set last_used_at = now() where token_hash = $1)"};

constexpr Statement kEnd{"session_end", R"(
delete from sessions where token_hash = $1)"};

constexpr Statement kAwait{"session_await_second_factor", R"(
insert into awaited_second_factors (visitor_hash, user_id, expires_at, epoch)
values ($1, $2, now() + make_interval(secs => $3), $4)
    on conflict (visitor_hash)
    do update set user_id = excluded.user_id, expires_at = excluded.expires_at,
                  epoch = excluded.epoch)"};

constexpr Statement kAwaiting{"session_awaiting_second_factor", R"(
select awaited.user_id, member.session_epoch
  from awaited_second_factors awaited
  join users member on member.id = awaited.user_id
 where awaited.visitor_hash = $1
   and awaited.expires_at > now()
   and awaited.epoch = member.session_epoch)"};

constexpr Statement kForget{"session_forget_second_factor", R"(
delete from awaited_second_factors where visitor_hash = $1)"};

constexpr std::chrono::seconds kSecondFactorTime{600};

// A session's use is recorded only if the last recorded one is older than this part of the idle
// limit, so most requests write nothing.
constexpr int kNotedUses = 60;

std::int64_t count_of(std::chrono::seconds time) { return time.count(); }

}  // namespace

std::optional<core::Principal> SessionStore::find(const core::SecretToken& token) {
  const std::int64_t noted_every = std::max<std::int64_t>(1, count_of(limits_.idle) / kNotedUses);
  const Rows rows = postgres_.read(kFindSession, token.hash(), count_of(limits_.idle), noted_every);
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  if (row.boolean(5)) note_use(token);
  core::Principal user;
  user.kind = core::Principal::Kind::user;
  user.user = core::UserId(row.uuid(0));
  user.account = core::AccountId(row.uuid(1));
  user.account_name = row.name(2);
  user.name = row.text(3);
  user.role = core::parse_role(row.text(4)).value();
  user.scopes = core::scopes_of(user.role);
  user.account_disabled = row.optional_text(6);
  user.plan = core::parse_plan(row.text(7)).value();
  user.limits.refuses_secrets = row.boolean(8);
  user.cookie = token;
  return user;
}

// Without it, the session ends early, if at all: no reason to reject the request.
void SessionStore::note_use(const core::SecretToken& token) {
  try {
    postgres_.write(kNoteUse, token.hash());
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
  const Rows rows =
      kSignIn.write(postgres_, {core::AuditAction::signed_in, principal}, token.hash(),
                    session_epoch, count_of(limits_.absolute), former_hash, principal.user);
  if (rows.empty()) return std::nullopt;
  return core::NewSession{std::move(token), limits_.absolute};
}

core::NewSession SessionStore::renew(const core::SecretToken& former, const core::UserId& user,
                                     std::int64_t session_epoch) {
  core::SecretToken token = core::SecretToken::generate();
  postgres_.write(kRenew, token.hash(), user, session_epoch, count_of(limits_.absolute),
                  former.hash());
  return {std::move(token), limits_.absolute};
}

void SessionStore::end(const core::SecretToken& token) { postgres_.write(kEnd, token.hash()); }

void SessionStore::await_second_factor(const core::SecretToken& visitor, const core::UserId& user,
                                       std::int64_t session_epoch) {
  postgres_.write(kAwait, visitor.hash(), user, count_of(kSecondFactorTime), session_epoch);
}

std::optional<SessionStore::AwaitedUser> SessionStore::awaiting_second_factor(
    const core::SecretToken& visitor) {
  const Rows rows = postgres_.read(kAwaiting, visitor.hash());
  if (rows.empty()) return std::nullopt;
  return AwaitedUser{core::UserId(rows[0].uuid(0)), rows[0].integer(1)};
}

void SessionStore::forget_second_factor(const core::SecretToken& visitor) {
  postgres_.write(kForget, visitor.hash());
}

}  // namespace db
