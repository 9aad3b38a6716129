#include "db/account_removal.h"

#include <thread>

#include "db/artifact_removal.h"
#include "db/connection/postgres.h"
#include "db/operation/steps.h"

namespace db {
namespace {

// Most of what goes with the account's row, so that the row takes little along.
constexpr Query<R"(
delete from idempotent_requests
 where account_id = $account
   and key_hash = any(array(
     select key_hash from idempotent_requests where account_id = $account limit $most_rows)))">
    kRemoveIdempotencyKeys{"account_remove_idempotency_keys"};

constexpr Query<R"(
with gone as (
  delete from accounts where id = $account returning id
)
insert into removed_accounts (id) select id from gone)">
    kRemoveRow{"account_remove"};

constexpr Query<R"(
update removed_accounts set gone_at = clock_timestamp() where gone_at is null)">
    kNoteGone{"account_note_gone"};

// Of a transaction that begins this moment and is not seen here yet, each statement sees that the
// account is gone.
constexpr Query<R"(
select id
  from removed_accounts
 where id = coalesce($account, id)
   and not exists (select from pg_stat_activity
                    where datname = current_database() and usename = current_user
                      and pid <> pg_backend_pid() and xact_start <= gone_at)
 limit 1)">
    kNext{"account_next_removed"};

constexpr Query<R"(
delete from audit_events
 where id = any(array(select id from audit_events where account_id = $account limit $most_rows)))">
    kRemoveAuditEvents{"account_remove_audit_events"};

constexpr Query<R"(
with counts as (
  delete from artifact_counts where account_id = $account
)
delete from removed_accounts where id = $account)">
    kForgetRemoved{"account_forget"};

std::optional<core::AccountId> next_removed(Postgres& postgres,
                                            const std::optional<core::AccountId>& id) {
  const Rows rows = postgres.read(kNext, "account"_a = id);
  if (rows.empty()) return std::nullopt;
  return core::AccountId(rows[0].uuid("id"));
}

void empty(Postgres& postgres, const core::AccountId& id) {
  remove_artifacts_of(postgres, id);
  in_steps(postgres, kRemoveAuditEvents, "account"_a = id);
  postgres.write(kForgetRemoved, "account"_a = id);
}

}  // namespace

AccountRemoval remove_account(Postgres& postgres, const core::AccountId& id,
                              std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds kBetween{50};
  in_steps(postgres, kRemoveIdempotencyKeys, "account"_a = id);
  if (postgres.write(kRemoveRow, "account"_a = id).affected() == 0)
    return AccountRemoval::no_account;
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
