#include "db/counters/counter_fold.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "db/connection/postgres.h"
#include "db/connection/redis.h"

namespace db {
namespace {

// Folds are serialised, so that two cannot deadlock on rows.
constexpr Query<R"(
select pg_advisory_xact_lock(1179598924, 0))">
    kLockFold{"fold_lock"};

constexpr Query<R"(
insert into view_folds (name) values ($batch) on conflict do nothing)">
    kBeginFold{"fold_begin"};

constexpr Query<R"(
delete from view_folds where folded_at < now() - interval '7 days')">
    kForget{"fold_forget"};

// A script blocks Redis while it runs.
constexpr std::size_t kMaximumLookedUp = 200;

// KEYS: the counters' name. ARGV: a field, or nothing. Closes the open batch and returns the names
// of all closed batches, or of those that contain the field.
const RedisScript& close_script() {
  static const RedisScript script(R"(
local waiting = KEYS[1]
if redis.call('EXISTS', waiting) == 1 then
  local name = redis.call('HGET', waiting, 'fold')
  redis.call('RENAME', waiting, waiting .. ':' .. name)
  redis.call('RPUSH', waiting .. ':closed', name)
end
local names = redis.call('LRANGE', waiting .. ':closed', 0, -1)
if not ARGV[1] then return names end
local with_field = {}
for _, name in ipairs(names) do
  if redis.call('HEXISTS', waiting .. ':' .. name, ARGV[1]) == 1 then
    table.insert(with_field, name)
  end
end
return with_field)");
  return script;
}

// KEYS: the counters' name, a closed batch. ARGV: the batch's name.
const RedisScript& forget_script() {
  static const RedisScript script(R"(
redis.call('LREM', KEYS[1] .. ':closed', 0, ARGV[1])
redis.call('UNLINK', KEYS[2])
return 1)");
  return script;
}

// KEYS: the counters' name. ARGV: fields.
const RedisScript& look_script() {
  static const RedisScript script(R"(
local hashes = {KEYS[1]}
for _, name in ipairs(redis.call('LRANGE', KEYS[1] .. ':closed', 0, -1)) do
  table.insert(hashes, KEYS[1] .. ':' .. name)
end
local values = {}
for i in ipairs(ARGV) do values[i] = {} end
for _, hash in ipairs(hashes) do
  for i, value in ipairs(redis.call('HMGET', hash, unpack(ARGV))) do
    if value then table.insert(values[i], value) end
  end
end
return values)");
  return script;
}

RedisReply answered(RedisReply reply, int type) {
  if (!reply || reply->type != type)
    throw CountersUnavailable(
        "Redis does not respond, so counts that wait there could not be added");
  return reply;
}

std::string text_of(const redisReply& reply) { return {reply.str, reply.len}; }

std::vector<std::string> texts_in(const redisReply& reply) {
  std::vector<std::string> texts;
  texts.reserve(reply.elements);
  for (std::size_t i = 0; i < reply.elements; ++i) texts.push_back(text_of(*reply.element[i]));
  return texts;
}

}  // namespace

std::optional<std::int64_t> counter_value(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

void append_value(std::string& list, std::string_view value) {
  if (!list.empty()) list += ' ';
  list += value;
}

// A batch's name contains that of its counters, as one script may open a batch of each at the same
// time, and the database knows by the name what was folded.
std::string_view batch_lua() {
  return R"(
local function close_batch(waiting, name)
  redis.call('RENAME', waiting, waiting .. ':' .. name)
  redis.call('RPUSH', waiting .. ':closed', name)
end
local function open_batch(waiting, process, now, field)
  local open = redis.call('HMGET', waiting, 'fold', 'since', field or 'fold')
  local name, since, value = open[1], open[2], open[3]
  if name and string.sub(name, 1, string.len(process)) ~= process then
    close_batch(waiting, name)
    name = false
  end
  if not name then
    name = process .. ':' .. now[1] .. '.' .. now[2] .. ':' .. waiting
    local oldest = redis.call('LINDEX', waiting .. ':closed', 0) or name
    since = string.match(oldest, ':(%d+)') or now[1]
    value = false
    redis.call('HSET', waiting, 'fold', name, 'since', since)
  end
  return name, now[1] - since, value
end
local function close_full_batch(waiting, name)
  if redis.call('HLEN', waiting) > 2000 then close_batch(waiting, name) end
end
)";
}

PendingValues pending_values(Redis& redis, std::string_view waiting,
                             const std::vector<std::string>& fields) {
  PendingValues values;
  values.reserve(fields.size());
  for (std::size_t begin = 0; begin < fields.size(); begin += kMaximumLookedUp) {
    const std::size_t count = std::min(kMaximumLookedUp, fields.size() - begin);
    std::vector<std::string_view> words{waiting};
    for (std::size_t i = begin; i < begin + count; ++i) words.emplace_back(fields[i]);
    const RedisReply reply = redis.run(look_script(), words, 1);
    if (!reply || reply->type != REDIS_REPLY_ARRAY || reply->elements != count) return {};
    for (std::size_t i = 0; i < count; ++i) values.push_back(texts_in(*reply->element[i]));
  }
  return values;
}

std::int64_t CounterFold::fold(const Add& add) {
  const RedisReply closed = answered(redis_.run(close_script(), {waiting_}, 1), REDIS_REPLY_ARRAY);
  std::int64_t sum = 0;
  for (const std::string& name : texts_in(*closed)) sum += fold_batch(name, add);
  postgres_.write(kForget);
  return sum;
}

std::int64_t CounterFold::fold_with(const std::string& field, const Add& add) {
  const RedisReply closed =
      answered(redis_.run(close_script(), {waiting_, field}, 1), REDIS_REPLY_ARRAY);
  std::int64_t sum = 0;
  for (const std::string& name : texts_in(*closed)) sum += fold_batch(name, add);
  return sum;
}

std::int64_t CounterFold::fold_batch(const std::string& name, const Add& add) {
  const RedisReply reply = answered(redis_.command({"HGETALL", key_of(name)}), REDIS_REPLY_ARRAY);
  Counters counters;
  for (std::size_t i = 0; i + 1 < reply->elements; i += 2) {
    std::string field = text_of(*reply->element[i]);
    if (field != kBatchNameField && field != kBatchSinceField)
      counters.emplace_back(std::move(field), text_of(*reply->element[i + 1]));
  }
  std::int64_t sum = 0;
  if (!counters.empty()) {
    sum = in_transaction(postgres_, [&] {
      postgres_.write(kLockFold);
      return postgres_.write(kBeginFold, "batch"_a = name).affected() == 1 ? add(counters)
                                                                           : std::int64_t{0};
    });
  }
  forget(name);
  return sum;
}

// If this fails, the next fold finds the batch again, and its name in the database.
void CounterFold::forget(const std::string& name) {
  redis_.run(forget_script(), {waiting_, key_of(name), name}, 2);
}

}  // namespace db
