#include <algorithm>
#include <chrono>
#include <iterator>
#include <string>
#include <vector>

#include "db/artifact_lists.h"
#include "db/artifact_rows.h"
#include "db/connection/postgres.h"
#include "db/connection/values.h"
#include "db/word_index.h"

namespace db {
namespace {

using core::ListCursor;
using core::ListFilter;
using core::ListRequest;

// Always returns at least one row, with the place that the walk has reached. Walks over the next
// entries of the list and returns those that match, at most $16.
constexpr std::string_view kWalkList = R"(
-- Parameters: account, kinds, templates, status, start's time, start's id, 0, most read, end,
--   title patterns, metadata, created after, created before, updated after, updated before,
--   wanted, text patterns, text query
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
  select page.id, page.time
    from page,
         lateral (select id, title_words, metadata, created_at, updated_at
                    from artifacts where id = page.id offset 0) as artifact
   where matches_filter(artifact.title_words, artifact.metadata, artifact.created_at,
                        artifact.updated_at, $10, $11, $12, $13, $14, $15)
     and ($17 = ''
          or title_has(artifact.title_words, $17)
          or exists (select from artifact_words
                      where artifact_id = artifact.id and words @@ lower($18)::tsquery))
   order by page.time {descending}, page.id {descending}
   limit $16
)
select summary.*, walked.count, walked.until, last.id
  from walked
  left join last on true
  left join found on true
  left join lateral (select (summary_of(artifact)).*, version from artifacts artifact
                      where id = found.id offset 0) as summary on true
 order by found.time {descending}, found.id {descending})";

// The same, for filters that all entries match; only counts them.
constexpr std::string_view kCountRun = R"(
-- Parameters: account, kinds, templates, status, start's time, start's id, 0, most read, end,
--   title patterns, metadata, created after, created before, updated after, updated before,
--   wanted, text patterns, text query
{page}
, walked as (
  select count(*) as count, {last}(time) as until from page
), last as (
  select page.id
    from page, walked
   where page.time = walked.until
   order by page.id {ascending}
   limit 1
)
select walked.count, walked.count, walked.until, last.id from walked left join last on true)";

constexpr std::string_view kCountWalk = R"(
-- Parameters: account, kinds, templates, status, start's time, start's id, 0, most read, end,
--   title patterns, metadata, created after, created before, updated after, updated before,
--   wanted, text patterns, text query
{page}
, walked as (
  select count(*) as count, {last}(time) as until from page
), last as (
  select page.id
    from page, walked
   where page.time = walked.until
   order by page.id {ascending}
   limit 1
), found as (
  select count(*) as count
    from page,
         lateral (select id, title_words, metadata, created_at, updated_at
                    from artifacts where id = page.id offset 0) as artifact
   where matches_filter(artifact.title_words, artifact.metadata, artifact.created_at,
                        artifact.updated_at, $10, $11, $12, $13, $14, $15)
     and ($17 = ''
          or title_has(artifact.title_words, $17)
          or exists (select from artifact_words
                      where artifact_id = artifact.id and words @@ lower($18)::tsquery))
)
select found.count, walked.count, walked.until, last.id
  from walked cross join found left join last on true)";

// These always return at least one row, with the number of candidates, up to $4, and of those that
// match; if there are fewer candidates, all matches are among them. At most $13 follow the entry
// with time and id $14 and $15, sorted by the last update if $16, and the latest first if $17.

