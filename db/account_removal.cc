#include "db/account_removal.h"

#include <thread>

#include "db/artifact_removal.h"
#include "db/connection/postgres.h"
#include "db/operation/steps.h"

namespace db {
namespace {

// Most of what goes with the account's row, so that the row takes little along.
constexpr Statement kRemoveIdempotencyKeys{"account_remove_idempotency_keys", R"(
delete from idempotent_requests
 where account_id = $2
   and key_hash = any(array(
     select key_hash from idempotent_requests where account_id = $2 limit $1)))"};

constexpr Statement kRemoveRow{"account_remove", R"(
with gone as (
  delete from accounts where id = $1 returning id
)
insert into removed_accounts (id) select id from gone)"};

constexpr Statement kNoteGone{"account_note_gone", R"(
update removed_accounts set gone_at = clock_timestamp() where gone_at is null)"};

// Of a transaction that begins this moment and is not seen here yet, each statement sees that the
// account is gone.
constexpr Statement kNext{"account_next_removed", R"(
select id
  from removed_accounts
 where id = coalesce($1, id)
   and not exists (select from pg_stat_activity
                    where datname = current_database() and usename = current_user
                      and pid <> pg_backend_pid() and xact_start <= gone_at)
 limit 1)"};

constexpr Statement kRemoveAuditEvents{"account_remove_audit_events", R"(
delete from audit_events
 where id = any(array(select id from audit_events where account_id = $2 limit $1)))"};

constexpr Statement kForgetRemoved{"account_forget", R"(
with counts as (
  delete from artifact_counts where account_id = $1
)
delete from removed_accounts where id = $1)"};

std::optional<core::AccountId> next_removed(Postgres& postgres,
                                            const std::optional<core::AccountId>& id) {
  const Rows rows = postgres.read(kNext, id);
  if (rows.empty()) return std::nullopt;
  return core::AccountId(rows[0].uuid(0));
}

void empty(Postgres& postgres, const core::AccountId& id) {
  remove_artifacts_of(postgres, id);
  in_steps(postgres, kRemoveAuditEvents, id);
  postgres.write(kForgetRemoved, id);
}

}  // namespace

AccountRemoval remove_account(Postgres& postgres, const core::AccountId& id,
                              std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds kBetween{50};
  in_steps(postgres, kRemoveIdempotencyKeys, id);
  if (postgres.write(kRemoveRow, id).affected() == 0) return AccountRemoval::no_account;
  postgres.write(kNoteGone);
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!next_removed(postgres, id)) {
    if (std::chrono::steady_clock::now() > end) return AccountRemoval::begun;
    std::this_thread::sleep_for(kBetween);
  }
  empty(postgres, id);
  return AccountRemoval::done;
}

std::int64_t empty_removed_accounts(Postgres& postgres) {
  postgres.write(kNoteGone);
  std::int64_t count = 0;
  for (; const auto id = next_removed(postgres, std::nullopt); ++count) empty(postgres, *id);
  return count;
}

}  // namespace db
