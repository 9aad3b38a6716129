#include "db/counter_fold.h"

#include <array>

#include "core/cryptography.h"
#include "core/encoding.h"
#include "db/postgres.h"
#include "db/redis.h"

namespace db {
namespace {

constexpr Statement kBegin{"fold_begin", R"(
insert into view_folds (name) values ($1) on conflict do nothing)"};

constexpr Statement kForget{"fold_forget", R"(
delete from view_folds where folded_at < now() - interval '7 days')"};

constexpr std::string_view kNameField = "fold";

const RedisScript& begin_script() {
  static const RedisScript script(R"(
if redis.call('EXISTS', KEYS[2]) == 0 then
  if redis.call('EXISTS', KEYS[1]) == 0 then return {} end
  redis.call('RENAME', KEYS[1], KEYS[2])
  redis.call('HSET', KEYS[2], 'fold', ARGV[1])
end
return redis.call('HGETALL', KEYS[2]))");
  return script;
}

const RedisScript& end_script() {
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

}  // namespace

std::string folding(std::string_view waiting) { return std::string(waiting) + ":folding"; }

CounterFold::CounterFold(Redis& redis, std::string_view waiting)
    : redis_(redis), folding_(folding(waiting)) {
  const RedisReply reply = redis_.run(begin_script(), {waiting, folding_, random_name()}, 2);
  if (!reply || reply->type != REDIS_REPLY_ARRAY) return;
  for (std::size_t i = 0; i + 1 < reply->elements; i += 2) {
    const redisReply& field = *reply->element[i];
    const redisReply& value = *reply->element[i + 1];
    const std::string_view name(field.str, field.len);
    if (name == kNameField) {
      name_.assign(value.str, value.len);
    } else {
      counters_.emplace_back(name, std::string(value.str, value.len));
    }
  }
}

bool CounterFold::claim(Postgres& postgres) const {
  postgres.write(kForget);
  return postgres.write(kBegin, name_).affected() == 1;
}

void CounterFold::finish() { redis_.run(end_script(), {folding_, name_}, 1); }

}  // namespace db
