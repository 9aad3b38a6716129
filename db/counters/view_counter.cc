#include "db/counters/view_counter.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/security/cryptography.h"
#include "core/text/encodings.h"
#include "db/connection/postgres.h"
#include "db/connection/redis.h"
#include "db/counters/counter_fold.h"
#include "db/counters/rate_counter.h"
#include "db/counters/usage_store.h"
#include "db/operation/steps.h"

namespace db {
namespace {

// The opener is 1 for a person, 2 for a program, 3 for a previewer, which views nothing.
constexpr Query<R"(
with counted as (
  insert into unfolded_views
    (link_id, day, slot, people, programs, previewers, last_viewed_at)
  select id, (now() at time zone 'utc')::date, pg_backend_pid() % 16,
         case when $opener = 1 then 1 else 0 end, case when $opener = 2 then 1 else 0 end,
         case when $opener = 3 then 1 else 0 end,
         case when $opener < 3 then date_trunc('milliseconds', now()) end
    from share_links
   where id = $link
      on conflict (link_id, day, slot)
      do update set people = unfolded_views.people + excluded.people,
                    programs = unfolded_views.programs + excluded.programs,
                    previewers = unfolded_views.previewers + excluded.previewers,
                    last_viewed_at = greatest(unfolded_views.last_viewed_at,
                                              excluded.last_viewed_at)
  returning link_id
)
insert into unfolded_usage (account_id, day, slot, views)
select $account, (now() at time zone 'utc')::date, pg_backend_pid() % 16, 1
  from counted
 where $opener < 3
    on conflict (account_id, day, slot) do update set views = unfolded_usage.views + 1)">
    kCount{"view_count"};

// Adds the views of up to a thousand links, or of one. Locks the links' rows first, in the order of
// their ids, as the statements that delete links do.
constexpr Query<R"(
with locked as materialized (
  select id, artifact_id from share_links
   where id in (select link_id from unfolded_views
                 where $link::uuid is null or link_id = $link
                 limit 1000)
   order by id
     for no key update
), moved as (
  delete from unfolded_views where link_id in (select id from locked)
  returning link_id, day, people, programs, previewers, last_viewed_at
), added_by_day as (
  insert into view_days (artifact_id, link_id, day, people, programs, previewers)
  select locked.artifact_id, moved.link_id, moved.day,
         sum(moved.people), sum(moved.programs), sum(moved.previewers)
    from moved
    join locked on locked.id = moved.link_id
   group by 1, 2, 3
      on conflict (artifact_id, link_id, day)
      do update set people = view_days.people + excluded.people,
                    programs = view_days.programs + excluded.programs,
                    previewers = view_days.previewers + excluded.previewers
), added as (
  select link_id, sum(people + programs)::bigint as views, max(last_viewed_at) as last_viewed_at
    from moved
   group by link_id
)
update share_links link
   set view_count = link.view_count + added.views,
       last_viewed_at = greatest(link.last_viewed_at, added.last_viewed_at)
  from added
 where link.id = added.link_id and link.id in (select id from locked))">
    kMoveViews{"view_move"};

constexpr Query<R"(
insert into views_in_doubt (sender, number, link_id, account_id, opener)
values ($sender, $number, $link, $account, $opener))">
    kDoubt{"view_doubt"};

constexpr Query<R"(
select sender, number, link_id, account_id, opener, viewed_at
  from views_in_doubt
 where $link::uuid is null or link_id = $link
 order by viewed_at
 limit 1000)">
    kDoubts{"view_doubts"};

constexpr Query<R"(
delete from views_in_doubt where sender = $sender)">
    kForgetDoubt{"view_forget_doubt"};

// An entry of the lists for each link and day. Rows are locked in the order of their ids, as in
// every statement that locks many. A link that is gone is left out.
constexpr Query<R"(
with locked as materialized (
  select id, artifact_id from share_links
   where id = any(string_to_array($links, ' ')::uuid[])
   order by id
     for no key update
), counted as materialized (
  select locked.artifact_id, locked.id, date '1970-01-01' + pending.day as day,
         pending.people, pending.programs, pending.previewers,
         nullif(pending.last_at, 0) as last_at
    from unnest(string_to_array($links, ' ')::uuid[], string_to_array($days, ' ')::int[],
                string_to_array($people, ' ')::int[], string_to_array($programs, ' ')::int[],
                string_to_array($previewers, ' ')::int[],
                string_to_array($last_viewed_at, ' ')::bigint[])
           as pending (link_id, day, people, programs, previewers, last_at)
    join locked on locked.id = pending.link_id
), added_by_day as (
  insert into view_days (artifact_id, link_id, day, people, programs, previewers)
  select artifact_id, id, day, people, programs, previewers from counted
      on conflict (artifact_id, link_id, day)
      do update set people = view_days.people + excluded.people,
                    programs = view_days.programs + excluded.programs,
                    previewers = view_days.previewers + excluded.previewers
), added as (
  select id, sum(people + programs)::bigint as views, max(last_at) as last_at
    from counted
   group by id
  having sum(people + programs) > 0
)
update share_links link
   set view_count = link.view_count + added.views,
       last_viewed_at = greatest(link.last_viewed_at, to_timestamp(added.last_at / 1000.0))
  from added
 where link.id = added.id)">
    kAddAll{"view_add_all"};

