#include "db/artifact_removal.h"

#include <string>

#include "db/artifact_rows.h"
#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/operation/steps.h"

namespace db {
namespace {

// What is due and not locked, so that a locked artifact doesn't keep others from being removed,
// limited to one step by removal_step(): of the accounts of one
// range, or of one account.
constexpr Statement kNextDeleted{"artifact_removal_step_deleted", R"(
select id, is_large
  from removal_step(array(
    select entry.id
      from accounts account,
           unnest(every_template()) as listed_template,
           lateral (select id from artifacts
                     where account_id = account.id and template = listed_template
                       and deleted_at <= $4::timestamptz - interval '30 days'
                     limit $1
                       for update skip locked) as entry
     where account.id > $2 and account.id <= $3
     limit $1)))"};

constexpr Statement kNextExpired{"artifact_removal_step_expired", R"(
select id, is_large
  from removal_step(array(
    select entry.id
      from accounts account,
           unnest(every_template()) as listed_template,
           lateral (select id from artifacts
                     where account_id = account.id and listed_as = 'expired'
                       and template = listed_template
                       and expires_at <= $5::timestamptz - make_interval(secs => $4)
                       and coalesce(restored_at <= $5::timestamptz - make_interval(secs => $4), true)
                     limit $1
                       for update skip locked) as entry
     where account.id > $2 and account.id <= $3
     limit $1)))"};

constexpr Statement kNextOfAccount{"artifact_removal_step_of_account", R"(
select id, is_large
  from removal_step(array(select id from artifacts where account_id = $2 limit $1)))"};

// The artifacts of a step that are still due, or still the account's. They are locked until they
// are removed.
constexpr Statement kLockDeleted{"artifact_removal_lock_deleted", R"(
select id from artifacts
 where id = any(string_to_array($1, ' ')::uuid[])
   and deleted_at <= $2::timestamptz - interval '30 days'
 order by id
   for update skip locked)"};

constexpr Statement kLockExpired{"artifact_removal_lock_expired", R"(
select id from artifacts
 where id = any(string_to_array($1, ' ')::uuid[])
   and listed_as = 'expired' and expires_at <= $3::timestamptz - make_interval(secs => $2)
   and coalesce(restored_at <= $3::timestamptz - make_interval(secs => $2), true)
 order by id
   for update skip locked)"};

constexpr Statement kLockOfAccount{"artifact_removal_lock_of_account", R"(
select id from artifacts
 where id = any(string_to_array($1, ' ')::uuid[]) and account_id = $2
 order by id
   for update)"};

constexpr Statement kRemoveArtifacts{"artifact_removal", R"(
select remove_artifacts(string_to_array($1, ' ')::uuid[]))"};

constexpr Statement kPlanRemoval{"artifact_removal_plan", R"(
select id, is_large from removal_step(string_to_array($1, ' ')::uuid[]))"};

constexpr Statement kLockLinks{"artifact_removal_lock_links", R"(
select id from share_links where artifact_id = $1 order by created_at, id limit $2 for update)"};

constexpr Statement kRemoveLinks{"artifact_removal_links", R"(
delete from share_links where id = any(string_to_array($1, ' ')::uuid[]))"};

constexpr Statement kRemoveVersions{"artifact_removal_versions", R"(
-- Parameters: artifact, most versions, most bytes
select removed
  from (select array_agg($1::uuid) as artifacts, array_agg(version) as numbers
          from (select version, sum(bytes) over (order by version) - bytes as bytes_before
                  from (select version, case when erased_at is null then bytes else 0 end as bytes
                          from artifact_versions
                         where artifact_id = $1
                         order by version
                         limit $2) as oldest) as listed
         where bytes_before < $3) as due,
       remove_versions(artifacts, numbers))"};

constexpr Statement kRemovedAmong{"artifact_removal_removed_among", R"(
select id
  from unnest(string_to_array($1, ' ')::uuid[]) as known (id)
 where not exists (select from artifacts where artifacts.id = known.id))"};

using Ids = std::vector<core::ArtifactId>;

Ids ids_in(const Rows& rows) {
  Ids ids;
  ids.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i) ids.emplace_back(rows[i].uuid(0));
  return ids;
}

// `next` returns the ids of one step and whether each is large; `lock` locks those of some ids that
// may be removed and returns them. Returns the number of artifacts removed.
template <typename Next, typename Lock>
std::int64_t remove_in_steps(Postgres& postgres, AuditedNames names, const Next& next,
                             const Lock& lock) {
  std::int64_t sum = 0;
  for (;;) {
    const Rows due = next();
    if (due.empty()) return sum;
    for (int i = 0; i < due.size(); ++i) {
      const core::ArtifactId id(due[i].uuid(0));
      if (due[i].boolean(1))
        remove_parts_in_steps(postgres, id, names, [&] { return !lock(id_list(Ids{id})).empty(); });
    }
    const std::int64_t removed = in_transaction(postgres, [&] {
      const Ids ids = ids_in(lock(id_list(ids_in(due))));
      if (names == AuditedNames::removed) remove_names_with_links(postgres, ids);
      return postgres.write(kRemoveArtifacts, id_list(ids))[0].integer(0);
    });
    if (removed == 0) return sum;
    sum += removed;
  }
}

// Removes a step of all accounts, range by range.
template <typename... Values>
std::int64_t remove_due(Postgres& postgres, const Statement& step, const Statement& lock,
                        const Values&... values) {
  return in_account_ranges(postgres, [&](const AccountRange& range) {
    return remove_in_steps(
        postgres, AuditedNames::removed,
        [&] { return postgres.write(step, kRowsPerStep, range.after, range.last, values...); },
        [&](const std::string& ids) { return postgres.write(lock, ids, values...); });
  });
}

// Links first, as they may keep versions.
bool remove_some_parts(Postgres& postgres, const core::ArtifactId& artifact, AuditedNames names) {
  const Rows rows = postgres.write(kLockLinks, artifact, kRowsPerStep);
  std::vector<core::ShareId> links;
  links.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i) links.emplace_back(rows[i].uuid(0));
  if (!links.empty()) {
    if (names == AuditedNames::removed) remove_names(postgres, {}, links);
    return postgres.write(kRemoveLinks, id_list(links)).affected() > 0;
  }
  return postgres.write(kRemoveVersions, artifact, kRowsPerStep, kBytesPerStep)[0].integer(0) > 0;
}

}  // namespace

