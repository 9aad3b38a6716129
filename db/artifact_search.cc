#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "db/artifact_lists.h"
#include "db/artifact_rows.h"
#include "db/connection/postgres.h"
#include "db/connection/values.h"
#include "db/ordered_query.h"
#include "db/word_index.h"

namespace db {
namespace {

using core::ListCursor;
using core::ListFilter;
using core::ListRequest;

// The condition of the filters that are no ranges of a list, in place of {matching}.
constexpr Text kMatching = R"(matches_filter(artifact.title_words, artifact.metadata,
           artifact.created_at, artifact.updated_at, $title_patterns, $metadata, $created_after,
           $created_before, $updated_after, $updated_before)
          and ($text_patterns = ''
               or title_has(artifact.title_words, $text_patterns)
               or exists (select from artifact_words
                           where artifact_id = artifact.id
                             and words @@ lower($text_query)::tsquery)))";

// Always returns at least one row, with the place that the walk has reached. Walks over the next
// entries of the list and returns those that match, at most $wanted.
constexpr Text kWalkList = R"(
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
   where {matching}
   order by page.time {descending}, page.id {descending}
   limit $wanted
)
select summary.*, walked.count as walked, walked.until, last.id as last_id
  from walked
  left join last on true
  left join found on true
  left join lateral (select (summary_of(artifact)).*, version from artifacts artifact
                      where id = found.id offset 0) as summary on true
 order by found.time {descending}, found.id {descending})";

// The same, for filters that all entries match; only counts them.
constexpr Text kCountRun = R"(
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
select walked.count as matching, walked.count as walked, walked.until, last.id as last_id
  from walked
  left join last on true)";

constexpr Text kCountWalk = R"(
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
   where {matching}
)
select found.count as matching, walked.count as walked, walked.until, last.id as last_id
  from walked
 cross join found
  left join last on true)";

// These always return at least one row, with the number of candidates, up to $most_candidates, and
// of those that match; if there are fewer candidates, all matches are among them. At most $wanted
// follow the entry with $place_time and $place_id, sorted by the last update if $by_update, and the
// latest first if $is_descending.

