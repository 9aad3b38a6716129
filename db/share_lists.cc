#include "db/share_lists.h"

#include <algorithm>
#include <string_view>

#include "db/artifact_rows.h"
#include "db/connection/values.h"
#include "db/ordered_query.h"
#include "db/share_store.h"

namespace db {
namespace {

constexpr Query<R"(
select (shared_link_of(link, artifact.expires_at, artifact.deleted_at, artifact.disabled_at)).*
  from share_links link
  join artifacts artifact on artifact.id = link.artifact_id
 where link.artifact_id = $artifact
   and (link.created_at, link.id)
       < (coalesce($place_time::timestamptz, 'infinity'),
          coalesce($place_id::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
   and case $status
         when '' then true
         else link_status(link, artifact.expires_at,
                          artifact.deleted_at is null and artifact.disabled_at is null) = $status
       end
 order by link.created_at desc, link.id desc
 limit $wanted)">
    kListLinks{"share_list"};

// At most $most_looked_at links are looked at, in their order, so that a page costs no more for a
// rare status. `offset 0` keeps PostgreSQL from reading all artifacts for a join of another kind.
constexpr Text kListAccountLinks = R"(
select (shared_link_of(row(looked_at.*)::share_links, artifact.expires_at, artifact.deleted_at,
                       artifact.disabled_at)).*,
       artifact.title, artifact.first_heading,
       case when artifact.deleted_at is not null then 'deleted'
            when coalesce(artifact.expires_at <= now(), false) then 'expired'
            else 'active'
       end as artifact_status
  from (select *
          from share_links
         where account_id = $account
           and (created_at, id) {after} (coalesce($place_time::timestamptz, {first time}),
                                         coalesce($place_id::uuid, {first id}))
         order by created_at {descending}, id {descending}
         limit $most_looked_at) as looked_at
 cross join lateral (select * from artifacts where id = looked_at.artifact_id offset 0) as artifact
 where ($status = ''
        or link_status(row(looked_at.*)::share_links, artifact.expires_at,
                       artifact.deleted_at is null and artifact.disabled_at is null) = $status)
   and (looked_at.password_hash is not null or not $has_password)
   and strpos(lower(concat_ws(E'\n', looked_at.name,
                              coalesce(artifact.title, artifact.first_heading))),
              lower($text)) > 0
 order by looked_at.created_at {descending}, looked_at.id {descending}
 limit $wanted)";

// The last of the links that the statement above looks at, and the one after it.
constexpr Text kLastLinkLookedAt = R"(
select created_at, id
  from share_links
 where account_id = $account
   and (created_at, id) {after} (coalesce($place_time::timestamptz, {first time}),
                                 coalesce($place_id::uuid, {first id}))
 order by created_at {descending}, id {descending}
offset $most_looked_at - 1
 limit 2)";

// Always returns at least one row, with how many links were looked at and how many match. Either is
// one more than its limit if there are more.
constexpr Query<R"(
with looked_at as materialized (
  select *
    from share_links
   where account_id = $account
   order by created_at desc, id desc
   limit $most_looked_at + 1
), matching as materialized (
  select looked_at.id, looked_at.created_at,
         (case $sort
            when 'views' then looked_at.view_count
            when 'last_viewed' then extract(epoch from looked_at.last_viewed_at)
            when 'ends' then extract(epoch from least(looked_at.expires_at, artifact.expires_at))
          end)::double precision as number,
         lower(case $sort
                 when 'name' then looked_at.name
                 when 'artifact' then coalesce(artifact.title, artifact.first_heading)
               end) collate alphabetical as words
    from looked_at
   cross join lateral (select * from artifacts where id = looked_at.artifact_id offset 0) as artifact
   where ($status = ''
          or link_status(row(looked_at.*)::share_links, artifact.expires_at,
                         artifact.deleted_at is null and artifact.disabled_at is null) = $status)
     and (looked_at.password_hash is not null or not $has_password)
     and strpos(lower(concat_ws(E'\n', looked_at.name,
                                coalesce(artifact.title, artifact.first_heading))),
                lower($text)) > 0
   limit $most_matching + 1
), page as (
  select id, row_number() over (order by case when $is_descending then -number else number end
                                           nulls last,
                                         case when not $is_descending then words end nulls last,
                                         case when $is_descending then words end desc nulls last,
                                         created_at desc, id desc) as place
    from matching
   order by place
  offset $passed limit $wanted
)
select state.*, artifact.title, artifact.first_heading,
       case when artifact.deleted_at is not null then 'deleted'
            when coalesce(artifact.expires_at <= now(), false) then 'expired'
            else 'active'
       end as artifact_status,
       totals.looked_at, totals.matching
  from (select (select count(*) from looked_at) as looked_at,
               (select count(*) from matching) as matching) as totals
  left join page on true
  left join share_links link on link.id = page.id
  left join artifacts artifact on artifact.id = link.artifact_id
  left join lateral (select (shared_link_of(link, artifact.expires_at, artifact.deleted_at,
                                            artifact.disabled_at)).*) as state on true
 order by page.place)">
    kSortAccountLinks{"share_sort_of_account"};

