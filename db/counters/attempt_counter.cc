#include "db/counters/attempt_counter.h"

#include <algorithm>
#include <span>
#include <vector>

#include "db/connection/redis.h"

namespace db {
namespace {

constexpr std::int64_t kMaximumPerNetwork = 10;
constexpr std::int64_t kMaximumPerBrowser = 10;
constexpr std::int64_t kMaximumPerWiderNetwork = 3;
constexpr std::chrono::seconds kNetworkPeriod{15 * 60};
constexpr std::int64_t kMaximumPerSubject = 100;
constexpr std::chrono::seconds kSubjectPeriod{60 * 60};
constexpr std::chrono::seconds kPace{2};
constexpr std::chrono::seconds kSignUpPeriod{24 * 60 * 60};
constexpr std::int64_t kSignUpsOfWiderNetwork = 5;  // times those of a network
constexpr std::int64_t kSignUpsOfGroup = 20;
// How often expired counts are looked for while there is no room.
constexpr std::chrono::seconds kSweepInterval{10};

// How long an attempt counts as being checked if the process that checks it ends meanwhile.
constexpr std::string_view kLongestCheck = "15";
constexpr std::int64_t kWaitsForOthers = -1;
constexpr std::string_view kBeingChecked = ":checking";

// KEYS: the limits of Counts, then its throttle. ARGV: the number of the limits, then for each of
// the keys how much it may count, and its period; then, if the limits count attempts that are being
// checked, for how many seconds at most. Counts the attempt and returns 0 if it is allowed; else
// returns the seconds to wait, or -1 if it only has to wait for those that are being checked.
const RedisScript& reserve_script() {
  static const RedisScript script(R"(
local limits = tonumber(ARGV[1])
local counted = math.min(limits + 1, #KEYS)
local function is_full(i)
  return tonumber(redis.call('GET', KEYS[i]) or 0) >= tonumber(ARGV[2 * i])
end
local function left(i)
  return math.max(1, math.ceil(redis.call('PTTL', KEYS[i]) / 1000))
end
local longest_check = ARGV[2 * #KEYS + 2]
local function has_failed_too_often(i)
  local counted = tonumber(redis.call('GET', KEYS[i]) or 0)
  local checked = tonumber(redis.call('GET', KEYS[i] .. ':checking') or 0)
  return counted - checked >= tonumber(ARGV[2 * i])
end
for i = 1, limits do
  if is_full(i) then
    if longest_check and not has_failed_too_often(i) then return -1 end
    return left(i)
  end
end
if #KEYS > limits and is_full(limits + 1) then
  counted = #KEYS
  for i = limits + 2, #KEYS do
    if is_full(i) then return left(i) end
  end
end
for i = 1, counted do
  if redis.call('INCR', KEYS[i]) == 1 then redis.call('EXPIRE', KEYS[i], ARGV[2 * i + 1]) end
end
if longest_check then
  for i = 1, limits do
    redis.call('INCR', KEYS[i] .. ':checking')
    redis.call('EXPIRE', KEYS[i] .. ':checking', longest_check)
  end
end
return 0)");
  return script;
}

constexpr std::string_view kDecrease = R"(
for i = 1, #KEYS do
  if tonumber(redis.call('GET', KEYS[i]) or 0) > 0 then redis.call('DECR', KEYS[i]) end
end
return 1)";

const RedisScript& give_back_script() {
  static const RedisScript script{std::string(kDecrease)};
  return script;
}

}  // namespace

struct AttemptCounter::Counts {
  struct Count {
    std::string key;
    std::int64_t most;
    std::chrono::seconds period;
    bool is_given_back = true;
  };

