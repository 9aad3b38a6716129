#include "handlers/render_cache.h"

namespace handlers {

RenderCache::Entry RenderCache::find(const core::ArtifactId& artifact, std::int64_t version) {
  const std::lock_guard lock(mutex_);
  const auto found = by_artifact_.find(artifact);
  if (found == by_artifact_.end() || found->second->version != version) return nullptr;
  order_.splice(order_.begin(), order_, found->second);
  return found->second->entry;
}

void RenderCache::keep(const core::ArtifactId& artifact, std::int64_t version, Entry entry) {
  const std::size_t size = entry->bytes();
  const std::lock_guard lock(mutex_);
  if (const auto found = by_artifact_.find(artifact); found != by_artifact_.end()) {
    if (found->second->version >= version) return;
    remove(found->second);
  }
  // One that would push out most of the others is rendered anew each time.
  if (size > maximum_bytes_ / 4) return;
  while (bytes_ + size > maximum_bytes_) remove(std::prev(order_.end()));
  order_.push_front({artifact, version, std::move(entry)});
  by_artifact_[artifact] = order_.begin();
  bytes_ += size;
}

void RenderCache::remove(Order::iterator kept) {
  bytes_ -= kept->entry->bytes();
  by_artifact_.erase(kept->artifact);
  order_.erase(kept);
}

}  // namespace handlers
