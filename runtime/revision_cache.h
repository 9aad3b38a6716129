// RevisionCache: an LRU cache of results that were computed from something that has revisions, such
// as an artifact.
//
// An entry belongs to one revision, so a change is visible to the next viewer. What never changes
// has revision 0. The least recently used entries are evicted when the total size exceeds the
// limit. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>

namespace runtime {

// Value::bytes() is its approximate size in memory.
template <typename Value, typename Key>
class RevisionCache {
 public:
  using Entry = std::shared_ptr<const Value>;

  // Entries larger than `largest_bytes` are not cached.
  RevisionCache(std::size_t maximum_bytes, std::size_t largest_bytes)
      : maximum_bytes_(maximum_bytes), largest_bytes_(largest_bytes) {}

  // Null if this revision is not cached.
  Entry find(const Key& key, std::int64_t revision) {
    const std::lock_guard lock(mutex_);
    const auto found = by_key_.find(key);
    if (found == by_key_.end() || found->second->revision != revision) return nullptr;
    order_.splice(order_.begin(), order_, found->second);
    return found->second->entry;
  }

  void put(const Key& key, std::int64_t revision, Entry entry) {
    const std::size_t size = entry->bytes();
    const std::lock_guard lock(mutex_);
    if (const auto found = by_key_.find(key); found != by_key_.end()) {
      if (found->second->revision >= revision) return;
      remove(found->second);
    }
    if (size > largest_bytes_ || size > maximum_bytes_) return;
    while (bytes_ + size > maximum_bytes_) remove(std::prev(order_.end()));
    order_.push_front({key, revision, std::move(entry)});
    by_key_[key] = order_.begin();
    bytes_ += size;
  }

 private:
  struct Kept {
    Key key;
    std::int64_t revision = 0;
    Entry entry;
  };
  using Order = std::list<Kept>;

  void remove(typename Order::iterator kept) {
    bytes_ -= kept->entry->bytes();
    by_key_.erase(kept->key);
    order_.erase(kept);
  }

  std::mutex mutex_;
  const std::size_t maximum_bytes_;
  const std::size_t largest_bytes_;
  std::size_t bytes_ = 0;
  Order order_;  // most recently used first
  std::map<Key, typename Order::iterator> by_key_;
};

}  // namespace runtime