constexpr Query<R"(
select (calendar.day - date '1970-01-01')::bigint as day,
       coalesce(sum(counted.people), 0)::bigint as people,
       coalesce(sum(counted.programs), 0)::bigint as programs,
       coalesce(sum(counted.previewers), 0)::bigint as previewers
  from generate_series(89, 0, -1) as back
 cross join lateral (select (now() at time zone 'utc')::date - back as day) as calendar
  left join (
    select day, people, programs, previewers
      from view_days
     where artifact_id = $artifact and ($link::uuid is null or link_id = $link)
     union all
    select unfolded.day, unfolded.people, unfolded.programs, unfolded.previewers
      from share_links link
      join unfolded_views unfolded on unfolded.link_id = link.id
     where link.artifact_id = $artifact and ($link::uuid is null or link.id = $link)
  ) as counted on counted.day = calendar.day
 group by calendar.day
 order by calendar.day)">
    kDaysOfArtifact{"view_days_of_artifact"};

// Those whose pending views are looked up: the newest.
constexpr Query<R"(
select id
  from share_links
 where artifact_id = $artifact
 order by created_at desc, id desc
 limit 1000)">
    kLinksOfArtifact{"view_links_of_artifact"};

// A link's field is its id. Its value are numbers with spaces between: the time of its last view in
// Unix milliseconds, 0 if it had none, and for each day its number since 1970-01-01 and how many
// people, programs and previewers have opened the link: "1796083200123 20788 3 1 2".
constexpr std::string_view kWaiting = "views";
constexpr std::size_t kNumbersOfDay = 4;

constexpr std::int64_t kOverdueSeconds = 600;

// KEYS: the views, the usage, the sender, and if the viewer's request is to be counted, its
// subject. ARGV: link, account, Redis's process, the sender's number for this view, its time (Unix
// milliseconds; empty: now), the opener. A number not above the previous ones means that the view
// was already counted. The day is by Redis's clock, so that the clocks of workers do not matter.
// Returns {age of the oldest batch of views} and what count_in_window() returns.
const RedisScript& count_script() {
  static const RedisScript script(std::string(window_lua()).append(batch_lua()) + R"(
local function with_opening(value, moment, day, opener)
  local numbers = {}
  for number in string.gmatch(value or '0', '%d+') do table.insert(numbers, tonumber(number)) end
  local place = #numbers - 3
  while place > 1 and numbers[place] ~= day do place = place - 4 end
  if place < 2 then
    place = #numbers + 1
    for _, number in ipairs({day, 0, 0, 0}) do table.insert(numbers, number) end
  end
  numbers[place + opener] = numbers[place + opener] + 1
  if opener < 3 then numbers[1] = math.max(numbers[1], moment) end
  return table.concat(numbers, ' ')
end
local number = redis.call('SET', KEYS[3], ARGV[4], 'EX', 604800, 'GET')
if number and tonumber(number) >= tonumber(ARGV[4]) then
  redis.call('SET', KEYS[3], number, 'EX', 604800)
  return {0}
end
local now = redis.call('TIME')
local moment = tonumber(ARGV[5]) or now[1] * 1000 + math.floor(now[2] / 1000)
local day = math.floor(moment / 86400000)
local opener = tonumber(ARGV[6])
local views, views_wait, value = open_batch(KEYS[1], ARGV[3], now, ARGV[1])
local usage, usage_waits = open_batch(KEYS[2], ARGV[3], now)
if opener < 3 and redis.call('HINCRBY', KEYS[2], 'views:' .. ARGV[2] .. ':' .. day, 1) == 1 then
  close_full_batch(KEYS[2], usage)
end
redis.call('HSET', KEYS[1], ARGV[1], with_opening(value, moment, day, opener))
if not value then close_full_batch(KEYS[1], views) end
local waits = math.max(views_wait, usage_waits)
if not KEYS[4] then return {waits} end
return {waits, count_in_window(KEYS[4], tonumber(now[1]))})");
  return script;
}

