#include "db/counters/rate_counter.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <optional>
#include <utility>

#include "core/configuration.h"
#include "core/journal.h"
#include "db/connection/redis.h"
#include "db/counters/usage_store.h"
#include "db/counters/waiting_counters.h"
#include "db/key_store.h"

namespace db {
namespace {

constexpr std::int64_t kWindowSeconds = 60;
// Maintenance runs every minute.
constexpr std::chrono::minutes kOverdue{10};
// Calls without a valid key, per network.
constexpr std::int64_t kUnauthenticatedLimit = 60;
constexpr std::int64_t kFormLimit = 120;
// A look-up is one indexed query. Many people can share an address, and some have old keys.
constexpr std::int64_t kUnknownKeyLimit = 600;
constexpr std::size_t kCallKeys = 3;
// The most accounts of which a thread remembers that they have calls left, and networks that they
// have none.
constexpr std::size_t kMostAccounts = 1000;

constexpr std::size_t kReplyParts = 4;
constexpr std::int64_t kDaySeconds = 86400;
// In Redis: RewrittenBytes, by account and day.
constexpr std::string_view kRewritten = "rewritten:";
constexpr std::string_view kKeptRewritten = "172800";

// Both return {count, end of the window, …}. The first returns {} if the key is marked as revoked.
// With an account, it returns what changes have written today (RewrittenBytes) as the fourth. With
// a usage, it also records a call within the limit as usage of the account, and the key's last use
// (db/counters/usage_store.h), and returns for how long usage has waited as the third.
// KEYS: the subject, the mark of a revoked key, the usage. ARGV: account, limit, key.
const RedisScript& increment_script() {
  static const RedisScript script(std::string(window_lua()).append(waiting_lua()) + R"(
if KEYS[2] and redis.call('EXISTS', KEYS[2]) == 1 then return {} end
local now = tonumber(redis.call('TIME')[1])
local count, reset = count_in_window(KEYS[1], now)
local day = math.floor(now / 86400)
local waits = 0
if KEYS[3] and count <= tonumber(ARGV[2]) then
  waits = seconds_waiting(KEYS[3], now)
  redis.call('HINCRBY', KEYS[3], 'requests:' .. ARGV[1] .. ':' .. day, 1)
  redis.call('HSET', KEYS[3], 'used:' .. ARGV[3], now)
end
local rewritten = 0
if ARGV[1] then
  rewritten = tonumber(redis.call('GET', 'rewritten:' .. ARGV[1] .. ':' .. day) or 0)
end
return {count, reset, waits, rewritten})");
  return script;
}

const RedisScript& peek_script() {
  static const RedisScript script(R"(
local now = tonumber(redis.call('TIME')[1])
local window = now - now % 60
return {tonumber(redis.call('GET', KEYS[1] .. window) or 0), window + 60})");
  return script;
}

// The day in which the minute lies that ends then.
std::int64_t day_of(std::int64_t reset) { return (reset - 1) / kDaySeconds; }

std::string key_of_rewritten(const core::AccountId& account, std::int64_t day) {
  return std::string(kRewritten).append(account.to_string()).append(1, ':') + std::to_string(day);
}

std::int64_t unix_seconds() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

std::int64_t running_window() {
  const std::int64_t seconds = unix_seconds();
  return seconds - seconds % kWindowSeconds;
}

std::string subject_of_account(const core::AccountId& account) {
  return "rate:" + account.to_string() + ':';
}

core::RateLimit rate_limit(std::int64_t count, std::int64_t limit, std::int64_t reset) {
  return {limit, std::max<std::int64_t>(0, limit - count), reset, count <= limit};
}

bool is_array_of(std::size_t size, const RedisReply& reply) {
  return reply && reply->type == REDIS_REPLY_ARRAY && reply->elements == size;
}

core::RateLimit rate_limit(const RedisReply& reply, std::int64_t limit) {
  return rate_limit(reply->element[0]->integer, limit, reply->element[1]->integer);
}

}  // namespace

// A window's key is kept for another minute, in case Redis's clock is set back.
std::string_view window_lua() {
  return R"(
local function count_in_window(subject, now)
  local window = now - now % 60
  local key = subject .. window
  local count = redis.call('INCR', key)
  if count == 1 then redis.call('EXPIRE', key, 120) end
  return count, window + 60
end
)";
}

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
  if (answers == redis_answers_) return false;
  redis_answers_ = answers;
  metrics_.set(core::Gauge::rate_limits_local, answers ? 0 : 1);
  metrics_.set(core::Gauge::rate_limits_local_since,
               answers ? 0 : static_cast<std::uint64_t>(unix_seconds()));
  return true;
}

