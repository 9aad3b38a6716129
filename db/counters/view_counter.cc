#include "db/counters/view_counter.h"

#include <array>
#include <charconv>
#include <map>
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

constexpr Statement kCount{"view_count", R"(
with counted as (
  insert into unfolded_views (link_id, slot, views, last_viewed_at)
  select id, pg_backend_pid() % 16, 1, date_trunc('milliseconds', now())
    from share_links
   where id = $1
      on conflict (link_id, slot)
      do update set views = unfolded_views.views + 1, last_viewed_at = excluded.last_viewed_at
  returning link_id
)
insert into unfolded_usage (account_id, day, slot, views)
select $2, (now() at time zone 'utc')::date, pg_backend_pid() % 16, 1 from counted
    on conflict (account_id, day, slot) do update set views = unfolded_usage.views + 1)"};

// Of up to a thousand links, or of one. Locks the links' rows first, in the order of their ids, as
// the statements that delete links do.
constexpr Statement kMoveViews{"view_move", R"(
with locked as materialized (
  select id from share_links
   where id in (select link_id from unfolded_views where $1::uuid is null or link_id = $1 limit 1000)
   order by id
     for no key update
), moved as (
  delete from unfolded_views where link_id in (select id from locked)
  returning link_id, views, last_viewed_at
), added as (
  select link_id, sum(views)::bigint as views, max(last_viewed_at) as last_viewed_at
    from moved
   group by link_id
)
update share_links link
   set view_count = link.view_count + added.views,
       last_viewed_at = greatest(link.last_viewed_at, added.last_viewed_at)
  from added
 where link.id = added.link_id and link.id in (select id from locked))"};

constexpr Statement kDoubt{"view_doubt", R"(
insert into views_in_doubt (sender, number, link_id, account_id) values ($1, $2, $3, $4))"};

constexpr Statement kDoubts{"view_doubts", R"(
select sender, number, link_id, account_id, viewed_at
  from views_in_doubt
 where $1::uuid is null or link_id = $1
 order by viewed_at
 limit 1000)"};

constexpr Statement kForgetDoubt{"view_forget_doubt", R"(
delete from views_in_doubt where sender = $1)"};

// Rows are locked in the order of their ids, as in every statement that locks many.
constexpr Statement kAddAll{"view_add_all", R"(
with locked as materialized (
  select id from share_links
   where id = any(string_to_array($1, ' ')::uuid[])
   order by id
     for no key update
)
update share_links link
   set view_count = link.view_count + waiting.count,
       last_viewed_at = greatest(link.last_viewed_at,
                                 to_timestamp(waiting.last_at / 1000.0))
  from unnest(string_to_array($1, ' ')::uuid[], string_to_array($2, ' ')::bigint[],
              string_to_array($3, ' ')::bigint[]) as waiting (id, count, last_at)
 where link.id = waiting.id and link.id in (select id from locked))"};

// A link has two fields: its id for the count, and its id followed by ":last" for the time of its
// last view in Unix milliseconds.
constexpr std::string_view kWaiting = "views";
constexpr std::string_view kLastSuffix = ":last";

constexpr std::int64_t kOverdueSeconds = 600;

// KEYS: the views, the usage, the sender, and if the viewer's request is to be counted, its
// subject. ARGV: link, account, Redis's process, the sender's number for this view, its time (Unix
// milliseconds; empty: now). A number not above the previous ones means that the view was already
// counted. Returns {age of the oldest batch of views} and what count_in_window() returns.
const RedisScript& count_script() {
  static const RedisScript script(std::string(window_lua()).append(batch_lua()) + R"(
local number = redis.call('SET', KEYS[3], ARGV[4], 'EX', 604800, 'GET')
if number and tonumber(number) >= tonumber(ARGV[4]) then
  redis.call('SET', KEYS[3], number, 'EX', 604800)
  return {0}
end
local now = redis.call('TIME')
local moment = tonumber(ARGV[5]) or now[1] * 1000 + math.floor(now[2] / 1000)
local last_field = ARGV[1] .. ':last'
local views, views_wait, last = open_batch(KEYS[1], ARGV[3], now, last_field)
local usage, usage_waits = open_batch(KEYS[2], ARGV[3], now)
local day = math.floor(moment / 86400000)
if redis.call('HINCRBY', KEYS[2], 'views:' .. ARGV[2] .. ':' .. day, 1) == 1 then
  close_full_batch(KEYS[2], usage)
end
moment = math.max(tonumber(last or 0), moment)
redis.call('HSET', KEYS[1], last_field, string.format('%d', moment))
if redis.call('HINCRBY', KEYS[1], ARGV[1], 1) == 1 then close_full_batch(KEYS[1], views) end
local waits = math.max(views_wait, usage_waits)
if not KEYS[4] then return {waits} end
return {waits, count_in_window(KEYS[4], tonumber(now[1]))})");
  return script;
}

