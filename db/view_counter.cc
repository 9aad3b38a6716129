#include "db/view_counter.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string>
#include <string_view>

#include "core/cryptography.h"
#include "core/encoding.h"

namespace db {
namespace {

constexpr Statement kCount{"view_count", R"(
update share_links
   set view_count = view_count + 1, last_viewed_at = date_trunc('milliseconds', now())
 where id = $1)"};

constexpr Statement kAdd{"view_add", R"(
update share_links
   set view_count = view_count + $2, last_viewed_at = greatest(last_viewed_at, $3)
 where id = $1)"};

constexpr Statement kBeginFold{"view_begin_fold", R"(
insert into view_folds (name) values ($1) on conflict do nothing)"};

constexpr Statement kAddAll{"view_add_all", R"(
update share_links link
   set view_count = link.view_count + waiting.count,
       last_viewed_at = greatest(link.last_viewed_at,
                                 to_timestamp(waiting.last_at / 1000.0))
  from unnest(string_to_array($1, ' ')::uuid[], string_to_array($2, ' ')::bigint[],
              string_to_array($3, ' ')::bigint[]) as waiting (id, count, last_at)
 where link.id = waiting.id)"};

constexpr Statement kForgetFolds{"view_forget_folds", R"(
delete from view_folds where folded_at < now() - interval '7 days')"};

// One hash: the count at a link's id, the moment of its last view (Unix milliseconds) behind a
// colon.
constexpr std::string_view kWaiting = "views";
constexpr std::string_view kFolding = "views:folding";
constexpr std::string_view kLastSuffix = ":last";

// A script keeps all others from Redis while it runs.
constexpr std::size_t kMostAtOnce = 1000;

const RedisScript& count_script() {
  static const RedisScript script(R"(
local now = redis.call('TIME')
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

// Puts aside what waits, unless a fold that was broken off is still there, and gives it all.
const RedisScript& begin_fold_script() {
  static const RedisScript script(R"(
if redis.call('EXISTS', KEYS[2]) == 0 then
  if redis.call('EXISTS', KEYS[1]) == 0 then return {} end
  redis.call('RENAME', KEYS[1], KEYS[2])
  redis.call('HSET', KEYS[2], 'fold', ARGV[1])
end
return redis.call('HGETALL', KEYS[2]))");
  return script;
}

const RedisScript& end_fold_script() {
  static const RedisScript script(R"(
if redis.call('HGET', KEYS[1], 'fold') == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1)");
  return script;
}

std::string random_name() {
  std::array<std::uint8_t, 16> bytes{};
  core::fill_random(bytes);
  return core::to_hexadecimal(bytes);
}

std::int64_t number_in(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// What Redis has put aside.
struct Fold {
  std::string name;
  std::map<std::string, Views, std::less<>> views;  // by the link's id
};

Fold read_fold(const redisReply& reply) {
  Fold fold;
  for (std::size_t i = 0; i + 1 < reply.elements; i += 2) {
    std::string_view field(reply.element[i]->str, reply.element[i]->len);
    const std::string_view value(reply.element[i + 1]->str, reply.element[i + 1]->len);
    if (field == "fold") {
      fold.name = value;
    } else if (field.ends_with(kLastSuffix)) {
      field.remove_suffix(kLastSuffix.size());
      fold.views[std::string(field)].last_at =
          core::Timestamp::from_unix_milliseconds(number_in(value));
    } else {
      fold.views[std::string(field)].count = number_in(value);
    }
  }
  return fold;
}

void add_word(std::string& words, std::string_view word) {
  if (!words.empty()) words += ' ';
  words += word;
}

}  // namespace

void ViewCounter::count(const core::ShareId& link) {
  if (!redis_.run(count_script(), {kWaiting, link.to_string()}, 1)) postgres_.write(kCount, link);
}

std::vector<Views> ViewCounter::waiting(const std::vector<core::ShareId>& links) {
  std::vector<Views> views(links.size());
  for (std::size_t begin = 0; begin < links.size(); begin += kMostAtOnce) {
    const std::size_t end = std::min(begin + kMostAtOnce, links.size());
    std::vector<std::string> ids;
    for (std::size_t i = begin; i < end; ++i) ids.push_back(links[i].to_string());
    std::vector<std::string_view> words{kWaiting, kFolding};
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
  const RedisReply reply = redis_.run(begin_fold_script(), {kWaiting, kFolding, random_name()}, 2);
  if (!reply || reply->type != REDIS_REPLY_ARRAY || reply->elements == 0) return 0;
  const Fold fold = read_fold(*reply);
  std::string ids;
  std::string counts;
  std::string moments;
  for (const auto& [id, views] : fold.views) {
    const auto link = core::ShareId::parse(id);
    if (!link) continue;
    add_word(ids, core::to_hexadecimal(link->uuid().bytes));
    add_word(counts, std::to_string(views.count));
    add_word(moments,
             std::to_string(views.last_at.value_or(core::Timestamp()).unix_milliseconds()));
  }
  Transaction transaction(postgres_);
  const bool is_new = postgres_.write(kBeginFold, fold.name).affected() == 1;
  const std::int64_t links = is_new ? postgres_.write(kAddAll, ids, counts, moments).affected() : 0;
  postgres_.write(kForgetFolds);
  transaction.commit();
  redis_.run(end_fold_script(), {kFolding, fold.name}, 1);
  return links;
}

}  // namespace db
