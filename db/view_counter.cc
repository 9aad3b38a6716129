#include "db/view_counter.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string>
#include <string_view>

#include "core/encoding.h"
#include "db/counter_fold.h"
#include "db/postgres.h"
#include "db/redis.h"
#include "db/usage_store.h"

namespace db {
namespace {

constexpr Statement kCount{"view_count", R"(
with counted as (
  update share_links
     set view_count = view_count + 1, last_viewed_at = date_trunc('milliseconds', now())
   where id = $1
  returning id
)
insert into usage_days (account_id, day, views)
select $2, (now() at time zone 'utc')::date, 1 from counted
    on conflict (account_id, day) do update set views = usage_days.views + 1)"};

constexpr Statement kAdd{"view_add", R"(
update share_links
   set view_count = view_count + $2, last_viewed_at = greatest(last_viewed_at, $3)
 where id = $1)"};

// Locked in the order of their ids, as whoever removes many does.
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

// One hash: the count at a link's id, the moment of its last view (Unix milliseconds) behind a
// colon.
constexpr std::string_view kWaiting = "views";
constexpr std::string_view kLastSuffix = ":last";

// A script keeps all others from Redis while it runs.
constexpr std::size_t kMostAtOnce = 1000;

const RedisScript& count_script() {
  static const RedisScript script(R"(
local now = redis.call('TIME')
redis.call('HINCRBY', KEYS[2], 'views:' .. ARGV[2] .. ':' .. math.floor(now[1] / 86400), 1)
redis.call('HSET', KEYS[1], ARGV[1] .. ':last', now[1] * 1000 + math.floor(now[2] / 1000))
return redis.call('HINCRBY', KEYS[1], ARGV[1], 1))");
  return script;
}

// The count and the last moment of each link in ARGV, one behind the other.
const RedisScript& waiting_script() {
  static const RedisScript script(R"(
local views = {}
for _, link in ipairs(ARGV) do
  local count, last = 0, 0
  for _, key in ipairs(KEYS) do
    local found = redis.call('HMGET', key, link, link .. ':last')
    count = count + tonumber(found[1] or 0)
    last = math.max(last, tonumber(found[2] or 0))
  end
  table.insert(views, count)
  table.insert(views, last)
end
return views)");
  return script;
}

// Takes out what waits of one link.
const RedisScript& take_script() {
  static const RedisScript script(R"(
local count = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or 0)
if count == 0 then return {} end
local last = tonumber(redis.call('HGET', KEYS[1], ARGV[1] .. ':last') or 0)
redis.call('HDEL', KEYS[1], ARGV[1], ARGV[1] .. ':last')
return {count, last})");
  return script;
}

std::int64_t number_in(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::map<std::string, Views, std::less<>> views_by_link(const CounterFold& fold) {
  std::map<std::string, Views, std::less<>> views;
  for (const auto& [field, value] : fold.counters()) {
    std::string_view link(field);
    if (link.ends_with(kLastSuffix)) {
      link.remove_suffix(kLastSuffix.size());
      views[std::string(link)].last_at = core::Timestamp::from_unix_milliseconds(number_in(value));
    } else {
      views[field].count = number_in(value);
    }
  }
  return views;
}

void add_word(std::string& words, std::string_view word) {
  if (!words.empty()) words += ' ';
  words += word;
}

}  // namespace

void ViewCounter::count(const core::ShareId& link, const core::AccountId& account) {
  const std::string link_id = link.to_string();
  const std::string account_id = account.to_string();
  if (!redis_.run(count_script(), {kWaiting, kWaitingUsage, link_id, account_id}, 2))
    postgres_.write(kCount, link, account);
}

std::vector<Views> ViewCounter::waiting(const std::vector<core::ShareId>& links) {
  std::vector<Views> views(links.size());
  const std::string put_aside = folding(kWaiting);
  for (std::size_t begin = 0; begin < links.size(); begin += kMostAtOnce) {
    const std::size_t end = std::min(begin + kMostAtOnce, links.size());
    std::vector<std::string> ids;
    for (std::size_t i = begin; i < end; ++i) ids.push_back(links[i].to_string());
    std::vector<std::string_view> words{kWaiting, put_aside};
    words.insert(words.end(), ids.begin(), ids.end());
    const RedisReply reply = redis_.run(waiting_script(), words, 2);
    if (!reply || reply->type != REDIS_REPLY_ARRAY || reply->elements != 2 * ids.size()) continue;
    for (std::size_t i = begin; i < end; ++i) {
      views[i].count = reply->element[2 * (i - begin)]->integer;
      if (views[i].count == 0) continue;
      views[i].last_at =
          core::Timestamp::from_unix_milliseconds(reply->element[2 * (i - begin) + 1]->integer);
    }
  }
  return views;
}

void ViewCounter::fold_one(const core::ShareId& link) {
  const RedisReply reply = redis_.run(take_script(), {kWaiting, link.to_string()}, 1);
  if (!reply || reply->type != REDIS_REPLY_ARRAY || reply->elements != 2) return;
  postgres_.write(kAdd, link, static_cast<std::int64_t>(reply->element[0]->integer),
                  core::Timestamp::from_unix_milliseconds(reply->element[1]->integer));
}

std::int64_t ViewCounter::fold() {
  CounterFold fold(redis_, kWaiting);
  if (fold.counters().empty()) return 0;
  std::string ids;
  std::string counts;
  std::string moments;
  for (const auto& [id, views] : views_by_link(fold)) {
    const auto link = core::ShareId::parse(id);
    if (!link) continue;
    add_word(ids, core::to_hexadecimal(link->uuid().bytes));
    add_word(counts, std::to_string(views.count));
    add_word(moments,
             std::to_string(views.last_at.value_or(core::Timestamp()).unix_milliseconds()));
  }
  const std::int64_t links = in_transaction(postgres_, [&] {
    return fold.claim(postgres_) ? postgres_.write(kAddAll, ids, counts, moments).affected() : 0;
  });
  fold.finish();
  return links;
}

}  // namespace db