constexpr Query<R"(
select (shared_link_of(link, artifact.expires_at, artifact.deleted_at, artifact.disabled_at)).*,
       artifact.title, artifact.first_heading,
       case when artifact.deleted_at is not null then 'deleted'
            when coalesce(artifact.expires_at <= now(), false) then 'expired'
            else 'active'
       end as artifact_status
  from share_links link
  join artifacts artifact on artifact.id = link.artifact_id
 where link.account_id = $account and link.id = any(string_to_array($links, ' ')::uuid[])
 order by link.created_at desc, link.id desc)">
    kFindAccountLinks{"share_find_of_account"};

constexpr Query<R"(
select link.id
  from share_links link
  join artifacts artifact on artifact.id = link.artifact_id
 where link.account_id = $account and link.artifact_id = $artifact
   and link.version = any(string_to_array($versions, ' ')::integer[])
   and artifact.deleted_at is null and artifact.disabled_at is null
   and link.revoked_at is null and link.disabled_at is null
   and least(link.expires_at, artifact.expires_at) > now()
   and coalesce(link.view_count < link.max_views, true)
 order by link.created_at, link.id)">
    kLinksAt{"share_list_at_versions"};

// Which link is open to all, core::is_open_to_all() says too.
constexpr Query<R"(
select state.*, chosen.working
  from unnest(string_to_array($artifacts, ' ')::uuid[]) as wanted (artifact_id)
  join artifacts artifact on artifact.id = wanted.artifact_id
 cross join lateral (
   select link, count(*) over () as working
     from share_links link
    where link.artifact_id = wanted.artifact_id and link.account_id = $account
      and link.revoked_at is null and link.disabled_at is null and link.expires_at > now()
      and coalesce(link.view_count < link.max_views, true)
      and is_erased(link.artifact_id, link.version) is not true
    order by (link.name is null and link.password_hash is null and link.max_views is null
              and link.version is null) desc, link.created_at desc, link.id desc
    limit 1) as chosen
 cross join lateral (
   select (shared_link_of(chosen.link, artifact.expires_at, artifact.deleted_at,
                          artifact.disabled_at)).*) as state
 where artifact.deleted_at is null and artifact.disabled_at is null
   and coalesce(artifact.expires_at > now(), true))">
    kWorkingLinks{"share_working"};

constexpr Query<R"(
select wanted.artifact_id, together.active, together.views, together.last_viewed_at,
       newest.id as newest,
       coalesce(artifact.expires_at between now() and now() + interval '3 days', false)
         as artifact_ends_soon
  from unnest(string_to_array($artifacts, ' ')::uuid[]) with ordinality
         as wanted (artifact_id, place)
  join artifacts artifact on artifact.id = wanted.artifact_id and artifact.account_id = $account
 cross join lateral (
   select count(*) filter (where artifact.deleted_at is null and artifact.disabled_at is null
                             and least(link.expires_at, artifact.expires_at) > now()
                             and link.revoked_at is null and link.disabled_at is null
                             and coalesce(link.view_count < link.max_views, true)
                             and is_erased(link.artifact_id, link.version) is not true) as active,
          coalesce(sum(link.view_count), 0)::bigint as views,
          max(link.last_viewed_at) as last_viewed_at
     from share_links link
    where link.artifact_id = wanted.artifact_id and link.account_id = $account) as together
  left join lateral (
   select id
     from share_links
    where artifact_id = wanted.artifact_id
    order by created_at desc
    limit 100) as newest on true
 order by wanted.place)">
    kSummaries{"share_summaries"};

