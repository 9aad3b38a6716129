#include "db/key_cache.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

#include <poll.h>
#include <sys/eventfd.h>

#include "core/error.h"
#include "core/text/encodings.h"
#include "db/grant_store.h"
#include "db/key_store.h"
#include "db/upload_store.h"

namespace db {
namespace {

constexpr std::chrono::seconds kTrustedFor{30};
constexpr std::chrono::milliseconds kRetryAfter{200};
// How long a dead connection can go unnoticed without notifications: a third of the time for which
// an entry is trusted.
constexpr std::chrono::seconds kCheckEvery{10};
// Enough for every key in use on a busy host. When it is exceeded, the cache is cleared.
constexpr std::size_t kMaximumEntries = 20000;

constexpr Query<R"(
listen api_keys_changed)">
    kListen{"key_cache_listen"};

std::optional<core::Sha256> parse_hash(std::string_view hexadecimal) {
  core::Sha256 hash{};
  if (hexadecimal.size() != hash.size() * 2) return std::nullopt;
  for (std::size_t i = 0; i < hash.size(); ++i) {
    const char* const digits = hexadecimal.data() + i * 2;
    if (std::from_chars(digits, digits + 2, hash[i], 16).ptr != digits + 2) return std::nullopt;
  }
  return hash;
}

}  // namespace

std::size_t KeyCache::HashOfHash::operator()(const core::Sha256& hash) const {
  std::size_t value = 0;
  std::memcpy(&value, hash.data(), sizeof value);
  return value;
}

KeyCache::KeyCache(Connector& connector, core::Metrics& metrics)
    : connector_(connector), wake_(eventfd(0, EFD_CLOEXEC), "eventfd") {
  listener_ = std::thread([this, &metrics] { listen(metrics); });
}

KeyCache::~KeyCache() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  eventfd_write(wake_.number(), 1);
  listener_.join();
}

std::optional<KeyCache::Entry> KeyCache::find(const core::Sha256& key_hash) {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find(key_hash);
  if (found == kept_.end()) return std::nullopt;
  const bool fresh =
      listening_in_ == connector_.epoch() && Clock::now() < found->second.trusted_until;
  return Entry{found->second.program, fresh};
}

KeyCache::Generation KeyCache::generation() {
  const std::lock_guard lock(mutex_);
  return generation_;
}

void KeyCache::keep(const core::Sha256& key_hash, std::shared_ptr<const core::Principal> program,
                    Generation begun_in, std::optional<Clock::time_point> good_until) {
  const std::lock_guard lock(mutex_);
  if (generation_ != begun_in) return;
  if (kept_.size() >= kMaximumEntries) kept_.clear();
  const Clock::time_point trusted_until = Clock::now() + kTrustedFor;
  kept_[key_hash] = {std::move(program),
                     std::min(trusted_until, good_until.value_or(trusted_until))};
}

void KeyCache::note_change(const core::Sha256& key_hash) {
  const std::lock_guard lock(mutex_);
  ++generation_;
  kept_.erase(key_hash);
}

void KeyCache::forget(const core::Sha256& key_hash) {
  const std::lock_guard lock(mutex_);
  kept_.erase(key_hash);
}

void KeyCache::set_listening(std::optional<Connector::Epoch> epoch) {
  const std::lock_guard lock(mutex_);
  ++generation_;
  listening_in_ = epoch;
  // Notifications that were sent meanwhile are lost.
  kept_.clear();
}

void KeyCache::listen_once(Postgres& postgres) {
  postgres.connect();
  postgres.write(kListen);
  // That of this connection: another thread may have begun a later one meanwhile.
  const Connector::Epoch epoch = postgres.epoch();
  set_listening(epoch);
  for (;;) {
    const std::vector<std::string> changed =
        postgres.wait_for_notifications(wake_.number(), kCheckEvery);
    {
      const std::lock_guard lock(mutex_);
      if (stopping_) return;
    }
    for (const std::string& payload : changed)
      if (const auto hash = parse_hash(payload)) note_change(*hash);
    if (changed.empty()) postgres.check_alive();
    if (connector_.epoch() != epoch) throw core::Unavailable("this may no longer be the primary");
  }
}

void KeyCache::listen(core::Metrics& metrics) {
  for (;;) {
    try {
      Postgres postgres(connector_, metrics);
      listen_once(postgres);
      return;
    } catch (const std::exception&) {
      set_listening(std::nullopt);
    }
    pollfd wake{wake_.number(), POLLIN, 0};
    if (poll(&wake, 1, static_cast<int>(kRetryAfter.count())) > 0) return;
  }
}

bool CachedAuthenticator::knows(const core::BearerToken& token) {
  return cache_.find(token.hash()).has_value();
}

std::optional<core::Principal> CachedAuthenticator::authenticate(const core::BearerToken& token) {
  const core::Sha256& hash = token.hash();
  if (const auto entry = cache_.find(hash); entry && entry->fresh) return *entry->program;
  const KeyCache::Generation begun_in = cache_.generation();
  // Measured from before the query, so that its duration does not extend the time.
  const KeyCache::Clock::time_point asked_at = KeyCache::Clock::now();
  std::optional<FoundProgram> found = token.kind() == core::BearerToken::Kind::access_token
                                          ? GrantStore(postgres_).find_program(hash)
                                          : ApiKeyStore(postgres_).find_program(hash);
  if (!found) {
    cache_.forget(hash);
    return std::nullopt;
  }
  std::optional<KeyCache::Clock::time_point> good_until;
  if (found->expires_in) good_until = asked_at + *found->expires_in;
  cache_.keep(hash, std::make_shared<const core::Principal>(found->program), begun_in, good_until);
  return std::move(found->program);
}

core::Result<core::BearerToken> CachedAuthenticator::asker_of(const core::UploadToken& address) {
  auto waiting = UploadStore(postgres_).find(address);
  if (!waiting) return waiting.error();
  return waiting->asker;
}

}  // namespace db
