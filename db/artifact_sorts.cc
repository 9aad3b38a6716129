#include <string>

#include "db/artifact_lists.h"
#include "db/connection/postgres.h"
#include "db/connection/values.h"
#include "db/ordered_query.h"
#include "db/word_index.h"

namespace db {
namespace {

using core::ListOrder;
using core::SortedBy;

// Always returns at least one row, with the number of candidates, of matches and of their links.
// The counts stop at one more than is allowed; then nothing is sorted. A link counts as active if
// it works. Views that Redis counts are not in it until maintenance has added them. Orders that
// need no links leave what reads these out, so that PostgreSQL does not run it.
constexpr Text kSortedText = R"(
with candidates as materialized (
{candidates}
), matching as materialized (
  select artifact.id, artifact.title, artifact.first_heading, artifact.created_at,
         artifact.updated_at, artifact.expires_at,
         artifact.deleted_at is null and artifact.disabled_at is null
           and coalesce(artifact.expires_at > now(), true) as is_open
    from candidates,
         lateral (select id, account_id, template, title, first_heading, title_words, metadata,
                         created_at, updated_at, expires_at, deleted_at, disabled_at
                    from artifacts where id = candidates.id offset 0) as artifact
   where (select count(*) from candidates) <= $most_candidates
     and artifact.account_id = $account
     and is_listed(artifact.template, artifact.deleted_at, artifact.expires_at, $templates, $status)
     and {matching}
), links as materialized (
  select link.*
    from matching,
         lateral (select artifact_id, view_count, last_viewed_at,
                         matching.is_open and revoked_at is null and disabled_at is null
                           and expires_at > now()
                           and coalesce(view_count < max_views, true) as is_active
                    from share_links where artifact_id = matching.id offset 0) as link
   limit $most_links + 1
), used as (
  select artifact_id, count(*) filter (where is_active) as active,
         sum(view_count)::bigint as views, max(last_viewed_at) as last_viewed_at
    from links
   group by artifact_id
), valued as (
  select matching.id, {value} as value
    from matching {used}
), best as (
  select id, value
    from valued
   where $place_id::uuid is null or (value, id) {after} ($place_value::{type}, $place_id)
   order by value {descending}, id {descending}
  offset $passed limit $wanted
)
select summary.*, best.value::text as value, (select count(*) from candidates) as candidates,
       (select count(*) from matching) as matching, {link count} as links
  from (values (true)) as always (shown)
  left join best on true
  left join lateral (select (summary_of(artifact)).*, version from artifacts artifact
                      where id = best.id offset 0) as summary on true
 order by best.value {descending}, best.id {descending})";

constexpr auto kSorted =
    with_parts<kSortedText, "{matching}", kMatching, "{found}", "candidates.has_text">();

// The candidates, one more than are allowed.

// What was created or updated in a range of time, by {then}; with what has expired since the last
// maintenance.
constexpr Text kInRange = R"(
  select id, false as has_text
    from (
      (select entry.id
         from unnest(string_to_array($kinds, ' ')) as kind,
              unnest(string_to_array($templates, ' ')) as listed_template,
              lateral (
                select id
                  from artifacts
                 where account_id = $account and listed_as = kind and template = listed_template
                   and {then}_at > coalesce(${then}_after, '-infinity')
                   and {then}_at < coalesce(${then}_before, 'infinity')
                 order by {then}_at
                 limit $most_candidates + 1) as entry
        limit $most_candidates + 1)
      union all
      (select entry.id
         from unnest(string_to_array($templates, ' ')) as listed_template,
              lateral (
                select id
                  from artifacts
                 where $status = 'expired' and account_id = $account and listed_as = 'active'
                   and template = listed_template and expires_at <= now()
                 limit $most_candidates + 1) as entry
        limit $most_candidates + 1)
      ) as listed
)";

constexpr Text kWithExternalId = R"(
  select id, false as has_text
    from artifacts
   where account_id = $account and external_id = $external_id
)";

// The account is compared in a way that no other index supports, so that the planner cannot choose
// one.
constexpr Text kWithMetadata = R"(
  select artifact.id, false as has_text
    from artifacts artifact
   where artifact.metadata <> '{}'
     and metadata_pairs(artifact.account_id, artifact.metadata)
         @> metadata_pairs($account, json_object($metadata)::text)
     and artifact.account_id is not distinct from $account
   limit $most_candidates + 1
)";

// What the index has for $words_query, whose text need not be looked at again, with what
// maintenance has not entered yet. An entry may be out of date, or its artifact may be removed; it
// counts, as the number of entries says whether these are all.
constexpr Text kWithWords = R"(
  select artifact_id as id, bool_or(has_text) as has_text
    from (
      (select artifact_id, $is_whole as has_text
         from artifact_words
        where words @@ lower($words_query)::tsquery
        limit $most_candidates + 1)
      union all
      (select artifact_id, false
         from unindexed_artifacts
        where account_id = $account
        limit $most_candidates + 1)
      ) as found
   group by artifact_id
)";

// The values by which artifacts are sorted. {missing} is the value of those that have none, which
// comes last.
struct Value {
  std::string_view sql;
  std::string_view type;
  bool needs_links;
};

