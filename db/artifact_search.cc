#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <optional>

#include "db/artifact_lists.h"
#include "db/connection/postgres.h"
#include "db/connection/values.h"
#include "db/ordered_query.h"
#include "db/word_index.h"

namespace db {
namespace {

using core::ListCursor;
using core::ListFilter;
using core::ListRequest;

// Always returns at least one row, with the place that the walk has reached. Walks over the next
// entries of the list and returns those that match, at most $wanted, and how many match. If none
// is wanted, only entries of the index are read.
constexpr Text kWalk = R"(
{page}
, walked as (
  select count(*) as count, {last}(time) as until from page
), last as (
  select page.id
    from page, walked
   where page.time = walked.until
   order by page.id {ascending}
   limit 1
), found as materialized (
  select page.id, page.time, count(*) over () as matching
    from page,
         lateral (select id, title_words, metadata, created_at, updated_at
                    from artifacts where id = page.id offset 0) as artifact
   where {matching}
   order by page.time {descending}, page.id {descending}
   limit $wanted
)
select summary.*, coalesce(found.matching, 0) as matching, walked.count as walked, walked.until,
       last.id as last_id
  from walked
  left join last on true
  left join found on true
  left join lateral (select (summary_of(artifact)).*, version from artifacts artifact
                      where id = found.id offset 0) as summary on true
 order by found.time {descending}, found.id {descending})";

// Up to this many candidates are read for a page. With more, walking through the list soon fills a
// page.
constexpr std::int64_t kFewCandidates = 5000;
// An index is read to the end, even if it has a million entries for a frequent word. So in accounts
// with more artifacts than these, the latest are looked at first: if so many of them match, walking
// through the list fills a page at once.
constexpr std::int64_t kManyArtifacts = 100'000;
constexpr std::int64_t kLookedAt = 500;
constexpr int kFrequent = 20;
constexpr Query<R"(
select coalesce(sum(count), 0)::bigint as count
  from artifact_counts
 where account_id = $account)">
    kCountAll{"artifact_search_count_all"};
// How many entries one walk reads, how many walks a search makes before it returns, and after what
// time it makes no further one.
constexpr std::int64_t kWalkedAtOnce = 5000;
constexpr int kWalks = 8;
constexpr std::chrono::milliseconds kLongestWalks{1500};
// The same for counting; entries that need not be read are counted faster.
constexpr int kCountWalks = 20;
constexpr std::int64_t kCountedAtOnce = 50000;

bool has_words(const ListFilter& filter) { return !filter.title.empty() || !filter.text.empty(); }

// Whether the matches are a range of the index that the list is sorted by.
bool is_run(const ListFilter& filter) {
  const core::TimeRange& other = core::is_by_update(filter.order) ? filter.created : filter.updated;
  return !has_words(filter) && filter.metadata.empty() && other.is_open() && !filter.external_id;
}

// Walks over the next entries of the list. Does not look at the external ID: at most one artifact
// has it, which its index finds.
Rows walk(Postgres& postgres, const core::AccountId& account, const ListFilter& filter,
          const std::optional<ListCursor>& after, std::int64_t walked, std::int64_t wanted) {
  static const OrderedQuery<
      with_parts<kWalk, "{page}", kPage, "{matching}", kMatching, "{found}", "false">()>
      walks("artifact_search_in_order");
  // Of other orders only what they have in common with these.
  const bool by_update = core::is_by_update(filter.order);
  const core::ListOrder order{by_update ? core::SortedBy::updated_at : core::SortedBy::created_at,
                              core::is_descending(filter.order)};
  const OrderedRange range(order, by_update ? filter.updated : filter.created, after);
  const RunFilter runs(filter);
  return walks.read(
      postgres, order, "account"_a = account, "kinds"_a = runs.kinds,
      "templates"_a = runs.templates, "status"_a = runs.status, "start_time"_a = range.start.time,
      "start_id"_a = range.start.id, "passed"_a = std::int64_t{0}, "most_read"_a = walked,
      "end"_a = range.end, "title_patterns"_a = title_patterns(filter.title),
      "metadata"_a = wanted_metadata(filter), "created_after"_a = filter.created.after,
      "created_before"_a = filter.created.before, "updated_after"_a = filter.updated.after,
      "updated_before"_a = filter.updated.before, "text_patterns"_a = title_patterns(filter.text),
      "text_query"_a = text_query(account, filter.text), "wanted"_a = wanted);
}