std::int64_t remove_deleted_artifacts(Postgres& postgres, core::Timestamp moment) {
  return remove_due(postgres, kNextDeleted, kLockDeleted, moment);
}

std::int64_t remove_expired_artifacts(Postgres& postgres, std::chrono::seconds keep,
                                      core::Timestamp moment) {
  return remove_due(postgres, kNextExpired, kLockExpired, std::int64_t{keep.count()}, moment);
}

std::int64_t remove_artifacts_of(Postgres& postgres, const core::AccountId& account) {
  return remove_in_steps(
      postgres, AuditedNames::kept,
      [&] { return postgres.read(kNextOfAccount, kRowsPerStep, account); },
      [&](const std::string& ids) { return postgres.write(kLockOfAccount, ids, account); });
}

RemovalStep plan_removal(Postgres& postgres, const std::vector<core::ArtifactId>& artifacts) {
  const Rows rows = postgres.read(kPlanRemoval, id_list(artifacts));
  return {ids_in(rows), !rows.empty() && rows[0].boolean(1)};
}

std::vector<core::ArtifactId> removed_among(Postgres& postgres,
                                            const std::vector<core::ArtifactId>& artifacts) {
  return ids_in(postgres.read(kRemovedAmong, id_list(artifacts)));
}

void remove_parts_in_steps(Postgres& postgres, const core::ArtifactId& artifact, AuditedNames names,
                           const std::function<bool()>& lock) {
  while (in_transaction(postgres,
                        [&] { return lock() && remove_some_parts(postgres, artifact, names); })) {
  }
}

}  // namespace db