std::int64_t number_of(core::Opener opener) { return static_cast<std::int64_t>(opener) + 1; }

core::Opener opener_of_number(std::int64_t number) {
  return number == 1   ? core::Opener::person
         : number == 2 ? core::Opener::program
                       : core::Opener::previewer;
}

std::string sender_key(const std::string& sender) { return "sender:" + sender; }

std::string new_sender() {
  std::array<std::uint8_t, 16> bytes{};
  core::fill_random(bytes);
  return core::to_hexadecimal(bytes);
}

// The views of a link in a batch.
struct PendingOpenings {
  core::Timestamp last_viewed_at;  // 1970 if it had no views
  std::vector<ViewDay> days;
};

// Nothing for what is no such value.
std::optional<PendingOpenings> read_openings(std::string_view value) {
  std::vector<std::int64_t> numbers;
  while (!value.empty()) {
    const std::size_t end = std::min(value.find(' '), value.size());
    const auto number = counter_value(value.substr(0, end));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
    value.remove_prefix(std::min(end + 1, value.size()));
  }
  if (numbers.size() % kNumbersOfDay != 1) return std::nullopt;
  PendingOpenings openings{core::Timestamp::from_unix_milliseconds(numbers[0]), {}};
  for (std::size_t i = 1; i < numbers.size(); i += kNumbersOfDay) {
    openings.days.push_back({core::Timestamp::from_unix_milliseconds(numbers[i] * kDayMilliseconds),
                             numbers[i + 1], numbers[i + 2], numbers[i + 3]});
  }
  return openings;
}

std::int64_t number_of_day(const ViewDay& day) {
  return day.begins_at.unix_milliseconds() / kDayMilliseconds;
}

// Adds a batch to the rows of its links and their days. Returns the number of links with new views.
std::int64_t add(Postgres& postgres, const CounterFold::Counters& counters) {
  std::string ids;
  std::string days;
  std::string people;
  std::string programs;
  std::string previewers;
  std::string moments;
  for (const auto& [field, value] : counters) {
    const auto link = core::ShareId::parse(field);
    const auto openings = read_openings(value);
    if (!link || !openings) continue;
    for (const ViewDay& day : openings->days) {
      append_value(ids, core::to_hexadecimal(link->uuid().bytes));
      append_value(days, std::to_string(number_of_day(day)));
      append_value(people, std::to_string(day.people));
      append_value(programs, std::to_string(day.programs));
      append_value(previewers, std::to_string(day.previewers));
      append_value(moments, std::to_string(openings->last_viewed_at.unix_milliseconds()));
    }
  }
  return postgres
      .write(kAddAll, "links"_a = ids, "days"_a = days, "people"_a = people,
             "programs"_a = programs, "previewers"_a = previewers, "last_viewed_at"_a = moments)
      .affected();
}

}  // namespace

// False if Redis has not confirmed it; in_doubt() says whether it may have counted it.
bool ViewCounter::count_in_redis(const Sending& sending) {
  const std::string process(redis_.process());
  if (process.empty()) return false;
  const std::string sender = sender_key(sending.sender);
  const std::string link = sending.link.to_string();
  const std::string account = sending.account.to_string();
  const std::string number = std::to_string(sending.number);
  const std::string moment =
      sending.moment ? std::to_string(sending.moment->unix_milliseconds()) : "";
  const std::string opener = std::to_string(number_of(sending.opener));
  std::vector<std::string_view> words{kWaiting, kWaitingUsage, sender};
  // A view in doubt is of an earlier request.
  const bool counts_viewer =
      viewers_ != nullptr && !sending.moment && !viewers_->uncounted_viewer().empty();
  if (counts_viewer) words.emplace_back(viewers_->uncounted_viewer());
  const std::size_t keys = words.size();
  words.insert(words.end(), {link, account, process, number, moment, opener});
  const RedisReply reply = redis_.run(count_script(), words, keys);
  if (!reply) return false;
  if (reply->type != REDIS_REPLY_ARRAY || reply->elements == 0) return true;
  if (reply->element[0]->integer > kOverdueSeconds)
    metrics_.count(core::Counter::maintenance_overdue);
  if (counts_viewer && reply->elements == 3)
    viewers_->count_viewer(reply->element[1]->integer, reply->element[2]->integer);
  return true;
}