std::string sender_key(const std::string& sender) { return "sender:" + sender; }

std::string new_sender() {
  std::array<std::uint8_t, 16> bytes{};
  core::fill_random(bytes);
  return core::to_hexadecimal(bytes);
}

std::map<std::string, Views, std::less<>> views_by_link(const CounterFold::Counters& counters) {
  std::map<std::string, Views, std::less<>> views;
  for (const auto& [field, value] : counters) {
    std::string_view link(field);
    if (link.ends_with(kLastSuffix)) {
      link.remove_suffix(kLastSuffix.size());
      views[std::string(link)].last_at =
          core::Timestamp::from_unix_milliseconds(counter_value(value).value_or(0));
    } else {
      views[field].count = counter_value(value).value_or(0);
    }
  }
  return views;
}

// Adds a batch to the rows of its links. Returns the number of rows changed.
std::int64_t add(Postgres& postgres, const CounterFold::Counters& counters) {
  std::string ids;
  std::string counts;
  std::string moments;
  for (const auto& [id, views] : views_by_link(counters)) {
    const auto link = core::ShareId::parse(id);
    if (!link) continue;
    append_value(ids, core::to_hexadecimal(link->uuid().bytes));
    append_value(counts, std::to_string(views.count));
    append_value(moments,
                 std::to_string(views.last_at.value_or(core::Timestamp()).unix_milliseconds()));
  }
  return postgres.write(kAddAll, ids, counts, moments).affected();
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
  std::vector<std::string_view> words{kWaiting, kWaitingUsage, sender};
  // A view in doubt is of an earlier request.
  const bool counts_viewer =
      viewers_ != nullptr && !sending.moment && !viewers_->uncounted_viewer().empty();
  if (counts_viewer) words.emplace_back(viewers_->uncounted_viewer());
  const std::size_t keys = words.size();
  words.insert(words.end(), {link, account, process, number, moment});
  const RedisReply reply = redis_.run(count_script(), words, keys);
  if (!reply) return false;
  if (reply->type != REDIS_REPLY_ARRAY || reply->elements == 0) return true;
  if (reply->element[0]->integer > kOverdueSeconds)
    metrics_.count(core::Counter::maintenance_overdue);
  if (counts_viewer && reply->elements == 3)
    viewers_->count_viewer(reply->element[1]->integer, reply->element[2]->integer);
  return true;
}

void ViewCounter::count(const core::ShareId& link, const core::AccountId& account) {
  if (sender_.empty()) sender_ = new_sender();
  if (count_in_redis({sender_, ++number_, link, account, std::nullopt})) return;
  try {
    if (redis_.in_doubt()) {
      // This view must stay the sender's last.
      const std::string sender = std::exchange(sender_, {});
      postgres_.write(kDoubt, sender, number_, link, account);
    } else {
      postgres_.write(kCount, link, account);
    }
  } catch (const core::Unavailable&) {
    // Neither counts it, which is no reason to withhold what PostgreSQL could read.
  }
}

bool ViewCounter::settle_doubts(const std::optional<core::ShareId>& link) {
  for (;;) {
    const Rows rows = postgres_.read(kDoubts, link);
    for (int i = 0; i < rows.size(); ++i) {
      const Row row = rows[i];
      const std::string sender(row.text(0));
      if (!count_in_redis({sender, row.integer(1), core::ShareId(row.uuid(2)),
                           core::AccountId(row.uuid(3)), row.timestamp(4)}))
        return false;
      postgres_.write(kForgetDoubt, sender);
    }
    if (rows.empty()) return true;
  }
}

std::vector<Views> ViewCounter::waiting(const std::vector<core::ShareId>& links) {
  std::vector<Views> views(links.size());
  std::vector<std::string> fields;
  for (const core::ShareId& link : links) {
    fields.push_back(link.to_string());
    fields.push_back(link.to_string().append(kLastSuffix));
  }
  const std::vector<std::int64_t> values = pending_counters(redis_, kWaiting, fields);
  if (values.empty()) return views;
  for (std::size_t i = 0; i < links.size(); ++i) {
    views[i].count = values[2 * i];
    if (views[i].count > 0)
      views[i].last_at = core::Timestamp::from_unix_milliseconds(values[2 * i + 1]);
  }
  return views;
}

bool ViewCounter::fold_one(const core::ShareId& link) {
  std::int64_t rows = postgres_.write(kMoveViews, std::optional(link)).affected();
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
  const std::int64_t rows = in_limited_steps(
      [&] { return postgres_.write(kMoveViews, std::optional<core::ShareId>()).affected(); });
  // Before folding the batches that may contain them.
  settle_doubts({});
  CounterFold fold(redis_, postgres_, kWaiting);
  return rows + fold.fold([this](const CounterFold::Counters& counters) {
    return add(postgres_, counters);
  });
}

}  // namespace db