LinkOfAccount link_of_account_in(const Row& row) {
  return {.state = link_state_in(row),
          .title = row.optional_text("title"),
          .first_heading = row.optional_text("first_heading"),
          .artifact_status = core::parse_artifact_status(row.text("artifact_status")).value()};
}

std::string_view status_name(const core::AccountLinkFilter& filter) {
  return filter.status ? core::to_string(*filter.status) : "";
}

std::string_view sort_name(core::ShareLinkSort sort) {
  switch (sort) {
    case core::ShareLinkSort::created:
      return "created";
    case core::ShareLinkSort::name:
      return "name";
    case core::ShareLinkSort::artifact:
      return "artifact";
    case core::ShareLinkSort::views:
      return "views";
    case core::ShareLinkSort::last_viewed:
      return "last_viewed";
    case core::ShareLinkSort::ends:
      return "ends";
  }
  return {};
}

AccountLinkPage list_by_creation(Postgres& postgres, const core::AccountId& account,
                                 const core::AccountLinkRequest& request) {
  static const OrderedQuery<kListAccountLinks> lists("share_list_of_account");
  static const OrderedQuery<kLastLinkLookedAt> ends("share_list_of_account_end");
  constexpr int kMostLinksLookedAt = 5000;
  const auto order =
      request.is_descending ? core::ListOrder::newest_first : core::ListOrder::oldest_first;
  std::optional<core::Timestamp> created_at;
  std::optional<core::ShareId> id;
  if (request.after) {
    created_at = request.after->created_at;
    id = request.after->id;
  }
  const core::AccountLinkFilter& filter = request.filter;
  const Rows rows =
      lists.read(postgres, order, "account"_a = account, "place_time"_a = created_at,
                 "place_id"_a = id, "status"_a = status_name(filter),
                 "wanted"_a = request.limit + 1, "most_looked_at"_a = kMostLinksLookedAt,
                 "has_password"_a = filter.has_password, "text"_a = filter.text);
  AccountLinkPage page;
  const int shown = std::min(rows.size(), request.limit);
  page.links.reserve(static_cast<std::size_t>(shown));
  for (int i = 0; i < shown; ++i) page.links.push_back(link_of_account_in(rows[i]));
  if (rows.size() > request.limit) {
    const core::ShareLink& last = page.links.back().state.link;
    page.next = core::ShareCursor{last.created_at, last.id};
  } else if (!filter.is_empty()) {
    const Rows last = ends.read(postgres, order, "account"_a = account, "place_time"_a = created_at,
                                "place_id"_a = id, "most_looked_at"_a = kMostLinksLookedAt);
    if (last.size() > 1) {
      page.next = core::ShareCursor{.created_at = last[0].timestamp("created_at"),
                                    .id = core::ShareId(last[0].uuid("id"))};
    }
  }
  return page;
}

AccountLinkPage list_sorted(Postgres& postgres, const core::AccountId& account,
                            const core::AccountLinkRequest& request) {
  constexpr int kMostLinksLookedAt = 20'000;
  constexpr int kMostMatching = 10'000;
  const core::AccountLinkFilter& filter = request.filter;
  const Rows rows =
      postgres.read(kSortAccountLinks, "account"_a = account, "status"_a = status_name(filter),
                    "has_password"_a = filter.has_password, "text"_a = filter.text,
                    "sort"_a = sort_name(request.sort), "is_descending"_a = request.is_descending,
                    "passed"_a = request.passed, "wanted"_a = request.limit,
                    "most_looked_at"_a = kMostLinksLookedAt, "most_matching"_a = kMostMatching);
  const std::int64_t looked_at = rows[0].integer("looked_at");
  const std::int64_t matching = rows[0].integer("matching");
  AccountLinkPage page;
  if (looked_at > kMostLinksLookedAt || matching > kMostMatching) return page;
  page.total = matching;
  for (int i = 0; i < rows.size(); ++i)
    if (!rows[i].is_null("id")) page.links.push_back(link_of_account_in(rows[i]));
  return page;
}

}  // namespace

