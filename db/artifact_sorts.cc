#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>

#include "db/artifact_lists.h"
#include "db/artifact_rows.h"
#include "db/connection/postgres.h"
#include "db/connection/values.h"
#include "db/word_index.h"

namespace db {
namespace {

using core::ListOrder;
using core::SortedBy;

// Always returns at least one row, with the number of candidates, of matches and of their links.
// The counts stop at one more than is allowed; then nothing is sorted. A link counts as active if
// it works. Views that Redis counts are not in it until maintenance has added them.
constexpr std::string_view kSorted = R"(
-- Parameters: account, kinds, templates, status, most, title patterns, metadata, created after,
--   created before, updated after, updated before, text patterns, text query, most links, place's
--   value, place's id, passed over, wanted, key, is whole
with candidates as materialized (
{candidates}
), matching as materialized (
  select artifact.id, artifact.title, artifact.first_heading, artifact.expires_at,
         artifact.deleted_at is null and artifact.disabled_at is null
           and coalesce(artifact.expires_at > now(), true) as is_open
    from candidates,
         lateral (select id, account_id, template, title, first_heading, title_words, metadata,
                         created_at, updated_at, expires_at, deleted_at, disabled_at
                    from artifacts where id = candidates.id offset 0) as artifact
   where (select count(*) from candidates) <= $5
     and artifact.account_id = $1
     and is_listed(artifact.template, artifact.deleted_at, artifact.expires_at, $3, $4)
     and matches_filter(artifact.title_words, artifact.metadata, artifact.created_at,
                        artifact.updated_at, $6, $7, $8, $9, $10, $11)
     and ($12 = '' or candidates.has_text
          or title_has(artifact.title_words, $12)
          or exists (select from artifact_words
                      where artifact_id = artifact.id and words @@ lower($13)::tsquery))
), {links}valued as (
  select matching.id, {value} as value
    from matching {used}
), best as (
  select id, value
    from valued
   where $16::uuid is null or (value, id) {after} ($15::{type}, $16)
   order by value {descending}, id {descending}
  offset $17 limit $18
)
select summary.*, best.value::text, (select count(*) from candidates),
       (select count(*) from matching), {link count}
  from (values (true)) as always (shown)
  left join best on true
  left join lateral (select (summary_of(artifact)).*, version from artifacts artifact
                      where id = best.id offset 0) as summary on true
 order by best.value {descending}, best.id {descending})";

constexpr std::string_view kLinksOfMatching = R"(links as materialized (
  select link.*
    from matching,
         lateral (select artifact_id, id, view_count, last_viewed_at,
                         matching.is_open and revoked_at is null and disabled_at is null
                           and expires_at > now()
                           and coalesce(view_count < max_views, true) as is_active
                    from share_links where artifact_id = matching.id offset 0) as link
   limit $14 + 1
), unfolded as (
  select link_id, sum(people + programs) as views, max(last_viewed_at) as last_viewed_at
    from unfolded_views
   where link_id in (select id from links)
   group by link_id
), used as (
  select links.artifact_id, count(*) filter (where links.is_active) as active,
         sum(links.view_count + coalesce(unfolded.views, 0))::bigint as views,
         max(greatest(links.last_viewed_at, unfolded.last_viewed_at)) as last_viewed_at
    from links
    left join unfolded on unfolded.link_id = links.id
   group by links.artifact_id
), )";

// The candidates, one more than are allowed: all of the list, with what has expired since the last
// maintenance.
constexpr std::string_view kAllOfList = R"(
  select id, false as has_text
    from (
      (select entry.id
         from unnest(string_to_array($2, ' ')) as kind,
              unnest(string_to_array($3, ' ')) as listed_template,
              lateral (
                select id
                  from artifacts
                 where account_id = $1 and listed_as = kind and template = listed_template
                   and created_at > coalesce($8, '-infinity')
                   and created_at < coalesce($9, 'infinity')
                 order by created_at
                 limit $5 + 1) as entry
        limit $5 + 1)
      union all
      (select entry.id
         from unnest(string_to_array($3, ' ')) as listed_template,
              lateral (
                select id
                  from artifacts
                 where $4 = 'expired' and account_id = $1 and listed_as = 'active'
                   and template = listed_template and expires_at <= now()
                 limit $5 + 1) as entry
        limit $5 + 1)
      ) as listed
)";

constexpr std::string_view kWithExternalId = R"(
  select id, false as has_text
    from artifacts
   where account_id = $1 and external_id = $19
)";

// The account is compared in a way that no other index supports.
constexpr std::string_view kWithMetadata = R"(
  select artifact.id, false as has_text
    from artifacts artifact
   where artifact.metadata <> '{}'
     and metadata_pairs(artifact.account_id, artifact.metadata)
         @> metadata_pairs($1, json_object($7)::text)
     and artifact.account_id is not distinct from $1
   limit $5 + 1
)";