void LocalRateCounts::note_waiting(std::chrono::seconds time) {
  if (time > kOverdue) metrics_.count(core::Counter::maintenance_overdue);
}

void RateCounter::note_redis(bool answers) {
  if (!local_.note_redis(answers)) return;
  const std::string line = core::for_journal(
      answers ? core::LogLevel::info : core::LogLevel::warning,
      answers
          ? "{\"event\":\"redis_back\",\"message\":\"rate limits are counted in Redis again\"}\n"
          : "{\"event\":\"redis_lost\",\"message\":\"rate limits are counted in this worker's "
            "memory until Redis answers again\"}\n");
  std::fputs(line.c_str(), stderr);
}

std::string RateCounter::subject_of(std::string_view client_address) const {
  return "rate:" + core::client_network(client_address, networks_) + ':';
}

core::RateLimit RateCounter::count_locally(const std::string& subject, std::int64_t limit) {
  const std::int64_t window = running_window();
  return rate_limit(local_.increment(subject, window), limit, window + kWindowSeconds);
}

std::vector<std::string_view> RateCounter::Call::words() const {
  return {subject, revocation_mark, kWaitingUsage, account_text, limit_text, key};
}

RateCounter::Call RateCounter::call_of(const core::Principal& caller) {
  std::string credential = caller.credential();
  return {caller.account,
          caller.requests_per_minute,
          subject_of_account(caller.account),
          revocation_mark(credential),
          std::to_string(caller.requests_per_minute),
          caller.account.to_string(),
          std::move(credential)};
}

// By the script's reply to the call, or without Redis.
std::optional<core::RateLimit> RateCounter::counted(const Call& call, const RedisReply& reply) {
  have_calls_left_.erase(call.account);
  note_rewritten(call.account, reply);
  if (is_array_of(0, reply)) return std::nullopt;
  if (!is_array_of(kReplyParts, reply)) return count_locally(call.subject, call.limit);
  local_.note_waiting(std::chrono::seconds(reply->element[2]->integer));
  const core::RateLimit state = rate_limit(reply, call.limit);
  if (have_calls_left_.size() == kMostAccounts) have_calls_left_.clear();
  if (state.remaining > 0) have_calls_left_.insert(call.account);
  return state;
}

std::optional<core::RateLimit> RateCounter::count(const core::Principal& caller) {
  const bool is_asked = !redis_.is_resting();
  const Call call = call_of(caller);
  const RedisReply reply = redis_.run(increment_script(), call.words(), kCallKeys);
  if (is_asked && !is_array_of(0, reply)) note_redis(is_array_of(kReplyParts, reply));
  return counted(call, reply);
}

bool RateCounter::begin(const core::Principal& caller) {
  if (!have_calls_left_.contains(caller.account)) return false;
  begun_ = call_of(caller);
  return redis_.begin(increment_script(), begun_->words(), kCallKeys);
}

std::optional<core::RateLimit> RateCounter::finish() {
  const RedisReply reply = redis_.finish();
  if (!is_array_of(0, reply)) note_redis(is_array_of(kReplyParts, reply));
  return counted(*begun_, reply);
}

core::RateLimit RateCounter::count(const std::string& subject, std::int64_t limit) {
  const bool is_asked = !redis_.is_resting();
  const RedisReply reply = redis_.run(increment_script(), {subject}, 1);
  if (is_asked) note_redis(is_array_of(kReplyParts, reply));
  if (is_array_of(kReplyParts, reply)) return rate_limit(reply, limit);
  return count_locally(subject, limit);
}

core::RateLimit RateCounter::count(std::string_view client_address) {
  return count(subject_of(client_address), kUnauthenticatedLimit);
}

core::RateLimit RateCounter::count_form(const core::Principal& user) {
  const std::string subject = "rate:" + user.user.value().to_string() + ':';
  const bool is_asked = !redis_.is_resting();
  const RedisReply reply = redis_.run(increment_script(), {subject, user.account.to_string()}, 1);
  if (is_asked) note_redis(is_array_of(kReplyParts, reply));
  note_rewritten(user.account, reply);
  if (is_array_of(kReplyParts, reply)) return rate_limit(reply, kFormLimit);
  return count_locally(subject, kFormLimit);
}