// The end of such a statement, in place of {best}.
constexpr Text kBest = R"(), counted as (
  select count(*) as candidates, count(*) filter (where matches) as matching from candidates
), best as (
  select id, time
    from candidates
   where matches
     and case when $is_descending
              then (time, id) < (coalesce($place_time::timestamptz, 'infinity'),
                                 coalesce($place_id::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
              else (time, id) > (coalesce($place_time, '-infinity'),
                                 coalesce($place_id, '00000000-0000-0000-0000-000000000000')) end
   order by case when $is_descending then time end desc,
            case when $is_descending then id end desc, time, id
   limit $wanted
)
select summary.*, counted.candidates, counted.matching
  from counted
  left join best on true
  left join lateral (select (summary_of(artifact)).*, version from artifacts artifact
                      where id = best.id offset 0) as summary on true
 order by case when $is_descending then best.time end desc,
          case when $is_descending then best.id end desc, best.time, best.id)";

// The account is compared in a way that no other index supports, so that the planner cannot choose
// one.
constexpr Text kByMetadataText = R"(
with candidates as materialized (
  select artifact.id,
         case when $by_update then artifact.updated_at else artifact.created_at end as time,
         (is_listed(artifact.template, artifact.deleted_at, artifact.expires_at, $templates,
                    $status)
          and {matching}) as matches
    from artifacts artifact
   where artifact.metadata <> '{}'
     and metadata_pairs(artifact.account_id, artifact.metadata)
         @> metadata_pairs($account, json_object($metadata)::text)
     and artifact.account_id is not distinct from $account
   limit $most_candidates
{best})";
constexpr Query<with_parts<kByMetadataText, "{matching}", kMatching, "{best}", kBest>()>
    kByMetadata{"artifact_search_by_metadata"};

constexpr Text kByExternalIdText = R"(
with candidates as materialized (
  select artifact.id,
         case when $by_update then artifact.updated_at else artifact.created_at end as time,
         (is_listed(artifact.template, artifact.deleted_at, artifact.expires_at, $templates,
                    $status)
          and {matching}) as matches
    from artifacts artifact
   where artifact.account_id = $account and artifact.external_id = $external_id
   limit $most_candidates
{best})";
constexpr Query<with_parts<kByExternalIdText, "{matching}", kMatching, "{best}", kBest>()>
    kByExternalId{"artifact_search_by_external_id"};

// The candidates are what the index has for $words_query, and what maintenance
// has not entered yet. An entry may be out of date, or its artifact may be removed; it counts, as
// the number of entries says whether these are all. The text of what the index gives need not be
// looked at again.
constexpr Text kByWordsText = R"(
with found as materialized (
  (select artifact_id, true as has_text
     from artifact_words
    where words @@ lower($words_query)::tsquery
    limit $most_candidates)
  union all
  (select artifact_id, false
     from unindexed_artifacts
    where account_id = $account
    limit $most_candidates)
), hits as materialized (
  select artifact_id, bool_or(has_text) as has_text from found group by artifact_id
), candidates as materialized (
  select artifact.id,
         case when $by_update then artifact.updated_at else artifact.created_at end as time,
         (artifact.account_id = $account
          and is_listed(artifact.template, artifact.deleted_at, artifact.expires_at, $templates,
                        $status)
          and matches_filter(artifact.title_words, artifact.metadata, artifact.created_at,
                             artifact.updated_at, $title_patterns, $metadata, $created_after,
                             $created_before, $updated_after, $updated_before)
          and ($text_patterns = '' or (hits.has_text and $is_whole)
               or title_has(artifact.title_words, $text_patterns)
               or exists (select from artifact_words
                           where artifact_id = artifact.id
                             and words @@ lower($text_query)::tsquery))) as matches
    from hits
    left join lateral (select id, account_id, template, title_words, metadata, created_at,
                              updated_at, expires_at, deleted_at
                         from artifacts where id = hits.artifact_id offset 0) as artifact on true
{best})";
constexpr Query<with_parts<kByWordsText, "{best}", kBest>()> kByWords{"artifact_search_by_words"};

// The candidates are a range of the other time.
constexpr Text kByOtherTime = R"(
{page by the other time}
, candidates as materialized (
  select artifact.id, artifact.{time} as time,
         ({matching}) as matches
    from page,
         lateral (select id, title_words, metadata, created_at, updated_at
                    from artifacts where id = page.id offset 0) as artifact
), counted as (
  select count(*) as candidates, count(*) filter (where matches) as matching from candidates
), best as (
  select id, time
    from candidates
   where matches
     and (time, id) {after} (coalesce($place_time, {first time}), coalesce($place_id, {first id}))
   order by time {descending}, id {descending}
   limit $wanted
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
        words_query_(words_query(account, filter)),
        order_{core::is_by_update(filter.order) ? core::SortedBy::updated_at
                                                : core::SortedBy::created_at,
               core::is_descending(filter.order)} {}

  // The indexes that may have few candidates, in the order in which to try them.
  enum class Index : std::uint8_t { external_id, metadata, words };
  std::vector<Index> indexes() const {
    if (filter_.external_id) return {Index::external_id};
    std::vector<Index> indexes;
    if (!filter_.metadata.empty()) indexes.push_back(Index::metadata);
    if (words_query_) indexes.push_back(Index::words);
    return indexes;
  }

  // Walks over the next `walked` entries of the list.
  Rows walk(const std::optional<ListCursor>& after, std::int64_t walked, std::int64_t wanted) {
    static const OrderedQuery<with_parts<kWalkList, "{page}", kPage, "{matching}", kMatching>()>
        walks("artifact_search_in_order");
    return read_matching(walks, own_range_after(after), walked, "wanted"_a = wanted);
  }

  // Counts those of the next `walked` entries that match.
  Rows count_walk(const std::optional<ListCursor>& after, std::int64_t walked) {
    static const OrderedQuery<with_parts<kCountWalk, "{page}", kPage, "{matching}", kMatching>()>
        counts("artifact_count_walk");
    return read_matching(counts, own_range_after(after), walked);
  }

  // The same where all entries match.
  Rows count_run(const std::optional<ListCursor>& after, std::int64_t walked) {
    static const OrderedQuery<with_parts<kCountRun, "{page}", kPage>()> counts(
        "artifact_count_run");
    return read_page(counts, own_range_after(after), walked);
  }

  std::int64_t count_all() {
    return postgres_.read(kCountAll, "account"_a = account_)[0].integer("count");
  }

  // Selects among the candidates of an index.
  Rows pick(Index index, const std::optional<ListCursor>& after, std::int64_t wanted) {
    switch (index) {
      case Index::external_id:
        return read_candidates(kByExternalId, after, wanted,
                               "external_id"_a = filter_.external_id->text());
      case Index::words:
        return read_candidates(kByWords, after, wanted, "words_query"_a = words_query_->text,
                               "is_whole"_a = words_query_->is_whole);
      case Index::metadata:
        break;
    }
    return read_candidates(kByMetadata, after, wanted);
  }

  // Selects among a range of the other time.
  Rows pick_by_other_time(const std::optional<ListCursor>& after, std::int64_t wanted) {
    static const OrderedQuery<with_parts<kByOtherTime, "{page by the other time}", kPageByOtherTime,
                                         "{matching}", kMatching>()>
        picks("artifact_search_by_other_time");
    const OrderedRange range(core::ListOrder::newest_first, other_range(filter_), std::nullopt);
    const Place place(after);
    return read_matching(picks, range, kFewCandidates, "wanted"_a = wanted,
                         "place_time"_a = place.time, "place_id"_a = place.id);
  }

 private:
  OrderedRange own_range_after(const std::optional<ListCursor>& after) const {
    return {order_, own_range(filter_), after};
  }

  template <Text sql, typename... More>
  Rows read_candidates(const Query<sql>& query, const std::optional<ListCursor>& after,
                       std::int64_t wanted, const More&... more) {
    const Place place(after);
    return postgres_.read(
        query, "account"_a = account_, "templates"_a = runs_.templates, "status"_a = runs_.status,
        "most_candidates"_a = kFewCandidates, "title_patterns"_a = title_, "metadata"_a = metadata_,
        "created_after"_a = filter_.created.after, "created_before"_a = filter_.created.before,
        "updated_after"_a = filter_.updated.after, "updated_before"_a = filter_.updated.before,
        "text_patterns"_a = text_, "text_query"_a = text_query_, "wanted"_a = wanted,
        "place_time"_a = place.time, "place_id"_a = place.id,
        "by_update"_a = core::is_by_update(order_), "is_descending"_a = core::is_descending(order_),
        more...);
  }

  template <Text sql, typename... More>
  Rows read_page(const OrderedQuery<sql>& query, const OrderedRange& range, std::int64_t most,
                 const More&... more) {
    return query.read(postgres_, order_, "account"_a = account_, "kinds"_a = runs_.kinds,
                      "templates"_a = runs_.templates, "status"_a = runs_.status,
                      "start_time"_a = range.start.time, "start_id"_a = range.start.id,
                      "passed"_a = std::int64_t{0}, "most_read"_a = most, "end"_a = range.end,
                      more...);
  }

  template <Text sql, typename... More>
  Rows read_matching(const OrderedQuery<sql>& query, const OrderedRange& range, std::int64_t most,
                     const More&... more) {
    return read_page(
        query, range, most, "title_patterns"_a = title_, "metadata"_a = metadata_,
        "created_after"_a = filter_.created.after, "created_before"_a = filter_.created.before,
        "updated_after"_a = filter_.updated.after, "updated_before"_a = filter_.updated.before,
        "text_patterns"_a = text_, "text_query"_a = text_query_, more...);
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
  core::ListOrder order_;  // of other orders only what they have in common with these
};

// The place that a walk over `most` entries has reached; absent at the end of the list.
std::optional<ListCursor> end_of_walk(const Row& row, std::int64_t most) {
  if (row.integer("walked") < most) return std::nullopt;
  return ListCursor{
      .time = row.timestamp("until"), .id = core::ArtifactId(row.uuid("last_id")), .offset = 0};
}

// Absent if there are too many candidates.
std::optional<ArtifactPage> picked(const Rows& rows, const ListRequest& request) {
  if (rows[0].integer("candidates") >= kFewCandidates) return std::nullopt;
  ArtifactPage found;
  found.artifacts = artifacts_in(rows, request.limit);
  found.total = rows[0].integer("matching");
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
         search.walk(std::nullopt, kLookedAt, kFrequent).size() >= kFrequent;
}

// Absent if every index has too many candidates.
std::optional<ArtifactPage> pick_candidates(Search& search, const ListRequest& request) {
  if (is_frequent(search, request.filter)) return std::nullopt;
  const std::vector<Search::Index> indexes = search.indexes();
  for (const Search::Index index : indexes)
    if (auto found = picked(search.pick(index, request.after, request.limit + 1), request))
      return found;
  if (!indexes.empty() || other_range(request.filter).is_open()) return std::nullopt;
  return picked(search.pick_by_other_time(request.after, request.limit + 1), request);
}

// Walks over at most `walked` entries.
ArtifactPage walk_once(Search& search, const ListRequest& request, std::int64_t walked) {
  const Rows rows = search.walk(request.after, walked, request.limit + 1);
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

ArtifactPage walk_far(Search& search, const ListRequest& request) {
  ArtifactPage found;
  ListRequest rest = request;
  const auto end = std::chrono::steady_clock::now() + kLongestWalks;
  for (int walks = 0; walks < kWalks; ++walks) {
    ArtifactPage more = walk_once(search, rest, kWalkedAtOnce);
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

ArtifactPage take_run(Search& search, const ListRequest& request) {
  ArtifactPage found = walk_once(search, request, request.limit + 1);
  const Rows counted = search.count_run(std::nullopt, kFewCandidates + 1);
  const std::int64_t count = counted[0].integer("matching");
  found.total_is_exact = count <= kFewCandidates;
  found.total = found.total_is_exact ? count : std::max(found.total, kFewCandidates);
  return found;
}

}  // namespace

std::optional<ArtifactPage> search_by_index(Postgres& postgres, const core::AccountId& account,
                                            const ListRequest& request) {
  Search search(postgres, account, request.filter);
  if (is_run(request.filter)) return take_run(search, request);
  return pick_candidates(search, request);
}

ArtifactPage search_by_walk(Postgres& postgres, const core::AccountId& account,
                            const ListRequest& request) {
  Search search(postgres, account, request.filter);
  return walk_far(search, request);
}

CountedArtifacts count_artifacts(Postgres& postgres, const core::AccountId& account,
                                 const ListFilter& filter, const std::optional<ListCursor>& after) {
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
        of_run ? search.count_run(counted.next, most) : search.count_walk(counted.next, most);
    counted.count += rows[0].integer("matching");
    counted.next = end_of_walk(rows[0], most);
    if (!counted.next || std::chrono::steady_clock::now() > end) break;
  }
  return counted;
}

}  // namespace db
