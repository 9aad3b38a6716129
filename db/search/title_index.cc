#include "db/search/title_index.h"

#include "db/connection/postgres.h"
#include "db/operation/steps.h"

namespace db {
namespace {

// Locking the artifacts makes the statement read titles that were committed since it began. A key
// lock would give the title before a change that was committed since the statement began. Those
// that another transaction has locked stay in the queue; those that were removed leave it.
constexpr Statement kIndexTitles{"title_index", R"(
with waiting as materialized (
  select account_id, artifact_id from unindexed_titles limit $1 for update skip locked
), titled as materialized (
  select id, account_id, coalesce(title, nullif(first_heading, '')) as title
    from artifacts
   where id in (select artifact_id from waiting)
   order by id
     for share skip locked
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

}  // namespace

std::int64_t index_titles(Postgres& postgres) {
  const std::int64_t indexed = in_steps(postgres, kIndexTitles);
  if (indexed > 0) postgres.write(kEmptyPendingList);
  return indexed;
}

}  // namespace db