// With what maintenance has not entered into the index yet.
constexpr std::string_view kWithWords = R"(
  select artifact_id as id, bool_or(has_text) as has_text
    from (
      (select artifact_id, $20 as has_text
         from artifact_words
        where words @@ lower($19)::tsquery
        limit $5 + 1)
      union all
      (select artifact_id, false from unindexed_artifacts where account_id = $1 limit $5 + 1)
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
    case SortedBy::updated_at:
    case SortedBy::expires_at:
      break;
  }
  return {"coalesce((extract(epoch from matching.expires_at) * 1000)::bigint, {missing})", "bigint",
          false};
}

std::string sorted_sql(std::string_view statement, std::string_view candidates, ListOrder order) {
  const Value value = value_of(order.by);
  std::string sql(statement);
  put(sql, "{candidates}", candidates);
  put(sql, "{links}", value.needs_links ? kLinksOfMatching : "");
  put(sql, "{used}", value.needs_links ? "left join used on used.artifact_id = matching.id" : "");
  put(sql, "{link count}", value.needs_links ? "(select count(*) from links)" : "0::bigint");
  put(sql, "{value}", value.sql);
  put(sql, "{type}", value.type);
  put(sql, "{missing}",
      order.is_descending ? "'-9223372036854775808'::bigint" : "'9223372036854775807'::bigint");
  // The collation sorts U+FFFF after all letters.
  put(sql, "{missing text}", order.is_descending ? "''" : "chr(65535)");
  put_direction(sql, order.is_descending);
  return sql;
}

// The same statement for each order that lists are sorted in. Immutable; a static variable of a
// function.
class SortedStatements {
 public:
  SortedStatements(const std::string& name, std::string_view statement,
                   std::string_view candidates) {
    for (const auto& [order_name, order] : core::kListOrders)
      statements_.push_back(std::make_unique<Text>(order, name + '_' + std::string(order_name),
                                                   sorted_sql(statement, candidates, order)));
  }

  const Statement& in(ListOrder order) const {
    const auto found = std::find_if(statements_.begin(), statements_.end(),
                                    [&](const auto& text) { return text->order == order; });
    return (*found)->statement;
  }

 private:
  struct Text {
    Text(ListOrder of, std::string of_name, std::string of_sql)
        : order(of),
          name(std::move(of_name)),
          sql(std::move(of_sql)),
          statement{name.c_str(), sql.c_str()} {}
    Text(const Text&) = delete;
    Text& operator=(const Text&) = delete;

    ListOrder order;
    std::string name;
    std::string sql;
    Statement statement;
  };

  std::vector<std::unique_ptr<Text>> statements_;
};

Rows read_sorted(Postgres& postgres, const core::AccountId& account,
                 const core::ListRequest& request, const SortedStatements& statements,
                 const std::optional<std::string>& key, bool is_whole = false) {
  const core::ListFilter& filter = request.filter;
  const RunFilter runs(filter);
  const auto value = request.after ? std::optional(request.after->value) : std::nullopt;
  const auto id = request.after ? std::optional(request.after->id) : std::nullopt;
  return postgres.read(statements.in(filter.order), account, runs.kinds, runs.templates,
                       runs.status, kMostSorted, title_patterns(filter.title),
                       wanted_metadata(filter), filter.created.after, filter.created.before,
                       filter.updated.after, filter.updated.before, title_patterns(filter.text),
                       text_query(account, filter.text), kMostSortedLinks, value, id,
                       request.after ? 0 : request.offset, request.limit + 1, key, is_whole);
}

// Absent if there are too many.
std::optional<FoundPage> sorted_in(const Rows& rows, const core::ListRequest& request) {
  constexpr int kValue = ArtifactColumn::after_artifact;
  if (rows[0].integer(kValue + 1) > kMostSorted || rows[0].integer(kValue + 3) > kMostSortedLinks)
    return std::nullopt;
  FoundPage found;
  found.artifacts = artifacts_in(rows, request.limit);
  found.total = rows[0].integer(kValue + 2);
  found.total_is_exact = true;
  if (rows.size() > request.limit) {
    found.next = core::ListCursor{core::Timestamp(), found.artifacts.back().id,
                                  request.passed() + request.limit,
                                  std::string(rows[request.limit - 1].text(kValue))};
  }
  return found;
}

}  // namespace

std::optional<FoundPage> sort_artifacts(Postgres& postgres, const core::AccountId& account,
                                        const core::ListRequest& request) {
  static const SortedStatements with_external_id("artifact_sort_external_id", kSorted,
                                                 kWithExternalId);
  static const SortedStatements all_of_list("artifact_sort_list", kSorted, kAllOfList);
  static const SortedStatements with_metadata("artifact_sort_metadata", kSorted, kWithMetadata);
  static const SortedStatements with_words("artifact_sort_words", kSorted, kWithWords);
  const core::ListFilter& filter = request.filter;
  const auto sorted = [&](const SortedStatements& statements, const auto&... key) {
    return sorted_in(read_sorted(postgres, account, request, statements, key...), request);
  };
  const std::optional<std::string> none;
  if (filter.external_id)
    return sorted(with_external_id, std::optional(filter.external_id->text()));
  auto found = sorted(all_of_list, none);
  if (!found && !filter.metadata.empty()) found = sorted(with_metadata, none);
  const auto words = words_query(account, filter);
  if (!found && words) found = sorted(with_words, std::optional(words->text), words->is_whole);
  return found;
}

}  // namespace db