// The place that a walk over `most` entries has reached; absent at the end of the list.
std::optional<ListCursor> end_of_walk(const Row& row, std::int64_t most) {
  if (row.integer("walked") < most) return std::nullopt;
  return ListCursor{
      .time = row.timestamp("until"), .id = core::ArtifactId(row.uuid("last_id")), .offset = 0};
}

// Whether an index would have far too many candidates.
bool is_frequent(Postgres& postgres, const core::AccountId& account, const ListFilter& filter) {
  if (filter.external_id || (filter.metadata.empty() && !has_words(filter))) return false;
  return postgres.read(kCountAll, "account"_a = account)[0].integer("count") > kManyArtifacts &&
         walk(postgres, account, filter, std::nullopt, kLookedAt, kFrequent).size() >= kFrequent;
}

std::optional<ArtifactPage> search_few(Postgres& postgres, const core::AccountId& account,
                                       const ListRequest& request) {
  if (is_frequent(postgres, account, request.filter)) return std::nullopt;
  return sort_candidates(postgres, account, request, kFewCandidates);
}

// Walks over at most `walked` entries.
ArtifactPage walk_once(Postgres& postgres, const core::AccountId& account,
                       const ListRequest& request, std::int64_t walked) {
  const Rows rows =
      walk(postgres, account, request.filter, request.after, walked, request.limit + 1);
  ArtifactPage found;
  found.artifacts = artifacts_in(rows, request.limit);
  const auto passed = request.passed() + static_cast<std::int64_t>(found.artifacts.size());
  if (rows.size() > request.limit) {
    found.next = core::cursor_after(found.artifacts.back(), request.filter.order, passed);
  } else if ((found.next = end_of_walk(rows[0], walked))) {
    found.next->offset = passed;
  }
  found.total = passed + (rows.size() > request.limit ? 1 : 0);
  found.total_is_exact = !found.next;
  return found;
}

ArtifactPage take_run(Postgres& postgres, const core::AccountId& account,
                      const ListRequest& request) {
  ArtifactPage found = walk_once(postgres, account, request, request.limit + 1);
  const Rows counted = walk(postgres, account, request.filter, std::nullopt, kFewCandidates + 1, 0);
  const std::int64_t count = counted[0].integer("walked");
  found.total_is_exact = count <= kFewCandidates;
  found.total = found.total_is_exact ? count : std::max(found.total, kFewCandidates);
  return found;
}

}  // namespace

std::optional<ArtifactPage> search_by_index(Postgres& postgres, const core::AccountId& account,
                                            const ListRequest& request) {
  return is_run(request.filter) ? take_run(postgres, account, request)
                                : search_few(postgres, account, request);
}

ArtifactPage search_by_walk(Postgres& postgres, const core::AccountId& account,
                            const ListRequest& request) {
  ArtifactPage found;
  ListRequest rest = request;
  const auto end = std::chrono::steady_clock::now() + kLongestWalks;
  for (int walks = 0; walks < kWalks; ++walks) {
    ArtifactPage more = walk_once(postgres, account, rest, kWalkedAtOnce);
    std::move(more.artifacts.begin(), more.artifacts.end(), std::back_inserter(found.artifacts));
    found.next = more.next;
    found.total = more.total;
    found.total_is_exact = more.total_is_exact;
    rest.after = more.next;
    rest.limit = request.limit - static_cast<int>(found.artifacts.size());
    if (!found.next || rest.limit == 0 || std::chrono::steady_clock::now() > end) break;
  }
  return found;
}

CountedArtifacts count_artifacts(Postgres& postgres, const core::AccountId& account,
                                 const ListFilter& filter, const std::optional<ListCursor>& after) {
  const bool of_run = is_run(filter);
  if (!of_run && (!after || filter.external_id)) {
    const ListRequest first{.filter = filter, .after = std::nullopt, .offset = 0, .limit = 1};
    if (const auto found = search_few(postgres, account, first))
      return {found->total, std::nullopt};
  }
  CountedArtifacts counted{.count = 0, .next = after};
  const auto end = std::chrono::steady_clock::now() + kLongestWalks;
  for (int walks = 0; walks < kCountWalks; ++walks) {
    const std::int64_t most = of_run ? kCountedAtOnce : kWalkedAtOnce;
    const Rows rows = walk(postgres, account, filter, counted.next, most, of_run ? 0 : 1);
    counted.count += rows[0].integer(of_run ? "walked" : "matching");
    counted.next = end_of_walk(rows[0], most);
    if (!counted.next || std::chrono::steady_clock::now() > end) break;
  }
  return counted;
}

}  // namespace db