Value value_of(SortedBy by) {
  switch (by) {
    case SortedBy::title:
      return {R"(coalesce(left(coalesce(nullif(btrim(matching.title), ''),
                                        nullif(btrim(matching.first_heading), '')), 255),
                          {missing text}) collate alphabetical)",
              "text", false};
    case SortedBy::active_links:
      return {"coalesce(used.active, 0)", "bigint", true};
    case SortedBy::view_count:
      return {"coalesce(used.views, 0)", "bigint", true};
    case SortedBy::last_viewed_at:
      return {"coalesce((extract(epoch from used.last_viewed_at) * 1000)::bigint, {missing})",
              "bigint", true};
    case SortedBy::created_at:
      return {"matching.created_at", "timestamptz", false};
    case SortedBy::updated_at:
      return {"matching.updated_at", "timestamptz", false};
    case SortedBy::expires_at:
      break;
  }
  return {"coalesce((extract(epoch from matching.expires_at) * 1000)::bigint, {missing})", "bigint",
          false};
}

void put_sorted(std::string& sql, ListOrder order) {
  const Value value = value_of(order.by);
  put(sql, "{used}", value.needs_links ? "left join used on used.artifact_id = matching.id" : "");
  put(sql, "{link count}", value.needs_links ? "(select count(*) from links)" : "0::bigint");
  put(sql, "{value}", value.sql);
  put(sql, "{type}", value.type);
  put(sql, "{missing}",
      order.is_descending ? "'-9223372036854775808'::bigint" : "'9223372036854775807'::bigint");
  // The collation sorts U+FFFF after all letters.
  put(sql, "{missing text}", order.is_descending ? "''" : "chr(65535)");
  put_direction(sql, order.is_descending);
}

// Where a page begins: behind this value.
std::optional<std::string> value_after(const core::ListRequest& request) {
  if (!request.after) return std::nullopt;
  return request.filter.is_sorted() ? request.after->value : request.after->time.rfc3339();
}

// Absent if there are more candidates than `most`, or too many links.
template <Text sql, typename... More>
std::optional<ArtifactPage> sort(Postgres& postgres, const core::AccountId& account,
                                 const core::ListRequest& request, std::int64_t most,
                                 const OrderedQuery<sql>& query, const More&... more) {
  const core::ListFilter& filter = request.filter;
  const RunFilter runs(filter);
  const auto id = request.after ? std::optional(request.after->id) : std::nullopt;
  const Rows rows = query.read(
      postgres, filter.order, "account"_a = account, "templates"_a = runs.templates,
      "status"_a = runs.status, "most_candidates"_a = most,
      "title_patterns"_a = title_patterns(filter.title), "metadata"_a = wanted_metadata(filter),
      "created_after"_a = filter.created.after, "created_before"_a = filter.created.before,
      "updated_after"_a = filter.updated.after, "updated_before"_a = filter.updated.before,
      "text_patterns"_a = title_patterns(filter.text),
      "text_query"_a = text_query(account, filter.text), "most_links"_a = kMostSortedLinks,
      "place_value"_a = value_after(request), "place_id"_a = id,
      "passed"_a = request.after ? 0 : request.offset, "wanted"_a = request.limit + 1, more...);
  if (rows[0].integer("candidates") > most || rows[0].integer("links") > kMostSortedLinks)
    return std::nullopt;
  ArtifactPage found;
  found.artifacts = artifacts_in(rows, request.limit);
  found.total = rows[0].integer("matching");
  found.total_is_exact = true;
  if (rows.size() > request.limit) {
    found.next =
        core::cursor_after(found.artifacts.back(), filter.order, request.passed() + request.limit);
    if (filter.is_sorted()) found.next->value = rows[request.limit - 1].text("value");
  }
  return found;
}

}  // namespace

std::optional<ArtifactPage> sort_candidates(Postgres& postgres, const core::AccountId& account,
                                            const core::ListRequest& request, std::int64_t most) {
  static const OrderedQuery<with_parts<kSorted, "{candidates}", kWithExternalId>()>
      with_external_id("artifact_sort_external_id", core::kListOrders, put_sorted);
  static const OrderedQuery<with_parts<kSorted, "{candidates}", kWithMetadata>()> with_metadata(
      "artifact_sort_metadata", core::kListOrders, put_sorted);
  static const OrderedQuery<with_parts<kSorted, "{candidates}", kWithWords>()> with_words(
      "artifact_sort_words", core::kListOrders, put_sorted);
  static const OrderedQuery<with_parts<kSorted, "{candidates}", kInRange, "{then}", "created">()>
      created("artifact_sort_created", core::kListOrders, put_sorted);
  static const OrderedQuery<with_parts<kSorted, "{candidates}", kInRange, "{then}", "updated">()>
      updated("artifact_sort_updated", core::kListOrders, put_sorted);
  const core::ListFilter& filter = request.filter;
  const auto sorted = [&](const auto& query, const auto&... more) {
    return sort(postgres, account, request, most, query, more...);
  };
  if (filter.external_id)
    return sorted(with_external_id, "external_id"_a = filter.external_id->text());
  std::optional<ArtifactPage> found;
  if (!filter.metadata.empty()) found = sorted(with_metadata);
  const auto words = words_query(account, filter);
  if (!found && words)
    found = sorted(with_words, "words_query"_a = words->text, "is_whole"_a = words->is_whole);
  // A range of the time that a list is sorted by is walked.
  const std::string_view kinds = RunFilter(filter).kinds;
  const bool by_update = core::is_by_update(filter.order);
  if (!found && (filter.is_sorted() || (by_update && !filter.created.is_open())))
    found = sorted(created, "kinds"_a = kinds);
  if (!found && !by_update && !filter.updated.is_open()) found = sorted(updated, "kinds"_a = kinds);
  return found;
}

}  // namespace db