// The account is compared in a way that no other index supports, so that the planner cannot choose
// one.
constexpr Statement kByMetadata{"artifact_search_by_metadata", R"(
-- Parameters: account, templates, status, most candidates, title patterns, metadata, created
--   after, created before, updated after, updated before, text patterns, text query, wanted,
--   place's time, place's id, by update, descending
with candidates as materialized (
  select artifact.id, case when $16 then artifact.updated_at else artifact.created_at end as time,
         (is_listed(artifact.template, artifact.deleted_at, artifact.expires_at, $2, $3)
          and matches_filter(artifact.title_words, artifact.metadata, artifact.created_at,
                             artifact.updated_at, $5, $6, $7, $8, $9, $10)
          and ($11 = ''
               or title_has(artifact.title_words, $11)
               or exists (select from artifact_words
                           where artifact_id = artifact.id and words @@ lower($12)::tsquery))) as matches
    from artifacts artifact
   where artifact.metadata <> '{}'
     and metadata_pairs(artifact.account_id, artifact.metadata)
         @> metadata_pairs($1, json_object($6)::text)
     and artifact.account_id is not distinct from $1
   limit $4
), counted as (
  select count(*) as candidates, count(*) filter (where matches) as matching from candidates
), best as (
  select id, time
    from candidates
   where matches
     and case when $17
              then (time, id) < (coalesce($14::timestamptz, 'infinity'),
                                 coalesce($15::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
              else (time, id) > (coalesce($14, '-infinity'),
                                 coalesce($15, '00000000-0000-0000-0000-000000000000')) end
   order by case when $17 then time end desc, case when $17 then id end desc, time, id
   limit $13
)
select summary.*, counted.candidates, counted.matching
  from counted
  left join best on true
  left join lateral (select (summary_of(artifact)).*, version from artifacts artifact
                      where id = best.id offset 0) as summary on true
 order by case when $17 then best.time end desc, case when $17 then best.id end desc,
          best.time, best.id)"};

constexpr Statement kByExternalId{"artifact_search_by_external_id", R"(
-- Parameters: account, templates, status, most candidates, title patterns, metadata, created
--   after, created before, updated after, updated before, text patterns, text query, wanted,
--   place's time, place's id, by update, descending, external ID
with candidates as materialized (
  select artifact.id, case when $16 then artifact.updated_at else artifact.created_at end as time,
         (is_listed(artifact.template, artifact.deleted_at, artifact.expires_at, $2, $3)
          and matches_filter(artifact.title_words, artifact.metadata, artifact.created_at,
                             artifact.updated_at, $5, $6, $7, $8, $9, $10)
          and ($11 = ''
               or title_has(artifact.title_words, $11)
               or exists (select from artifact_words
                           where artifact_id = artifact.id and words @@ lower($12)::tsquery))) as matches
    from artifacts artifact
   where artifact.account_id = $1 and artifact.external_id = $18
   limit $4
), counted as (
  select count(*) as candidates, count(*) filter (where matches) as matching from candidates
), best as (
  select id, time
    from candidates
   where matches
     and case when $17
              then (time, id) < (coalesce($14::timestamptz, 'infinity'),
                                 coalesce($15::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
              else (time, id) > (coalesce($14, '-infinity'),
                                 coalesce($15, '00000000-0000-0000-0000-000000000000')) end
   order by case when $17 then time end desc, case when $17 then id end desc, time, id
   limit $13
)
select summary.*, counted.candidates, counted.matching
  from counted
  left join best on true
  left join lateral (select (summary_of(artifact)).*, version from artifacts artifact
                      where id = best.id offset 0) as summary on true
 order by case when $17 then best.time end desc, case when $17 then best.id end desc,
          best.time, best.id)"};

// The candidates are what the index has for $18, the words of title and text, and what maintenance
// has not entered yet. An entry may be out of date, or its artifact may be removed; it counts, as
// the number of entries says whether these are all. The text of what the index gives need not be
// looked at again.
constexpr Statement kByWords{"artifact_search_by_words", R"(
-- Parameters: account, templates, status, most candidates, title patterns, metadata, created
--   after, created before, updated after, updated before, text patterns, text query, wanted,
--   place's time, place's id, by update, descending, words query, is whole
with found as materialized (
  (select artifact_id, true as has_text from artifact_words where words @@ lower($18)::tsquery
    limit $4)
  union all
  (select artifact_id, false from unindexed_artifacts where account_id = $1 limit $4)
), hits as materialized (
  select artifact_id, bool_or(has_text) as has_text from found group by artifact_id
), candidates as materialized (
  select artifact.id, case when $16 then artifact.updated_at else artifact.created_at end as time,
         (artifact.account_id = $1
          and is_listed(artifact.template, artifact.deleted_at, artifact.expires_at, $2, $3)
          and matches_filter(artifact.title_words, artifact.metadata, artifact.created_at,
                             artifact.updated_at, $5, $6, $7, $8, $9, $10)
          and ($11 = '' or (hits.has_text and $19)
               or title_has(artifact.title_words, $11)
               or exists (select from artifact_words
                           where artifact_id = artifact.id and words @@ lower($12)::tsquery))) as matches
    from hits
    left join lateral (select id, account_id, template, title_words, metadata, created_at, updated_at,
                              expires_at, deleted_at
                         from artifacts where id = hits.artifact_id offset 0) as artifact on true
), counted as (
  select count(*) as candidates, count(*) filter (where matches) as matching from candidates
), best as (
  select id, time
    from candidates
   where matches
     and case when $17
              then (time, id) < (coalesce($14::timestamptz, 'infinity'),
                                 coalesce($15::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
              else (time, id) > (coalesce($14, '-infinity'),
                                 coalesce($15, '00000000-0000-0000-0000-000000000000')) end
   order by case when $17 then time end desc, case when $17 then id end desc, time, id
   limit $13
)
select summary.*, counted.candidates, counted.matching
  from counted
  left join best on true
  left join lateral (select (summary_of(artifact)).*, version from artifacts artifact
                      where id = best.id offset 0) as summary on true
 order by case when $17 then best.time end desc, case when $17 then best.id end desc,
          best.time, best.id)"};

// The candidates are a range of the other time.
constexpr std::string_view kByOtherTime = R"(
-- Parameters: account, kinds, templates, status, start's time, start's id, 0, most read, end,
--   title patterns, metadata, created after, created before, updated after, updated before,
--   wanted, text patterns, text query, place's time, place's id
{page by the other time}
, candidates as materialized (
  select artifact.id, artifact.{time} as time,
         (matches_filter(artifact.title_words, artifact.metadata, artifact.created_at,
                         artifact.updated_at, $10, $11, $12, $13, $14, $15)
          and ($17 = ''
               or title_has(artifact.title_words, $17)
               or exists (select from artifact_words
                           where artifact_id = artifact.id and words @@ lower($18)::tsquery))) as matches
    from page,
         lateral (select id, title_words, metadata, created_at, updated_at
                    from artifacts where id = page.id offset 0) as artifact
), counted as (
  select count(*) as candidates, count(*) filter (where matches) as matching from candidates
), best as (
  select id, time
    from candidates
   where matches
     and (time, id) {after} (coalesce($19, {first time}), coalesce($20, {first id}))
   order by time {descending}, id {descending}
   limit $16
)
select summary.*, counted.candidates, counted.matching
  from counted
  left join best on true
  left join lateral (select (summary_of(artifact)).*, version from artifacts artifact
                      where id = best.id offset 0) as summary on true
 order by best.time {descending}, best.id {descending})";

// Up to this many candidates are read for a page. With more, walking through the list soon fills a
// page.
constexpr std::int64_t kFewCandidates = 5000;
// An index is read to the end, even if it has a million entries for a frequent word. So in accounts
// with more artifacts than these, the latest are looked at first: if so many of them match, walking
// through the list fills a page at once.
constexpr std::int64_t kManyArtifacts = 100'000;
constexpr std::int64_t kLookedAt = 500;
constexpr int kFrequent = 20;
constexpr Statement kCountAll{"artifact_search_count_all", R"(
select coalesce(sum(count), 0)::bigint from artifact_counts where account_id = $1)"};
// How many entries one walk reads, how many walks a search makes before it returns, and after what
// time it makes no further one.
constexpr std::int64_t kWalkedAtOnce = 5000;
constexpr int kWalks = 8;
constexpr std::chrono::milliseconds kLongestWalks{1500};
// The same for counting; entries that need not be read are counted faster.
constexpr int kCountWalks = 20;
constexpr std::int64_t kCountedAtOnce = 50000;

bool has_words(const ListFilter& filter) { return !filter.title.empty() || !filter.text.empty(); }

const core::TimeRange& own_range(const ListFilter& filter) {
  return core::is_by_update(filter.order) ? filter.updated : filter.created;
}
const core::TimeRange& other_range(const ListFilter& filter) {
  return core::is_by_update(filter.order) ? filter.created : filter.updated;
}

// Whether the matches are a range of the index that the list is sorted by.
bool is_run(const ListFilter& filter) {
  return !has_words(filter) && filter.metadata.empty() && other_range(filter).is_open() &&
         !filter.external_id;
}

// Runs statements with the filter as parameters. A walk does not look at the external ID:
// at most one artifact has it, which its index finds.
class Search {
 public:
  Search(Postgres& postgres, const core::AccountId& account, const ListFilter& filter)
      : postgres_(postgres),
        account_(account),
        filter_(filter),
        runs_(filter),
        title_(title_patterns(filter.title)),
        metadata_(wanted_metadata(filter)),
        text_(title_patterns(filter.text)),
        text_query_(text_query(account, filter.text)),
        words_query_(words_query(account, filter)) {}

  // The statements for the indexes that may have few candidates, in the order in which to try them.
  std::vector<const Statement*> indexes() const {
    if (filter_.external_id) return {&kByExternalId};
    std::vector<const Statement*> statements;
    if (!filter_.metadata.empty()) statements.push_back(&kByMetadata);
    if (words_query_) statements.push_back(&kByWords);
    return statements;
  }

  // Walks over the next `walked` entries of the list.
  Rows walk(const OrderedStatements& statements, const std::optional<ListCursor>& after,
            std::int64_t walked, std::int64_t wanted) {
    return read(statements, OrderedRange(filter_.order, own_range(filter_), after), walked, wanted);
  }

  std::int64_t count_all() { return postgres_.read(kCountAll, account_)[0].integer(0); }

  // Selects among the candidates of an index.
  Rows pick(const Statement& statement, const std::optional<ListCursor>& after,
            std::int64_t wanted) {
    if (&statement == &kByExternalId)
      return read_candidates(statement, after, wanted, filter_.external_id->text());
    if (&statement == &kByWords)
      return read_candidates(statement, after, wanted, words_query_->text, words_query_->is_whole);
    return read_candidates(statement, after, wanted);
  }

  // Selects among a range of the other time.
  Rows pick_by_other_time(const std::optional<ListCursor>& after, std::int64_t wanted) {
    static const OrderedStatements statements("artifact_search_by_other_time", kByOtherTime);
    const Place place(after);
    return read(statements,
                OrderedRange(core::ListOrder::newest_first, other_range(filter_), std::nullopt),
                kFewCandidates, wanted, place.time, place.id);
  }

 private:
  template <typename... More>
  Rows read_candidates(const Statement& statement, const std::optional<ListCursor>& after,
                       std::int64_t wanted, const More&... more) {
    const Place place(after);
    return postgres_.read(statement, account_, runs_.templates, runs_.status, kFewCandidates,
                          title_, metadata_, filter_.created.after, filter_.created.before,
                          filter_.updated.after, filter_.updated.before, text_, text_query_, wanted,
                          place.time, place.id, core::is_by_update(filter_.order),
                          core::is_descending(filter_.order), more...);
  }

  template <typename... More>
  Rows read(const OrderedStatements& statements, const OrderedRange& range, std::int64_t most,
            std::int64_t wanted, const More&... more) {
    return postgres_.read(statements.in(filter_.order), account_, runs_.kinds, runs_.templates,
                          runs_.status, range.start.time, range.start.id, std::int64_t{0}, most,
                          range.end, title_, metadata_, filter_.created.after,
                          filter_.created.before, filter_.updated.after, filter_.updated.before,
                          wanted, text_, text_query_, more...);
  }

  Postgres& postgres_;
  core::AccountId account_;
  const ListFilter& filter_;
  RunFilter runs_;
  std::string title_;
  TextArray metadata_;
  std::string text_;
  std::optional<std::string> text_query_;
  std::optional<WordsQuery> words_query_;
};

const OrderedStatements& walk_statements() {
  static const OrderedStatements statements("artifact_search_in_order", kWalkList);
  return statements;
}

const OrderedStatements& count_run_statements() {
  static const OrderedStatements statements("artifact_count_run", kCountRun);
  return statements;
}

// The place that a walk has reached, from the columns for the number of entries and for the last
// one's time and id. Absent at the end of the list.
std::optional<ListCursor> end_of_walk(const Row& row, int column, std::int64_t most) {
  if (row.integer(column) < most) return std::nullopt;
  return ListCursor{row.timestamp(column + 1), core::ArtifactId(row.uuid(column + 2)), 0};
}

// Absent if there are too many candidates.
std::optional<FoundPage> picked(const Rows& rows, const ListRequest& request) {
  if (rows[0].integer(ArtifactColumn::after_artifact) >= kFewCandidates) return std::nullopt;
  FoundPage found;
  found.artifacts = artifacts_in(rows, request.limit);
  found.total = rows[0].integer(ArtifactColumn::after_artifact + 1);
  found.total_is_exact = true;
  if (rows.size() > request.limit)
    found.next = core::cursor_after(found.artifacts.back(), request.filter.order,
                                    request.passed() + request.limit);
  return found;
}

// Whether an index would have far too many candidates.
bool is_frequent(Search& search, const ListFilter& filter) {
  if (filter.external_id || (filter.metadata.empty() && !has_words(filter))) return false;
  return search.count_all() > kManyArtifacts &&
         search.walk(walk_statements(), std::nullopt, kLookedAt, kFrequent).size() >= kFrequent;
}

// Absent if every index has too many candidates.
std::optional<FoundPage> pick_candidates(Search& search, const ListRequest& request) {
  if (is_frequent(search, request.filter)) return std::nullopt;
  const std::vector<const Statement*> statements = search.indexes();
  for (const Statement* statement : statements)
    if (auto found = picked(search.pick(*statement, request.after, request.limit + 1), request))
      return found;
  if (!statements.empty() || other_range(request.filter).is_open()) return std::nullopt;
  return picked(search.pick_by_other_time(request.after, request.limit + 1), request);
}

// Walks over at most `walked` entries.
FoundPage walk_once(Search& search, const ListRequest& request, std::int64_t walked) {
  const Rows rows = search.walk(walk_statements(), request.after, walked, request.limit + 1);
  FoundPage found;
  found.artifacts = artifacts_in(rows, request.limit);
  const auto passed = request.passed() + static_cast<std::int64_t>(found.artifacts.size());
  if (rows.size() > request.limit) {
    found.next = core::cursor_after(found.artifacts.back(), request.filter.order, passed);
  } else if ((found.next = end_of_walk(rows[0], ArtifactColumn::after_artifact, walked))) {
    found.next->offset = passed;
  }
  found.total = passed + (rows.size() > request.limit ? 1 : 0);
  found.total_is_exact = !found.next;
  return found;
}

FoundPage walk_far(Search& search, const ListRequest& request) {
  FoundPage found;
  ListRequest rest = request;
  const auto end = std::chrono::steady_clock::now() + kLongestWalks;
  for (int walks = 0; walks < kWalks; ++walks) {
    FoundPage more = walk_once(search, rest, kWalkedAtOnce);
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

FoundPage take_run(Search& search, const ListRequest& request) {
  FoundPage found = walk_once(search, request, request.limit + 1);
  const Rows counted = search.walk(count_run_statements(), std::nullopt, kFewCandidates + 1, 0);
  const std::int64_t count = counted[0].integer(0);
  found.total_is_exact = count <= kFewCandidates;
  found.total = found.total_is_exact ? count : std::max(found.total, kFewCandidates);
  return found;
}

}  // namespace

std::optional<FoundPage> search_by_index(Postgres& postgres, const core::AccountId& account,
                                         const ListRequest& request) {
  Search search(postgres, account, request.filter);
  if (is_run(request.filter)) return take_run(search, request);
  return pick_candidates(search, request);
}

FoundPage search_by_walk(Postgres& postgres, const core::AccountId& account,
                         const ListRequest& request) {
  Search search(postgres, account, request.filter);
  return walk_far(search, request);
}

CountedArtifacts count_artifacts(Postgres& postgres, const core::AccountId& account,
                                 const ListFilter& filter, const std::optional<ListCursor>& after) {
  static const OrderedStatements counted_walk("artifact_count_walk", kCountWalk);
  Search search(postgres, account, filter);
  const bool of_run = is_run(filter);
  if (!of_run && (!after || filter.external_id)) {
    const ListRequest first{.filter = filter, .after = std::nullopt, .offset = 0, .limit = 1};
    if (const auto found = pick_candidates(search, first)) return {found->total, std::nullopt};
  }
  CountedArtifacts counted{.count = 0, .next = after};
  const auto end = std::chrono::steady_clock::now() + kLongestWalks;
  for (int walks = 0; walks < kCountWalks; ++walks) {
    const std::int64_t most = of_run ? kCountedAtOnce : kWalkedAtOnce;
    const Rows rows =
        search.walk(of_run ? count_run_statements() : counted_walk, counted.next, most, 0);
    counted.count += rows[0].integer(0);
    counted.next = end_of_walk(rows[0], 1, most);
    if (!counted.next || std::chrono::steady_clock::now() > end) break;
  }
  return counted;
}

}  // namespace db
