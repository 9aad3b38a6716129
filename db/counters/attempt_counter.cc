#include "db/counters/attempt_counter.h"

#include <algorithm>

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

// KEYS: network and subject, network alone, subject, wider network, pace. ARGV: the limits of the
// first four, their period, the subject's period, the pace. Counts the attempt and returns 0 if no
// limit is reached; else returns the seconds to wait.
const RedisScript& reserve_script() {
  static const RedisScript script(R"(
local function is_full(i)
  return tonumber(redis.call('GET', KEYS[i]) or 0) >= tonumber(ARGV[i])
end
local function left(i)
  return math.max(1, math.ceil(redis.call('PTTL', KEYS[i]) / 1000))
end
local function count(i, period)
  if redis.call('INCR', KEYS[i]) == 1 then redis.call('EXPIRE', KEYS[i], period) end
end
for i = 1, 2 do
  if is_full(i) then return left(i) end
end
if is_full(3) then
  if is_full(4) then return left(4) end
  if not redis.call('SET', KEYS[5], 1, 'NX', 'EX', ARGV[7]) then return left(5) end
  count(4, ARGV[5])
end
count(1, ARGV[5])
count(2, ARGV[5])
count(3, ARGV[6])
return 0)");
  return script;
}

// KEYS: counts. ARGV: their limits, the period. Counts in all of them and returns 0 if no limit is
// reached; else returns the seconds to wait.
const RedisScript& reserve_all_script() {
  static const RedisScript script(R"(
for i = 1, #KEYS do
  if tonumber(redis.call('GET', KEYS[i]) or 0) >= tonumber(ARGV[i]) then
    return math.max(1, math.ceil(redis.call('PTTL', KEYS[i]) / 1000))
  end
end
for i = 1, #KEYS do
  if redis.call('INCR', KEYS[i]) == 1 then redis.call('EXPIRE', KEYS[i], ARGV[#ARGV]) end
end
return 0)");
  return script;
}

const RedisScript& give_back_script() {
  static const RedisScript script(R"(
for i = 1, #KEYS do
  if tonumber(redis.call('GET', KEYS[i]) or 0) > 0 then redis.call('DECR', KEYS[i]) end
end
return 1)");
  return script;
}

}  // namespace

struct AttemptCounter::Keys {
  std::string of_network = {};
  std::string of_network_for_all = {};
  std::string of_subject = {};
  std::string of_wider_network = {};
  std::string of_pace = {};
};

AttemptCounter::Keys AttemptCounter::keys_of(const Attempt& attempt) const {
  const std::string of_subject = "attempts:" + attempt.subject;
  const std::string network = core::client_network(attempt.client_address, limits_.networks);
  return {.of_network = of_subject + ':' + network,
          .of_network_for_all = "attempts:network:" + network,
          .of_subject = of_subject,
          .of_wider_network =
              of_subject + ":wider:" +
              core::client_network(attempt.client_address, core::wider(limits_.networks)),
          .of_pace = of_subject + ":pace"};
}

AttemptCounter::Counts AttemptCounter::browser_of(const Attempt& attempt) {
  return {
      {{"attempts:" + attempt.subject + ":browser:" + attempt.known_browser, kMaximumPerBrowser}},
      kNetworkPeriod};
}

AttemptCounter::Counts AttemptCounter::counts_of(const OpenRequests& requests,
                                                 std::string_view client_address) const {
  const std::string kind = "attempts:" + std::string(requests.kind) + ':';
  Counts counts{{{kind + core::client_network(client_address, limits_.networks), requests.most}},
                requests.period};
  if (requests.most_of_wider_network > 0)
    counts.all.push_back(
        {kind + "wider:" + core::client_network(client_address, core::wider(limits_.networks)),
         requests.most_of_wider_network});
  if (requests.most_of_group > 0)
    counts.all.push_back({kind + "group:" + std::to_string(core::network_group(client_address)),
                          requests.most_of_group});
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

Reservation AttemptCounter::reserve_locally(const Keys& keys) {
  if (const auto own = local_.reserve(keys.of_network, kMaximumPerNetwork, kNetworkPeriod); !own)
    return own;
  const auto of_all = local_.reserve(keys.of_network_for_all, limits_.per_network, kNetworkPeriod);
  if (!of_all) return of_all;
  if (local_.reserve(keys.of_subject, kMaximumPerSubject, kSubjectPeriod)) return {};
  const auto wider = local_.reserve(keys.of_wider_network, kMaximumPerWiderNetwork, kNetworkPeriod);
  return wider ? local_.reserve(keys.of_pace, 1, kPace) : wider;
}

Reservation AttemptCounter::reserve_locally(const Counts& counts) {
  for (std::size_t i = 0; i < counts.all.size(); ++i) {
    const auto reserved = local_.reserve(counts.all[i].key, counts.all[i].most, counts.period);
    if (reserved) continue;
    for (std::size_t j = 0; j < i; ++j) local_.give_back(counts.all[j].key);
    return reserved;
  }
  return {};
}

Reservation AttemptCounter::reserve(const Counts& counts) {
  std::vector<std::string> limits;
  for (const auto& count : counts.all) limits.push_back(std::to_string(count.most));
  limits.push_back(std::to_string(counts.period.count()));
  std::vector<std::string_view> words;
  for (const auto& count : counts.all) words.emplace_back(count.key);
  words.insert(words.end(), limits.begin(), limits.end());
  const RedisReply reply = redis_.run(reserve_all_script(), words, counts.all.size());
  if (reply && reply->type == REDIS_REPLY_INTEGER) return {std::chrono::seconds(reply->integer)};
  return reserve_locally(counts);
}

void AttemptCounter::give_back(const Counts& counts) {
  std::vector<std::string_view> keys;
  for (const auto& count : counts.all) {
    keys.emplace_back(count.key);
    local_.give_back(count.key);
  }
  redis_.run(give_back_script(), keys, keys.size());
}

Reservation AttemptCounter::reserve(const Attempt& attempt) {
  if (!attempt.known_browser.empty()) return reserve(browser_of(attempt));
  const Keys keys = keys_of(attempt);
  const RedisReply reply =
      redis_.run(reserve_script(),
                 {keys.of_network, keys.of_network_for_all, keys.of_subject, keys.of_wider_network,
                  keys.of_pace, std::to_string(kMaximumPerNetwork),
                  std::to_string(limits_.per_network), std::to_string(kMaximumPerSubject),
                  std::to_string(kMaximumPerWiderNetwork), std::to_string(kNetworkPeriod.count()),
                  std::to_string(kSubjectPeriod.count()), std::to_string(kPace.count())},
                 5);
  if (reply && reply->type == REDIS_REPLY_INTEGER) return {std::chrono::seconds(reply->integer)};
  return reserve_locally(keys);
}

void AttemptCounter::give_back(const Attempt& attempt) {
  if (!attempt.known_browser.empty()) {
    give_back(browser_of(attempt));
    return;
  }
  const Keys keys = keys_of(attempt);
  redis_.run(give_back_script(),
             {keys.of_network, keys.of_network_for_all, keys.of_subject, keys.of_wider_network}, 4);
  for (const std::string* key :
       {&keys.of_network, &keys.of_network_for_all, &keys.of_subject, &keys.of_wider_network})
    local_.give_back(*key);
}

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
