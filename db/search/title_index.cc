#include "db/search/title_index.h"

#include "db/connection/postgres.h"
#include "db/operation/steps.h"

namespace db {
namespace {

constexpr Statement kTakeFromQueue{"title_index_take", R"(
select coalesce(string_agg(artifact_id::text, ' '), ''), count(*)
  from (select artifact_id from unindexed_titles limit $1 for update skip locked) as taken)"};

// A statement of its own, as the one that locks the queue does not see what others did meanwhile:
// whoever changes a title from now on waits for the queue, and puts the artifact there again.
// Artifacts that another transaction has locked stay in the queue; those that were removed leave
// it.
constexpr Statement kIndexTitles{"title_index", R"(
with waiting as materialized (
  select account_id, artifact_id from unindexed_titles
   where artifact_id = any(string_to_array($1, ' ')::uuid[])
), titled as materialized (
  select id, account_id, coalesce(title, nullif(first_heading, '')) as title
    from artifacts
   where id in (select artifact_id from waiting)
   order by id
     for key share skip locked
), taken as (
  delete from unindexed_titles
   where (account_id, artifact_id) in (
     select account_id, artifact_id
       from waiting
      where artifact_id in (select id from titled)
         or not exists (select from artifacts where id = artifact_id))
  returning artifact_id
), indexed as (
  insert into indexed_titles (artifact_id, pieces)
  select id, title_pieces(account_id, title) from titled where title is not null
  on conflict (artifact_id) do update set pieces = excluded.pieces
), moved_on as (
  insert into unindexed_texts (artifact_id) select id from titled on conflict do nothing
)
select artifact_id from taken)"};

// Searches read the whole pending list.
constexpr Statement kEmptyPendingList{"title_index_empty_pending_list",
                                      "select gin_clean_pending_list('indexed_titles_by_piece')"};

struct Step {
  std::int64_t found = 0;
  std::int64_t indexed = 0;
};

Step index_some(Postgres& postgres) {
  return in_transaction(postgres, [&] {
    const Rows waiting = postgres.write(kTakeFromQueue, kRowsPerStep);
    const std::int64_t found = waiting[0].integer(1);
    if (found == 0) return Step{};
    return Step{found, postgres.write(kIndexTitles, std::string(waiting[0].text(0))).affected()};
  });
}

}  // namespace

std::int64_t index_titles(Postgres& postgres) {
  std::int64_t indexed = 0;
  for (;;) {
    const Step step = index_some(postgres);
    indexed += step.indexed;
    if (step.found < kRowsPerStep) break;
  }
  if (indexed > 0) postgres.write(kEmptyPendingList);
  return indexed;
}

}  // namespace db