  // An attempt is allowed if each of these is below its limit.
  std::vector<Count> limits;
  // Once the first of these has reached its limit, the others have to be below theirs as well, and
  // are counted.
  std::vector<Count> throttle = {};
  bool are_checked = false;  // a secret is compared, which takes a while
};

AttemptCounter::Counts AttemptCounter::counts_of(const Attempt& attempt) const {
  const std::string subject = "attempts:" + attempt.subject;
  if (!attempt.known_browser.empty())
    return {.limits = {{subject + ":browser:" + attempt.known_browser, kMaximumPerBrowser,
                        kNetworkPeriod}}};
  const std::string network = core::client_network(attempt.client_address, limits_.networks);
  const std::string wider_network =
      core::client_network(attempt.client_address, core::wider(limits_.networks));
  return {
      .limits = {{subject + ':' + network, kMaximumPerNetwork, kNetworkPeriod},
                 {"attempts:network:" + network, limits_.per_network, kNetworkPeriod}},
      .throttle = {{subject, kMaximumPerSubject, kSubjectPeriod},
                   {subject + ":wider:" + wider_network, kMaximumPerWiderNetwork, kNetworkPeriod},
                   {subject + ":pace", 1, kPace, false}},
      .are_checked = true};
}

AttemptCounter::Counts AttemptCounter::counts_of(const OpenRequests& requests,
                                                 std::string_view client_address) const {
  const std::string kind = "attempts:" + std::string(requests.kind) + ':';
  Counts counts{.limits = {{kind + core::client_network(client_address, limits_.networks),
                            requests.most, requests.period}}};
  if (requests.most_of_wider_network > 0)
    counts.limits.push_back(
        {kind + "wider:" + core::client_network(client_address, core::wider(limits_.networks)),
         requests.most_of_wider_network, requests.period});
  if (requests.most_of_group > 0)
    counts.limits.push_back({kind + "group:" + std::to_string(core::network_group(client_address)),
                             requests.most_of_group, requests.period});
  return counts;
}

AttemptCounter::OpenRequests AttemptCounter::sign_ups() const {
  return {"sign_up", limits_.sign_ups, kSignUpPeriod, limits_.sign_ups * kSignUpsOfWiderNetwork,
          limits_.sign_ups * kSignUpsOfGroup};
}

void LocalAttempts::make_room(Clock::time_point now) {
  if (counts_.size() < kMaximumSubjects) return;
  // Looking at all of them each time would be slow.
  if (now >= swept_at_ + kSweepInterval) {
    swept_at_ = now;
    std::erase_if(counts_, [&](const auto& entry) { return entry.second.ends_at <= now; });
  }
  if (counts_.size() >= kMaximumSubjects) counts_.erase(counts_.begin());
}

Reservation LocalAttempts::reserve(const std::string& subject, std::int64_t most,
                                   std::chrono::seconds period) {
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  auto found = counts_.find(subject);
  if (found == counts_.end()) {
    make_room(now);
    found = counts_.try_emplace(subject).first;
  }
  Count& count = found->second;
  if (count.ends_at <= now) count = {0, now + period};
  if (count.attempts >= most)
    return {std::max(std::chrono::seconds(1),
                     std::chrono::ceil<std::chrono::seconds>(count.ends_at - now))};
  ++count.attempts;
  return {};
}

std::size_t LocalAttempts::subjects() {
  const std::lock_guard lock(mutex_);
  return counts_.size();
}

void LocalAttempts::give_back(const std::string& subject) {
  const std::lock_guard lock(mutex_);
  const auto found = counts_.find(subject);
  if (found != counts_.end() && found->second.attempts > 0) --found->second.attempts;
}

Reservation AttemptCounter::reserve_locally(const Counts& counts) {
  std::vector<const std::string*> reserved;
  const auto reserve_each = [&](std::span<const Counts::Count> some) -> Reservation {
    for (const auto& count : some) {
      Reservation reservation = local_.reserve(count.key, count.most, count.period);
      if (!reservation) {
        for (const std::string* const key : reserved) local_.give_back(*key);
        return reservation;
      }
      reserved.push_back(&count.key);
    }
    return {};
  };
  Reservation within_limits = reserve_each(counts.limits);
  if (!within_limits || counts.throttle.empty()) return within_limits;
  const auto& threshold = counts.throttle.front();
  if (local_.reserve(threshold.key, threshold.most, threshold.period)) return {};
  return reserve_each(std::span(counts.throttle).subspan(1));
}

Reservation AttemptCounter::reserve(const Counts& counts) {
  std::vector<std::string_view> words;
  std::vector<std::string> values{std::to_string(counts.limits.size())};
  for (const auto* part : {&counts.limits, &counts.throttle})
    for (const auto& count : *part) {
      words.emplace_back(count.key);
      values.push_back(std::to_string(count.most));
      values.push_back(std::to_string(count.period.count()));
    }
  const std::size_t keys = words.size();
  if (counts.are_checked) values.emplace_back(kLongestCheck);
  words.insert(words.end(), values.begin(), values.end());
  const RedisReply reply = redis_.run(reserve_script(), words, keys);
  if (!reply || reply->type != REDIS_REPLY_INTEGER) return reserve_locally(counts);
  if (reply->integer == kWaitsForOthers)
    return {.wait = std::chrono::seconds(1), .waits_for_others = true};
  Reservation reservation{.wait = std::chrono::seconds(reply->integer)};
  if (reservation && counts.are_checked) {
    std::vector<std::string> checked;
    for (const auto& count : counts.limits)
      checked.push_back(count.key + std::string(kBeingChecked));
    reservation.being_checked = std::shared_ptr<const void>(
        nullptr, [this, checked = std::move(checked)](const void*) { end_check(checked); });
  }
  return reservation;
}

void AttemptCounter::end_check(const std::vector<std::string>& keys) {
  const std::string count = std::to_string(keys.size());
  std::vector<std::string_view> words{"EVAL", kDecrease, count};
  words.insert(words.end(), keys.begin(), keys.end());
  redis_.tell(words);
}

void AttemptCounter::give_back(const Counts& counts) {
  std::vector<std::string_view> keys;
  for (const auto* part : {&counts.limits, &counts.throttle})
    for (const auto& count : *part) {
      if (!count.is_given_back) continue;
      keys.emplace_back(count.key);
      local_.give_back(count.key);
    }
  redis_.run(give_back_script(), keys, keys.size());
}

Reservation AttemptCounter::reserve(const Attempt& attempt) { return reserve(counts_of(attempt)); }

void AttemptCounter::give_back(const Attempt& attempt) { give_back(counts_of(attempt)); }

Reservation AttemptCounter::reserve(const OpenRequests& requests, std::string_view client_address) {
  return reserve(counts_of(requests, client_address));
}

Reservation AttemptCounter::reserve_sign_up(std::string_view client_address) {
  return reserve(sign_ups(), client_address);
}

void AttemptCounter::give_back_sign_up(std::string_view client_address) {
  give_back(counts_of(sign_ups(), client_address));
}

}  // namespace db