void ViewCounter::count(const core::ShareId& link, const core::AccountId& account,
                        core::Opener opener) {
  if (sender_.empty()) sender_ = new_sender();
  if (count_in_redis({sender_, ++number_, link, account, opener, std::nullopt})) return;
  try {
    if (redis_.in_doubt()) {
      // This view must stay the sender's last.
      const std::string sender = std::exchange(sender_, {});
      postgres_.write(kDoubt, "sender"_a = sender, "number"_a = number_, "link"_a = link,
                      "account"_a = account, "opener"_a = number_of(opener));
    } else {
      postgres_.write(kCount, "link"_a = link, "account"_a = account,
                      "opener"_a = number_of(opener));
    }
  } catch (const core::Unavailable&) {
    // Neither counts it, which is no reason to withhold what PostgreSQL could read.
  }
}

bool ViewCounter::settle_doubts(const std::optional<core::ShareId>& link) {
  for (;;) {
    const Rows rows = postgres_.read(kDoubts, "link"_a = link);
    for (int i = 0; i < rows.size(); ++i) {
      const Row row = rows[i];
      const std::string sender(row.text("sender"));
      if (!count_in_redis({.sender = sender,
                           .number = row.integer("number"),
                           .link = core::ShareId(row.uuid("link_id")),
                           .account = core::AccountId(row.uuid("account_id")),
                           .opener = opener_of_number(row.integer("opener")),
                           .moment = row.timestamp("viewed_at")}))
        return false;
      postgres_.write(kForgetDoubt, "sender"_a = sender);
    }
    if (rows.empty()) return true;
  }
}

std::vector<Views> ViewCounter::waiting(const std::vector<core::ShareId>& links) {
  std::vector<Views> views(links.size());
  std::vector<std::string> fields;
  fields.reserve(links.size());
  for (const core::ShareId& link : links) fields.push_back(link.to_string());
  const PendingValues values = pending_values(redis_, kWaiting, fields);
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (const std::string& value : values[i]) {
      const auto openings = read_openings(value);
      if (!openings) continue;
      std::int64_t count = 0;
      for (const ViewDay& day : openings->days) count += day.views();
      if (count == 0) continue;
      views[i].count += count;
      views[i].last_at = std::max(views[i].last_at, std::optional(openings->last_viewed_at));
    }
  }
  return views;
}

std::vector<ViewDay> ViewCounter::days(const core::ArtifactId& artifact,
                                       const std::optional<core::ShareId>& link) {
  std::vector<ViewDay> days;
  const Rows rows = postgres_.read(kDaysOfArtifact, "artifact"_a = artifact, "link"_a = link);
  for (int i = 0; i < rows.size(); ++i) {
    const Row row = rows[i];
    days.push_back({.begins_at = core::Timestamp::from_unix_milliseconds(row.integer("day") *
                                                                         kDayMilliseconds),
                    .people = row.integer("people"),
                    .programs = row.integer("programs"),
                    .previewers = row.integer("previewers")});
  }
  std::vector<std::string> fields;
  if (link) {
    fields.push_back(link->to_string());
  } else {
    const Rows links = postgres_.read(kLinksOfArtifact, "artifact"_a = artifact);
    for (int i = 0; i < links.size(); ++i)
      fields.push_back(core::ShareId(links[i].uuid("id")).to_string());
  }
  for (const auto& values : pending_values(redis_, kWaiting, fields)) {
    for (const std::string& value : values) {
      const auto openings = read_openings(value);
      if (!openings) continue;
      for (const ViewDay& pending : openings->days) {
        const std::int64_t place = number_of_day(pending) - number_of_day(days.front());
        if (place < 0 || place >= std::ssize(days)) continue;
        ViewDay& day = days[static_cast<std::size_t>(place)];
        day.people += pending.people;
        day.programs += pending.programs;
        day.previewers += pending.previewers;
      }
    }
  }
  return days;
}

bool ViewCounter::fold_one(const core::ShareId& link) {
  std::int64_t rows = postgres_.write(kMoveViews, "link"_a = std::optional(link)).affected();
  if (redis_.process().empty() || !settle_doubts(link)) return rows > 0;
  CounterFold fold(redis_, postgres_, kWaiting);
  try {
    rows += fold.fold_with(link.to_string(), [this](const CounterFold::Counters& counters) {
      return add(postgres_, counters);
    });
  } catch (const CountersUnavailable&) {
    // As if Redis were away: maintenance adds them.
  }
  return rows > 0;
}

std::int64_t ViewCounter::fold() {
  const std::int64_t rows = in_limited_steps([&] {
    return postgres_.write(kMoveViews, "link"_a = std::optional<core::ShareId>()).affected();
  });
  // Before folding the batches that may contain them.
  settle_doubts({});
  CounterFold fold(redis_, postgres_, kWaiting);
  return rows + fold.fold([this](const CounterFold::Counters& counters) {
    return add(postgres_, counters);
  });
}

}  // namespace db
