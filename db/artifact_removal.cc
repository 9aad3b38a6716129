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
constexpr Query<R"(
select id, is_large
  from removal_step(array(
    select entry.id
      from accounts account,
           unnest(every_template()) as listed_template,
           lateral (select id from artifacts
                     where account_id = account.id and template = listed_template
                       and deleted_at <= $moment::timestamptz - interval '30 days'
                     limit $most_rows
                       for update skip locked) as entry
     where account.id > $after_account and account.id <= $last_account
     limit $most_rows)))">
    kNextDeleted{"artifact_removal_step_deleted"};

constexpr Query<R"(
select id, is_large
  from removal_step(array(
    select entry.id
      from accounts account,
           unnest(every_template()) as listed_template,
           lateral (select id from artifacts
                     where account_id = account.id and listed_as = 'expired'
                       and template = listed_template
                       and expires_at <= $moment::timestamptz - make_interval(secs => $keep_seconds)
                       and coalesce(restored_at <= $moment::timestamptz
                                                     - make_interval(secs => $keep_seconds), true)
                     limit $most_rows
                       for update skip locked) as entry
     where account.id > $after_account and account.id <= $last_account
     limit $most_rows)))">
    kNextExpired{"artifact_removal_step_expired"};

constexpr Query<R"(
select id, is_large
  from removal_step(array(select id from artifacts where account_id = $account limit $most_rows)))">
    kNextOfAccount{"artifact_removal_step_of_account"};

// The artifacts of a step that are still due, or still the account's. They are locked until they
// are removed.
constexpr Query<R"(
select id from artifacts
 where id = any(string_to_array($artifacts, ' ')::uuid[])
   and deleted_at <= $moment::timestamptz - interval '30 days'
 order by id
   for update skip locked)">
    kLockDeleted{"artifact_removal_lock_deleted"};

constexpr Query<R"(
select id from artifacts
 where id = any(string_to_array($artifacts, ' ')::uuid[])
   and listed_as = 'expired'
   and expires_at <= $moment::timestamptz - make_interval(secs => $keep_seconds)
   and coalesce(restored_at <= $moment::timestamptz - make_interval(secs => $keep_seconds), true)
 order by id
   for update skip locked)">
    kLockExpired{"artifact_removal_lock_expired"};

constexpr Query<R"(
select id from artifacts
 where id = any(string_to_array($artifacts, ' ')::uuid[]) and account_id = $account
 order by id
   for update)">
    kLockOfAccount{"artifact_removal_lock_of_account"};

constexpr Query<R"(
select remove_artifacts(string_to_array($artifacts, ' ')::uuid[]) as removed)">
    kRemoveArtifacts{"artifact_removal"};

constexpr Query<R"(
select id, is_large from removal_step(string_to_array($artifacts, ' ')::uuid[]))">
    kPlanRemoval{"artifact_removal_plan"};

constexpr Query<R"(
select id from share_links
 where artifact_id = $artifact
 order by created_at, id
 limit $most_rows
   for update)">
    kLockLinks{"artifact_removal_lock_links"};

constexpr Query<R"(
delete from share_links where id = any(string_to_array($links, ' ')::uuid[]))">
    kRemoveLinks{"artifact_removal_links"};

constexpr Query<R"(
select removed
  from (select array_agg($artifact::uuid) as artifacts, array_agg(version) as numbers
          from (select version, sum(bytes) over (order by version) - bytes as bytes_before
                  from (select version, case when erased_at is null then bytes else 0 end as bytes
                          from artifact_versions
                         where artifact_id = $artifact
                         order by version
                         limit $most_rows) as oldest) as listed
         where bytes_before < $most_bytes) as due,
       remove_versions(artifacts, numbers))">
    kRemoveVersions{"artifact_removal_versions"};

constexpr Query<R"(
select id
  from unnest(string_to_array($artifacts, ' ')::uuid[]) as known (id)
 where not exists (select from artifacts where artifacts.id = known.id))">
    kRemovedAmong{"artifact_removal_removed_among"};

using Ids = std::vector<core::ArtifactId>;

Ids ids_in(const Rows& rows) {
  Ids ids;
  ids.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i) ids.emplace_back(rows[i].uuid("id"));
  return ids;
}