void RateCounter::note_rewritten(const core::AccountId& account, const RedisReply& reply) {
  rewritten_ = {account, 0, (unix_seconds() / kDaySeconds + 1) * kDaySeconds};
  if (!is_array_of(kReplyParts, reply)) return;
  rewritten_.bytes = reply->element[3]->integer;
  rewritten_.day_ends = (day_of(reply->element[1]->integer) + 1) * kDaySeconds;
}

RewrittenBytes RateCounter::rewritten_so_far(const core::AccountId& account) const {
  return rewritten_.account == account ? rewritten_ : RewrittenBytes{.account = account};
}

void RateCounter::add_rewritten(const core::AccountId& account, std::int64_t bytes) {
  if (rewritten_.account != account) return;
  rewritten_.bytes += bytes;
  const std::string key = key_of_rewritten(account, day_of(rewritten_.day_ends));
  const std::string added = std::to_string(bytes);
  redis_.tell(std::array<std::string_view, 6>{
      "EVAL", "redis.call('INCRBY', KEYS[1], ARGV[1]) redis.call('EXPIRE', KEYS[1], ARGV[2])", "1",
      key, added, kKeptRewritten});
}

RewrittenBytes RateCounter::rewritten(const core::AccountId& account) {
  const std::int64_t day = unix_seconds() / kDaySeconds;
  RewrittenBytes found{account, 0, (day + 1) * kDaySeconds};
  const RedisReply reply = redis_.command({"GET", key_of_rewritten(account, day)});
  if (reply && reply->type == REDIS_REPLY_STRING)
    std::from_chars(reply->str, reply->str + reply->len, found.bytes);
  return found;
}

std::string RateCounter::subject_of_viewer(std::string_view client_address) const {
  return "rate:views:" + core::client_network(client_address, networks_) + ':';
}

std::optional<core::RateLimit> RateCounter::begin_viewer(std::string_view client_address) {
  viewer_ = subject_of_viewer(client_address);
  viewer_state_.reset();
  const auto found = used_up_.find(viewer_);
  if (found == used_up_.end()) return std::nullopt;
  if (found->second.reset > unix_seconds()) {
    viewer_.clear();
    return found->second;
  }
  used_up_.erase(found);
  return std::nullopt;
}

void RateCounter::count_viewer(std::int64_t count, std::int64_t reset) {
  viewer_state_ = rate_limit(count, views_per_minute_, reset);
  if (viewer_state_->remaining == 0) {
    if (used_up_.size() == kMostAccounts) used_up_.clear();
    used_up_[viewer_] = {views_per_minute_, 0, reset, false};
  }
  viewer_.clear();
}

core::RateLimit RateCounter::finish_viewer() {
  if (!viewer_state_) {
    const core::RateLimit state = count(viewer_, views_per_minute_);
    count_viewer(state.limit - state.remaining, state.reset);
  }
  return *std::exchange(viewer_state_, std::nullopt);
}

std::string RateCounter::subject_of_look_ups(std::string_view client_address) const {
  return "unknown-keys:" + core::client_network(client_address, networks_) + ':';
}

bool RateCounter::may_look_up(std::string_view client_address) {
  return peek(subject_of_look_ups(client_address), kUnknownKeyLimit).allowed;
}

void RateCounter::count_unknown_key(std::string_view client_address) {
  count(subject_of_look_ups(client_address), kUnknownKeyLimit);
}

core::RateLimit RateCounter::peek(const std::string& subject, std::int64_t limit) {
  const RedisReply reply = redis_.run(peek_script(), {subject}, 1);
  core::RateLimit state;
  if (is_array_of(2, reply)) {
    state = rate_limit(reply, limit);
  } else {
    const std::int64_t window = running_window();
    state = rate_limit(local_.count(subject, window), limit, window + kWindowSeconds);
  }
  state.allowed = state.remaining > 0;
  return state;
}

core::RateLimit RateCounter::peek(std::string_view client_address) {
  return peek(subject_of(client_address), kUnauthenticatedLimit);
}

core::RateLimit RateCounter::peek_viewer(std::string_view client_address) {
  return peek(subject_of_viewer(client_address), views_per_minute_);
}

std::int64_t RateCounter::used(const core::AccountId& account) {
  const std::string subject = subject_of_account(account);
  const RedisReply reply = redis_.run(peek_script(), {subject}, 1);
  return is_array_of(2, reply) ? reply->element[0]->integer
                               : local_.count(subject, running_window());
}

}  // namespace db
