#include "db/counters/waiting_counters.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <utility>

#include "db/connection/postgres.h"
#include "db/connection/redis.h"

namespace db {
namespace {

// Steps are serialised, so that two cannot deadlock on rows, or add the same counters.
constexpr Query<R"(
select pg_advisory_xact_lock(1179598924, 0))">
    kLock{"counters_lock"};

// A script blocks Redis while it runs.
constexpr std::size_t kMaximumLookedUp = 1000;

// When the first of the counters came (Unix seconds).
constexpr std::string_view kSinceField = "since";

std::string taken_of(std::string_view waiting) { return std::string(waiting) + ":taken"; }

// KEYS: the counters, and those that were put aside. What an interrupted run has put aside comes
// first.
const RedisScript& put_aside_script() {
  static const RedisScript script(R"(
if redis.call('EXISTS', KEYS[2]) == 0 and redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('RENAME', KEYS[1], KEYS[2])
end
return 1)");
  return script;
}

// KEYS: the counters, and those that were put aside. ARGV: a field. Returns its values.
const RedisScript& take_script() {
  static const RedisScript script(R"(
local values = {}
for _, hash in ipairs(KEYS) do
  local value = redis.call('HGET', hash, ARGV[1])
  if value then table.insert(values, value) end
  redis.call('HDEL', hash, ARGV[1])
end
return values)");
  return script;
}

// KEYS: the counters, and those that were put aside. ARGV: fields. Returns their values in one,
// followed by those in the other.
const RedisScript& look_script() {
  static const RedisScript script(R"(
local values = {}
for _, hash in ipairs(KEYS) do
  for _, value in ipairs(redis.call('HMGET', hash, unpack(ARGV))) do
    table.insert(values, value)
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

struct Step {
  std::int64_t rows = 0;
  // Where the next step goes on: "0" at the end.
  std::string cursor;
};

// Adds some of the counters that were put aside, from the place of a scan that the cursor says, and
// removes them: before the transaction is committed, so that no other step finds them again. A step
// may find none although others follow.
Step add_step(Redis& redis, std::string_view taken, std::string_view cursor,
              const AddCounters& add) {
  const RedisReply page =
      answered(redis.command({"HSCAN", taken, cursor, "COUNT", "1000"}), REDIS_REPLY_ARRAY);
  Step step{.cursor = text_of(*page->element[0])};
  const redisReply& fields = *page->element[1];
  if (fields.elements == 0) return step;
  Counters counters;
  std::vector<std::string_view> removal{"HDEL", taken};
  for (std::size_t i = 0; i + 1 < fields.elements; i += 2) {
    const redisReply& field = *fields.element[i];
    removal.emplace_back(field.str, field.len);
    if (removal.back() != kSinceField)
      counters.emplace_back(text_of(field), text_of(*fields.element[i + 1]));
  }
  if (!counters.empty()) step.rows = add(counters);
  answered(redis.command(removal), REDIS_REPLY_INTEGER);
  return step;
}

}  // namespace

std::string_view waiting_lua() {
  return R"(
local function seconds_waiting(waiting, now)
  local since = redis.call('HGET', waiting, 'since')
  if not since then redis.call('HSET', waiting, 'since', now) end
  return now - (since or now)
end
)";
}

std::int64_t add_waiting(Redis& redis, Postgres& postgres, std::string_view waiting,
                         const AddCounters& add) {
  const std::string taken = taken_of(waiting);
  answered(redis.run(put_aside_script(), {waiting, taken}, 2), REDIS_REPLY_INTEGER);
  std::int64_t sum = 0;
  std::string cursor = "0";
  do {
    Step step = in_transaction(postgres, [&] {
      postgres.write(kLock);
      return add_step(redis, taken, cursor, add);
    });
    sum += step.rows;
    cursor = std::move(step.cursor);
  } while (cursor != "0");
  return sum;
}

std::int64_t add_waiting(Redis& redis, Postgres& postgres, std::string_view waiting,
                         const std::string& field, const AddCounters& add) {
  return in_transaction(postgres, [&]() -> std::int64_t {
    postgres.write(kLock);
    const std::string taken = taken_of(waiting);
    const RedisReply values = redis.run(take_script(), {waiting, taken, field}, 2);
    if (!values || values->type != REDIS_REPLY_ARRAY || values->elements == 0) return 0;
    std::int64_t rows = 0;
    for (std::size_t i = 0; i < values->elements; ++i)
      rows += add({{field, text_of(*values->element[i])}});
    return rows;
  });
}

std::vector<WaitingCounter> waiting_counters(Redis& redis, std::string_view waiting,
                                             const std::vector<std::string>& fields) {
  const std::string taken = taken_of(waiting);
  std::vector<WaitingCounter> counters;
  for (std::size_t begin = 0; begin < fields.size(); begin += kMaximumLookedUp) {
    const std::size_t count = std::min(kMaximumLookedUp, fields.size() - begin);
    std::vector<std::string_view> words{waiting, taken};
    for (std::size_t i = 0; i < count; ++i) words.emplace_back(fields[begin + i]);
    const RedisReply reply = redis.run(look_script(), words, 2);
    if (!reply || reply->type != REDIS_REPLY_ARRAY) return {};
    for (std::size_t i = 0; i < reply->elements; ++i)
      if (reply->element[i]->type == REDIS_REPLY_STRING)
        counters.push_back({begin + i % count, text_of(*reply->element[i])});
  }
  return counters;
}

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

}  // namespace db
