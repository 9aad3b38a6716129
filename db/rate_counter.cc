#include "db/rate_counter.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>

namespace db {
namespace {

constexpr std::int64_t kWindowSeconds = 60;
// Calls without a valid key, per address.
constexpr std::int64_t kUnauthenticatedLimit = 60;

// Counts and answers {count, end of the window}. A window's key outlives it by a minute, in case
// Redis's clock is set back.
const RedisScript& increment_script() {
  static const RedisScript script(R"(
local now = tonumber(redis.call('TIME')[1])
local window = now - now % 60
local key = KEYS[1] .. window
local count = redis.call('INCR', key)
if count == 1 then redis.call('EXPIRE', key, 120) end
return {count, window + 60})");
  return script;
}

const RedisScript& peek_script() {
  static const RedisScript script(R"(
local now = tonumber(redis.call('TIME')[1])
local window = now - now % 60
return tonumber(redis.call('GET', KEYS[1] .. window) or 0))");
  return script;
}

std::int64_t running_window() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const std::int64_t seconds = std::chrono::duration_cast<std::chrono::seconds>(now).count();
  return seconds - seconds % kWindowSeconds;
}

std::string subject_of(const core::Caller& caller) {
  return "rate:" + caller.account.to_string() + ':';
}

std::string subject_of(std::string_view client_address) {
  return "rate:" + std::string(client_address) + ':';
}

core::RateLimit rate_limit(std::int64_t count, std::int64_t limit, std::int64_t reset) {
  return {limit, std::max<std::int64_t>(0, limit - count), reset, count <= limit};
}

struct Count {
  std::int64_t count = 0;
  std::int64_t reset = 0;
};

std::optional<Count> count_of(const RedisReply& reply) {
  if (!reply || reply->type != REDIS_REPLY_ARRAY || reply->elements != 2) return std::nullopt;
  return Count{reply->element[0]->integer, reply->element[1]->integer};
}

}  // namespace

void LocalRateCounts::move_to(std::int64_t window) {
  if (window == window_) return;
  counts_.clear();
  window_ = window;
}

std::int64_t LocalRateCounts::increment(const std::string& subject, std::int64_t window) {
  const std::lock_guard lock(mutex_);
  move_to(window);
  return ++counts_[subject];
}

std::int64_t LocalRateCounts::count(const std::string& subject, std::int64_t window) {
  const std::lock_guard lock(mutex_);
  move_to(window);
  const auto found = counts_.find(subject);
  return found == counts_.end() ? 0 : found->second;
}

bool LocalRateCounts::note_redis(bool answers) {
  const std::lock_guard lock(mutex_);
  const bool news = answers != redis_answers_;
  redis_answers_ = answers;
  return news;
}

void RateCounter::note_redis(bool answers) {
  if (!local_.note_redis(answers)) return;
  std::fputs(answers ? "{\"event\":\"redis_back\",\"message\":\"rate limits are counted in Redis "
                       "again\"}\n"
                     : "{\"event\":\"redis_lost\",\"message\":\"rate limits are counted in this "
                       "worker's memory until Redis answers again\"}\n",
             stderr);
}

core::RateLimit RateCounter::count(const std::string& subject, std::int64_t limit) {
  const std::optional<Count> counted = count_of(redis_.run(increment_script(), {subject}, 1));
  note_redis(counted.has_value());
  if (counted) return rate_limit(counted->count, limit, counted->reset);
  const std::int64_t window = running_window();
  return rate_limit(local_.increment(subject, window), limit, window + kWindowSeconds);
}

core::RateLimit RateCounter::count(const core::Caller& caller) {
  return count(subject_of(caller), caller.requests_per_minute);
}

core::RateLimit RateCounter::count(std::string_view client_address) {
  return count(subject_of(client_address), kUnauthenticatedLimit);
}

bool RateCounter::exhausted(std::string_view client_address) {
  const std::string subject = subject_of(client_address);
  const RedisReply reply = redis_.run(peek_script(), {subject}, 1);
  const std::int64_t count = reply && reply->type == REDIS_REPLY_INTEGER
                                 ? reply->integer
                                 : local_.count(subject, running_window());
  return count >= kUnauthenticatedLimit;
}

}  // namespace db
