#include "db/operation/database_state.h"

#include <chrono>

#include <sys/statvfs.h>

#include "db/connection/postgres.h"

namespace db {
namespace {

constexpr std::int64_t kGoodForMilliseconds = 5000;

// A connection over a Unix socket has no addresses.
constexpr Query<R"(
select pg_database_size(current_database()) as bytes,
       coalesce(inet_server_addr() = inet_client_addr(), true) as is_on_this_host)">
    kMeasure{"database_space"};

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// The space on the disk of `folder` that is available to unprivileged users.
std::int64_t free_bytes_of(const std::string& folder) {
  struct statvfs disk = {};
  if (folder.empty() || statvfs(folder.c_str(), &disk) != 0) return core::kUnlimited;
  return static_cast<std::int64_t>(disk.f_bavail) * static_cast<std::int64_t>(disk.f_frsize);
}

}  // namespace

DatabaseSpace::State DatabaseSpace::measure(Postgres& postgres) const {
  const Rows rows = postgres.read(kMeasure);
  State state;
  state.database_bytes = rows[0].integer("bytes");
  is_elsewhere_ = !rows[0].boolean("is_on_this_host");
  if (!is_elsewhere_) state.free_bytes = free_bytes_of(limits_.folder);
  state.is_left =
      state.database_bytes < limits_.database_bytes && state.free_bytes >= limits_.free_bytes;
  return state;
}

std::int64_t DatabaseSpace::free_bytes() const {
  return is_elsewhere_ ? core::kUnlimited : free_bytes_of(limits_.folder);
}

bool DatabaseSpace::is_left(Postgres& postgres) {
  std::int64_t look_at = look_at_.load();
  const std::int64_t moment = now();
  // One thread updates the result; the others use the cached one.
  if (moment >= look_at && look_at_.compare_exchange_strong(look_at, moment + kGoodForMilliseconds))
    is_left_.store(measure(postgres).is_left);
  return is_left_.load();
}

namespace {

// About a MiB, in a file of its own, which is removed with the transaction.
constexpr Query<R"(
create table try_write as
select repeat('-', 1000) as filler from generate_series(1, 1000))">
    kTryWrite{"try_write"};

constexpr Query<R"(
select current_setting('server_version') as version, clock_timestamp() as clock,
       current_setting('max_connections')::bigint as connections,
       not pg_is_in_recovery() as is_writable, lower('É') = 'é' as knows_letters)">
    kInspectServer{"inspect_server"};

// An account that is being removed still has rows.
constexpr Query<R"(
with account as (
  select id from accounts union all select id from removed_accounts
), orphans as (
  select 'artifacts' as belongs_to, count(*) as number
    from artifacts one where not exists (select from account where id = one.account_id)
  union all
  select 'audit_events', count(*)
    from audit_events one where not exists (select from account where id = one.account_id)
  union all
  select 'artifact_counts', count(*)
    from artifact_counts one where not exists (select from account where id = one.account_id)
  union all
  select 'share_links', count(*)
    from share_links one left join artifacts artifact on artifact.id = one.artifact_id
   where artifact.account_id is distinct from one.account_id
  union all
  select 'artifact_versions', count(*)
    from artifact_versions one left join artifacts artifact on artifact.id = one.artifact_id
   where artifact.account_id is distinct from one.account_id
  union all
  select 'artifact_words', count(*)
    from artifact_words one where not exists (select from artifacts where id = one.artifact_id)
  union all
  select 'view_days', count(*)
    from view_days one where not exists (select from artifacts where id = one.artifact_id)
)
select belongs_to, number from orphans where number > 0)">
    kFindOrphans{"find_orphans"};

}  // namespace

void try_write(Postgres& postgres) {
  const Transaction undone(postgres);
  postgres.write(kTryWrite);
}

ServerState inspect_server(Postgres& postgres) {
  const Rows rows = postgres.read(kInspectServer);
  return {.version = std::string(rows[0].text("version")),
          .clock = rows[0].timestamp("clock"),
          .connections = rows[0].integer("connections"),
          .is_writable = rows[0].boolean("is_writable"),
          .knows_letters = rows[0].boolean("knows_letters")};
}

std::vector<Orphans> find_orphans(Postgres& postgres) {
  const Rows rows = postgres.read(kFindOrphans);
  std::vector<Orphans> orphans;
  orphans.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i)
    orphans.push_back(
        {.table = std::string(rows[i].text("belongs_to")), .rows = rows[i].integer("number")});
  return orphans;
}

}  // namespace db