ShareLinkPage list_links(Postgres& postgres, const core::ArtifactId& artifact,
                         const core::ShareListRequest& request) {
  std::optional<core::Timestamp> created_at;
  std::optional<core::ShareId> id;
  if (request.after) {
    created_at = request.after->created_at;
    id = request.after->id;
  }
  const std::string_view status = request.status ? core::to_string(*request.status) : "";
  const Rows rows =
      postgres.read(kListLinks, "artifact"_a = artifact, "place_time"_a = created_at,
                    "place_id"_a = id, "status"_a = status, "wanted"_a = request.limit + 1);
  ShareLinkPage page;
  page.has_more = rows.size() > request.limit;
  const int shown = std::min(rows.size(), request.limit);
  page.links.reserve(static_cast<std::size_t>(shown));
  for (int i = 0; i < shown; ++i) page.links.push_back(link_state_in(rows[i]));
  return page;
}

AccountLinkPage list_links(Postgres& postgres, const core::AccountId& account,
                           const core::AccountLinkRequest& request) {
  return request.sort == core::ShareLinkSort::created ? list_by_creation(postgres, account, request)
                                                      : list_sorted(postgres, account, request);
}

std::vector<LinkOfAccount> find_links(Postgres& postgres, const core::AccountId& account,
                                      const std::vector<core::ShareId>& ids) {
  const Rows rows =
      postgres.read(kFindAccountLinks, "account"_a = account, "links"_a = id_list(ids));
  std::vector<LinkOfAccount> links;
  links.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i) links.push_back(link_of_account_in(rows[i]));
  return links;
}

std::vector<core::ShareId> links_at(Postgres& postgres, const core::AccountId& account,
                                    const core::ArtifactId& artifact,
                                    const std::vector<core::VersionNumber>& versions) {
  std::string numbers;
  for (const core::VersionNumber version : versions)
    numbers.append(numbers.empty() ? "" : " ").append(version.to_string());
  const Rows rows = postgres.read(kLinksAt, "account"_a = account, "artifact"_a = artifact,
                                  "versions"_a = numbers);
  std::vector<core::ShareId> links;
  links.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i) links.emplace_back(rows[i].uuid("id"));
  return links;
}

std::vector<WorkingLinks> working_links(Postgres& postgres, const core::AccountId& account,
                                        const std::vector<core::ArtifactId>& artifacts) {
  const Rows rows =
      postgres.read(kWorkingLinks, "account"_a = account, "artifacts"_a = id_list(artifacts));
  std::vector<WorkingLinks> links;
  links.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i)
    links.push_back({link_state_in(rows[i]), rows[i].integer("working")});
  return links;
}

std::vector<LinkSummary> summarize_links(Postgres& postgres, const core::AccountId& account,
                                         const std::vector<core::ArtifactId>& artifacts) {
  const Rows rows =
      postgres.read(kSummaries, "account"_a = account, "artifacts"_a = id_list(artifacts));
  std::vector<LinkSummary> summaries;
  for (int i = 0; i < rows.size(); ++i) {
    const core::ArtifactId artifact(rows[i].uuid("artifact_id"));
    if (summaries.empty() || summaries.back().artifact != artifact) {
      summaries.push_back({.artifact = artifact,
                           .active = rows[i].integer("active"),
                           .views = rows[i].integer("views"),
                           .last_viewed_at = rows[i].optional_timestamp("last_viewed_at"),
                           .newest = {},
                           .artifact_ends_soon = rows[i].boolean("artifact_ends_soon")});
    }
    if (!rows[i].is_null("newest")) summaries.back().newest.emplace_back(rows[i].uuid("newest"));
  }
  return summaries;
}

}  // namespace db
