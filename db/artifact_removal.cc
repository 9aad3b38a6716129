#include "db/artifact_removal.h"

#include <string>

#include "core/text/encodings.h"
#include "db/connection/postgres.h"
#include "db/operation/steps.h"

namespace db {
namespace {

// One statement removes at most as many links along with their artifact.
constexpr std::int64_t kFewLinks = 1000;

// What is due, limited to one step by removal_step() (0001_schema.sql): of the accounts of one
// range, or of one account.
constexpr Statement kNextDeleted{"artifact_removal_step_deleted", R"(
select id, links
  from removal_step(array(
    select entry.id
      from accounts account,
           unnest(every_template()) as listed_template,
           lateral (select id from artifacts
                     where account_id = account.id and template = listed_template
                       and deleted_at <= $4::timestamptz - interval '30 days'
                     limit $1) as entry
     where account.id > $2 and account.id <= $3
     limit $1)))"};

constexpr Statement kNextExpired{"artifact_removal_step_expired", R"(
select id, links
  from removal_step(array(
    select entry.id
      from accounts account,
           unnest(every_template()) as listed_template,
           lateral (select id from artifacts
                     where account_id = account.id and listed_as = 'expired'
                       and template = listed_template
                       and expires_at <= $5::timestamptz - make_interval(secs => $4)
                       and coalesce(restored_at <= $5::timestamptz - make_interval(secs => $4), true)
                     limit $1) as entry
     where account.id > $2 and account.id <= $3
     limit $1)))"};

constexpr Statement kNextOfAccount{"artifact_removal_step_of_account", R"(
select id, links
  from removal_step(array(select id from artifacts where account_id = $2 limit $1)))"};

constexpr Statement kRemoveDeleted{"artifact_removal_deleted", R"(
delete from artifacts
 where id = any(array(
   select id from artifacts
    where id = any(string_to_array($1, ' ')::uuid[])
      and deleted_at <= $2::timestamptz - interval '30 days'
    order by id
      for update skip locked)))"};

constexpr Statement kRemoveExpired{"artifact_removal_expired", R"(
delete from artifacts
 where id = any(array(
   select id from artifacts
    where id = any(string_to_array($1, ' ')::uuid[])
      and listed_as = 'expired' and expires_at <= $3::timestamptz - make_interval(secs => $2)
      and coalesce(restored_at <= $3::timestamptz - make_interval(secs => $2), true)
    order by id
      for update skip locked)))"};

constexpr Statement kRemoveOfAccount{"artifact_removal_of_account", R"(
delete from artifacts
 where id = any(array(
   select id from artifacts
    where id = any(string_to_array($1, ' ')::uuid[]) and account_id = $2
    order by id
      for update)))"};

constexpr Statement kCountLinks{"artifact_removal_count_links", R"(
select count(*) from (select from share_links where artifact_id = $1 limit $2) as link)"};

constexpr Statement kRemoveLinks{"artifact_removal_links", R"(
delete from share_links
 where id = any(array(
   select id from share_links where artifact_id = $1 order by created_at, id limit $2 for update)))"};

// `next` returns the ids of one step and how many links each has; `remove` removes these artifacts
// and returns their number.
template <typename Next, typename Remove>
std::int64_t remove_in_steps(Postgres& postgres, const Next& next, const Remove& remove) {
  std::int64_t sum = 0;
  for (;;) {
    const Rows rows = next();
    std::string ids;
    for (int i = 0; i < rows.size(); ++i) {
      const core::ArtifactId id(rows[i].uuid(0));
      if (rows[i].integer(1) > kFewLinks) remove_most_links(postgres, id);
      if (!ids.empty()) ids += ' ';
      ids += core::to_hexadecimal(id.uuid().bytes);
    }
    if (ids.empty()) return sum;
    const std::int64_t removed = remove(ids).affected();
    if (removed == 0) return sum;
    sum += removed;
  }
}

// Of all accounts, range by range.
template <typename... Values>
std::int64_t remove_due(Postgres& postgres, const Statement& step, const Statement& removal,
                        const Values&... values) {
  return in_account_ranges(postgres, [&](const AccountRange& range) {
    return remove_in_steps(
        postgres,
        [&] { return postgres.read(step, kRowsPerStep, range.after, range.last, values...); },
        [&](const std::string& ids) { return postgres.write(removal, ids, values...); });
  });
}

}  // namespace

std::int64_t remove_deleted_artifacts(Postgres& postgres, core::Timestamp moment) {
  return remove_due(postgres, kNextDeleted, kRemoveDeleted, moment);
}

std::int64_t remove_expired_artifacts(Postgres& postgres, std::chrono::seconds keep,
                                      core::Timestamp moment) {
  return remove_due(postgres, kNextExpired, kRemoveExpired, std::int64_t{keep.count()}, moment);
}

std::int64_t remove_artifacts_of(Postgres& postgres, const core::AccountId& account) {
  return remove_in_steps(
      postgres, [&] { return postgres.read(kNextOfAccount, kRowsPerStep, account); },
      [&](const std::string& ids) { return postgres.write(kRemoveOfAccount, ids, account); });
}

bool has_many_links(Postgres& postgres, const core::ArtifactId& artifact) {
  return postgres.read(kCountLinks, artifact, kFewLinks + 1)[0].integer(0) > kFewLinks;
}

void remove_most_links(Postgres& postgres, const core::ArtifactId& artifact) {
  while (has_many_links(postgres, artifact)) postgres.write(kRemoveLinks, artifact, kFewLinks);
}

}  // namespace db