// `next` returns the ids of one step and whether each is large; `lock` locks those of some ids, as
// id_list() gives them, that may be removed, and returns them. Returns the number of artifacts
// removed.
template <typename Next, typename Lock>
std::int64_t remove_in_steps(Postgres& postgres, AuditedNames names, const Next& next,
                             const Lock& lock) {
  std::int64_t sum = 0;
  for (;;) {
    const Rows due = next();
    if (due.empty()) return sum;
    for (int i = 0; i < due.size(); ++i) {
      const core::ArtifactId id(due[i].uuid("id"));
      if (due[i].boolean("is_large"))
        remove_parts_in_steps(postgres, id, names, [&] { return !lock(id_list(Ids{id})).empty(); });
    }
    const std::int64_t removed = in_transaction(postgres, [&] {
      const Ids ids = ids_in(lock(id_list(ids_in(due))));
      if (names == AuditedNames::removed) remove_names_with_links(postgres, ids);
      return postgres.write(kRemoveArtifacts, "artifacts"_a = id_list(ids))[0].integer("removed");
    });
    if (removed == 0) return sum;
    sum += removed;
  }
}

// Removes what is due of all accounts, range by range.
template <Text step_sql, Text lock_sql, typename... Values>
std::int64_t remove_due(Postgres& postgres, const Query<step_sql>& step,
                        const Query<lock_sql>& lock, const Values&... values) {
  return in_account_ranges(postgres, [&](const AccountRange& range) {
    return remove_in_steps(
        postgres, AuditedNames::removed,
        [&] {
          return postgres.write(step, "most_rows"_a = kRowsPerStep, "after_account"_a = range.after,
                                "last_account"_a = range.last, values...);
        },
        [&](const std::string& ids) {
          return postgres.write(lock, "artifacts"_a = ids, values...);
        });
  });
}

// Links first, as they may keep versions.
bool remove_some_parts(Postgres& postgres, const core::ArtifactId& artifact, AuditedNames names) {
  const Rows rows =
      postgres.write(kLockLinks, "artifact"_a = artifact, "most_rows"_a = kRowsPerStep);
  std::vector<core::ShareId> links;
  links.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i) links.emplace_back(rows[i].uuid("id"));
  if (!links.empty()) {
    if (names == AuditedNames::removed) remove_names(postgres, {}, links);
    return postgres.write(kRemoveLinks, "links"_a = id_list(links)).affected() > 0;
  }
  return postgres
             .write(kRemoveVersions, "artifact"_a = artifact, "most_rows"_a = kRowsPerStep,
                    "most_bytes"_a = kBytesPerStep)[0]
             .integer("removed") > 0;
}

}  // namespace

std::int64_t remove_deleted_artifacts(Postgres& postgres, core::Timestamp moment) {
  return remove_due(postgres, kNextDeleted, kLockDeleted, "moment"_a = moment);
}

std::int64_t remove_expired_artifacts(Postgres& postgres, std::chrono::seconds keep,
                                      core::Timestamp moment) {
  return remove_due(postgres, kNextExpired, kLockExpired,
                    "keep_seconds"_a = std::int64_t{keep.count()}, "moment"_a = moment);
}

std::int64_t remove_artifacts_of(Postgres& postgres, const core::AccountId& account) {
  return remove_in_steps(
      postgres, AuditedNames::kept,
      [&] {
        return postgres.read(kNextOfAccount, "most_rows"_a = kRowsPerStep, "account"_a = account);
      },
      [&](const std::string& ids) {
        return postgres.write(kLockOfAccount, "artifacts"_a = ids, "account"_a = account);
      });
}

RemovalStep plan_removal(Postgres& postgres, const std::vector<core::ArtifactId>& artifacts) {
  const Rows rows = postgres.read(kPlanRemoval, "artifacts"_a = id_list(artifacts));
  return {ids_in(rows), !rows.empty() && rows[0].boolean("is_large")};
}

std::vector<core::ArtifactId> removed_among(Postgres& postgres,
                                            const std::vector<core::ArtifactId>& artifacts) {
  return ids_in(postgres.read(kRemovedAmong, "artifacts"_a = id_list(artifacts)));
}

void remove_parts_in_steps(Postgres& postgres, const core::ArtifactId& artifact, AuditedNames names,
                           const std::function<bool()>& lock) {
  while (in_transaction(postgres,
                        [&] { return lock() && remove_some_parts(postgres, artifact, names); })) {
  }
}

}  // namespace db
