// KeyCache: the API keys and access tokens that this worker process has verified recently, which
// saves most calls a query.
//
// An entry is trusted for 30 seconds at most, never after the key expires, and is dropped at once
// when PostgreSQL notifies that the key or its account has changed. A
// thread of the cache listens for notifications on its own connection. While it is not connected,
// no entry is trusted; nor, after an outage noticed by another thread, until it has reconnected. So
// a lost connection never lets a revoked key pass.
//
// Thread-safe. The destructor stops the listening thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>

#include "core/descriptor.h"
#include "core/principal.h"
#include "core/security/cryptography.h"
#include "db/connection/postgres.h"

namespace db {

class KeyCache {
 public:
  using Clock = std::chrono::steady_clock;

  explicit KeyCache(Connector& connector, core::Metrics& metrics = core::Metrics::unwatched());
  ~KeyCache();
  KeyCache(const KeyCache&) = delete;
  KeyCache& operator=(const KeyCache&) = delete;

  struct Entry {
    std::shared_ptr<const core::Principal> program;
    bool fresh = false;  // false: it was valid once, look it up again
  };
  std::optional<Entry> find(const core::Sha256& key_hash);

  // Call before querying the database, and pass the result to keep(): a result that a notification
  // has overtaken is not kept.
  using Generation = std::uint64_t;
  Generation generation();
  // `good_until`: when the key expires, if it does.
  void keep(const core::Sha256& key_hash, std::shared_ptr<const core::Principal> program,
            Generation begun_in, std::optional<Clock::time_point> good_until);
  void forget(const core::Sha256& key_hash);

 private:
  struct HashOfHash {
    std::size_t operator()(const core::Sha256& hash) const;
  };
  struct Kept {
    std::shared_ptr<const core::Principal> program;
    Clock::time_point trusted_until;
  };

  void listen(core::Metrics& metrics);
  void listen_once(Postgres& postgres);
  void set_listening(std::optional<Connector::Epoch> epoch);
  void note_change(const core::Sha256& key_hash);

  Connector& connector_;
  std::mutex mutex_;
  std::unordered_map<core::Sha256, Kept, HashOfHash> kept_;
  Generation generation_ = 0;
  std::optional<Connector::Epoch> listening_in_;
  bool stopping_ = false;
  core::Descriptor wake_;  // an eventfd, readable when the thread has to stop
  std::thread listener_;
};

// One thread's lookup: the cache first, then the database.
class CachedAuthenticator : public core::Authenticator {
 public:
  CachedAuthenticator(KeyCache& cache, Postgres& postgres) : cache_(cache), postgres_(postgres) {}

  bool knows(const core::BearerToken& token) override;
  std::optional<core::Principal> authenticate(const core::BearerToken& token) override;
  core::Result<core::BearerToken> asker_of(const core::UploadToken& address) override;

 private:
  KeyCache& cache_;
  Postgres& postgres_;
};

}  // namespace db
