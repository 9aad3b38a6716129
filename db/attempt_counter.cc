#include "db/attempt_counter.h"

#include "db/redis.h"

namespace db {
namespace {

constexpr std::int64_t kMostPerAddress = 10;
constexpr std::chrono::seconds kAddressPeriod{15 * 60};
constexpr std::int64_t kMostPerSubject = 100;
constexpr std::chrono::seconds kSubjectPeriod{60 * 60};
// Past so many subjects those whose time is over are swept out.
constexpr std::size_t kSweepAt = 10000;

// KEYS: of the address, of all addresses. ARGV: for each, how many and for how many seconds.
// Answers 1 if both had room, and has counted the attempt in both.
const RedisScript& reserve_script() {
  static const RedisScript script(R"(
for i = 1, 2 do
  if tonumber(redis.call('GET', KEYS[i]) or 0) >= tonumber(ARGV[2 * i - 1]) then return 0 end
end
for i = 1, 2 do
  if redis.call('INCR', KEYS[i]) == 1 then redis.call('EXPIRE', KEYS[i], ARGV[2 * i]) end
end
return 1)");
  return script;
}

const RedisScript& give_back_script() {
  static const RedisScript script(R"(
for i = 1, 2 do
  if tonumber(redis.call('GET', KEYS[i]) or 0) > 0 then redis.call('DECR', KEYS[i]) end
end
return 1)");
  return script;
}

struct Keys {
  std::string of_address;
  std::string of_all;
};

Keys keys_of(const std::string& subject, std::string_view client_address) {
  const std::string of_all = "attempts:" + subject;
  return {of_all + ':' + std::string(client_address), of_all};
}

}  // namespace

bool LocalAttempts::reserve(const std::string& subject, std::int64_t most,
                            std::chrono::seconds period) {
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  if (counts_.size() > kSweepAt)
    std::erase_if(counts_, [&](const auto& entry) { return entry.second.ends_at <= now; });
  Count& count = counts_[subject];
  if (count.ends_at <= now) count = {0, now + period};
  if (count.attempts >= most) return false;
  ++count.attempts;
  return true;
}

void LocalAttempts::give_back(const std::string& subject) {
  const std::lock_guard lock(mutex_);
  const auto found = counts_.find(subject);
  if (found != counts_.end() && found->second.attempts > 0) --found->second.attempts;
}

bool AttemptCounter::reserve(const std::string& subject, std::string_view client_address) {
  const Keys keys = keys_of(subject, client_address);
  const RedisReply reply =
      redis_.run(reserve_script(),
                 {keys.of_address, keys.of_all, std::to_string(kMostPerAddress),
                  std::to_string(kAddressPeriod.count()), std::to_string(kMostPerSubject),
                  std::to_string(kSubjectPeriod.count())},
                 2);
  if (reply && reply->type == REDIS_REPLY_INTEGER) return reply->integer == 1;
  return local_.reserve(keys.of_address, kMostPerAddress, kAddressPeriod) &&
         local_.reserve(keys.of_all, kMostPerSubject, kSubjectPeriod);
}

void AttemptCounter::give_back(const std::string& subject, std::string_view client_address) {
  const Keys keys = keys_of(subject, client_address);
  redis_.run(give_back_script(), {keys.of_address, keys.of_all}, 2);
  local_.give_back(keys.of_address);
  local_.give_back(keys.of_all);
}

}  // namespace db
