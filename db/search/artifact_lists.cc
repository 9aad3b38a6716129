#include "db/search/artifact_lists.h"

#include "db/artifacts/artifact_row.h"
#include "db/connection/postgres.h"
#include "db/search/artifact_runs.h"

namespace db {
namespace {

// Always returns at least one row, with the total.
constexpr std::string_view kListArtifacts = R"({page}
, counted as (
  select coalesce(sum(count), 0) as count
    from artifact_counts
   where account_id = $1 and listed_as = any(string_to_array($2, ' '))
     and template = any(string_to_array($3, ' '))
), differing as (
  select count(*) as count from just_expired
)
select {listed},
       (counted.count + case when $4 = 'expired' then 1 else -1 end * differing.count)::bigint
  from counted
 cross join differing
  left join page on true
  left join lateral (select * from artifacts where id = page.id offset 0) as artifact on true
 order by page.time {descending}, page.id {descending})";

}  // namespace

ArtifactPage list_artifacts(Postgres& postgres, const core::AccountId& account,
                            const core::ListRequest& request) {
  static const OrderedStatements statements("artifact_list", kListArtifacts);
  const RunFilter filter(request.filter);
  const Place place(request.after);
  const Rows rows =
      postgres.read(statements.in(request.filter.order), account, filter.kinds, filter.templates,
                    filter.status, place.time, place.id, request.after ? 0 : request.offset,
                    request.limit + 1, std::optional<core::Timestamp>());
  ArtifactPage page;
  page.total = rows[0].integer(ArtifactColumn::after_artifact);
  page.has_more = rows.size() > request.limit;
  page.artifacts = artifacts_in(rows, request.limit);
  return page;
}

}  // namespace db
