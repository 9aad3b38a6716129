#include "db/counters/view_counter.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/text/encodings.h"
#include "db/connection/postgres.h"
#include "db/connection/redis.h"
#include "db/counters/rate_counter.h"
#include "db/counters/usage_store.h"
#include "db/counters/waiting_counters.h"
#include "db/share_view_store.h"

namespace db {
namespace {

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
  left join view_days counted
    on counted.artifact_id = $artifact and ($link::uuid is null or counted.link_id = $link)
       and counted.day = calendar.day
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

// KEYS: the views, the usage, and if the viewer's request is to be counted, its subject. ARGV:
// link, account, the opener: 1 for a person, 2 for a program, 3 for a previewer, which views
// nothing. The time is Redis's, so that the clocks of workers do not matter.
// Returns {for how long views or usage have waited} and what count_in_window() returns.
const RedisScript& count_script() {
  static const RedisScript script(std::string(window_lua()).append(waiting_lua()) + R"(
local function with_opening(value, moment, day, opener)
  local numbers = {}
  for number in string.gmatch(value or '0', '%d+') do table.insert(numbers, tonumber(number)) end
  local place = #numbers - 3
  if place < 2 or numbers[place] ~= day then
    place = #numbers + 1
    for _, number in ipairs({day, 0, 0, 0}) do table.insert(numbers, number) end
  end
  numbers[place + opener] = numbers[place + opener] + 1
  if opener < 3 then numbers[1] = moment end
  return table.concat(numbers, ' ')
end
local time = redis.call('TIME')
local now = tonumber(time[1])
local moment = now * 1000 + math.floor(time[2] / 1000)
local day = math.floor(now / 86400)
local opener = tonumber(ARGV[3])
local waits = math.max(seconds_waiting(KEYS[1], now), seconds_waiting(KEYS[2], now))
local value = redis.call('HGET', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[1], ARGV[1], with_opening(value, moment, day, opener))
if opener < 3 then redis.call('HINCRBY', KEYS[2], 'views:' .. ARGV[2] .. ':' .. day, 1) end
if not KEYS[3] then return {waits} end
return {waits, count_in_window(KEYS[3], now)})");
  return script;
}

// The views of a link that wait.
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

// Adds to the rows of links and their days. Returns the number of links with new views.
std::int64_t add(Postgres& postgres, const Counters& counters) {
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

// False if Redis has not confirmed it.
bool ViewCounter::count_in_redis(const core::ShareId& link, const core::AccountId& account,
                                 core::Opener opener) {
  const std::string link_text = link.to_string();
  const std::string account_text = account.to_string();
  const std::string opener_text = std::to_string(static_cast<int>(opener) + 1);
  std::vector<std::string_view> words{kWaiting, kWaitingUsage};
  const bool counts_viewer = viewers_ != nullptr && !viewers_->uncounted_viewer().empty();
  if (counts_viewer) words.emplace_back(viewers_->uncounted_viewer());
  const std::size_t keys = words.size();
  words.insert(words.end(), {link_text, account_text, opener_text});
  const RedisReply reply = redis_.run(count_script(), words, keys);
  if (!reply || reply->type != REDIS_REPLY_ARRAY || reply->elements == 0) return false;
  if (reply->element[0]->integer > kOverdueSeconds)
    metrics_.count(core::Counter::maintenance_overdue);
  if (counts_viewer && reply->elements == 3)
    viewers_->count_viewer(reply->element[1]->integer, reply->element[2]->integer);
  return true;
}

void ViewCounter::count(const core::ShareId& link, const core::AccountId& account,
                        core::Opener opener) {
  if (count_in_redis(link, account, opener)) return;
  try {
    ShareViewStore(postgres_).count_view(link, opener);
  } catch (const core::Unavailable&) {
    // Neither counts it, which is no reason to withhold what PostgreSQL could read.
  }
}

std::vector<Views> ViewCounter::waiting(const std::vector<core::ShareId>& links) {
  std::vector<Views> views(links.size());
  std::vector<std::string> fields;
  fields.reserve(links.size());
  for (const core::ShareId& link : links) fields.push_back(link.to_string());
  for (const auto& [place, value] : waiting_counters(redis_, kWaiting, fields)) {
    const auto openings = read_openings(value);
    if (!openings) continue;
    Views& sum = views[place];
    for (const ViewDay& day : openings->days) sum.count += day.views();
    if (openings->last_viewed_at > core::Timestamp())
      sum.last_at = std::max(sum.last_at, std::optional(openings->last_viewed_at));
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
  for (const WaitingCounter& counter : waiting_counters(redis_, kWaiting, fields)) {
    const auto openings = read_openings(counter.value);
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
  return days;
}

bool ViewCounter::fold_one(const core::ShareId& link) {
  const auto add_to_rows = [this](const Counters& counters) { return add(postgres_, counters); };
  return add_waiting(redis_, postgres_, kWaiting, link.to_string(), add_to_rows) > 0;
}

std::int64_t ViewCounter::fold() {
  return add_waiting(redis_, postgres_, kWaiting,
                     [this](const Counters& counters) { return add(postgres_, counters); });
}

}  // namespace db
