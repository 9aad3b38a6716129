// FormCache: the forms of artifacts for programs (templates/registry.h).
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/artifact.h"
#include "core/cpu_limit.h"
#include "core/error.h"
#include "core/ids.h"
#include "core/version.h"
#include "runtime/admission.h"
#include "runtime/revision_cache.h"
#include "templates/registry.h"
#include "templates/rendered_content.h"

namespace rendering {

using templates::Form;

struct FormText {
  std::string text;
  bool exists = true;  // false if the content has no such form

  std::size_t bytes() const { return sizeof *this + text.size(); }
};

class FormCache : public runtime::RevisionCache<FormText, std::pair<core::ContentId, Form>> {
 public:
  explicit FormCache(std::size_t maximum_bytes) : RevisionCache(maximum_bytes, maximum_bytes / 2) {}
};

// RenderCache: the rendered content of artifacts, for each way in which it is shown.
class RenderCache
    : public runtime::RevisionCache<templates::RenderedContent,
                                    std::pair<core::ContentId, templates::RenderingOptions>> {
 public:
  // An entry over half of the cache is not kept, as it would evict most others.
  explicit RenderCache(std::size_t maximum_bytes)
      : RevisionCache(maximum_bytes, maximum_bytes / 2) {}
};

// RenderingLimit: how much CPU time it may take to render one thing, with and without a turn
// (runtime/admission.h).
//
// The size of untrusted content does not tell how long it takes. So small content starts without a
// turn, with a small allowance of CPU time; what takes longer starts again with a turn. What takes
// more than the limit is shown in a simpler form (templates/content.h). Both are remembered for the
// revision of the artifact, so that CPU time is spent once. Thread-safe.
class RenderingLimit {
 public:
  // As much as ordinary documents of 256 KiB take.
  static constexpr std::chrono::milliseconds kWithoutTurn{25};

  explicit RenderingLimit(std::chrono::nanoseconds most)
      : most_(most), allowance_(std::min<std::chrono::nanoseconds>(most, kWithoutTurn)) {}

  // The key of what is rendered: its kind, and the artifact.
  struct Job {
    const std::string& name;
    std::int64_t revision = 0;
  };

  // Runs `work` without a turn, and returns its result; nothing if it needs a turn.
  template <typename Work>
  auto run_without_turn(const Job& job, const Work& work) -> std::optional<decltype(work())> {
    const Cost cost = known_cost(job);
    if (cost == Cost::high) return std::nullopt;
    const core::CpuLimit limit(cost == Cost::too_high ? std::chrono::nanoseconds(0) : allowance_);
    auto result = work();
    if (limit.is_used_up() && cost == Cost::low) return std::nullopt;
    return result;
  }

  // Runs `work`, for which the caller holds a turn, at a low priority.
  template <typename Work>
  auto run_with_turn(const Job& job, const Work& work) {
    return runtime::at_low_priority([&] {
      const core::CpuLimit limit(known_cost(job) == Cost::too_high ? std::chrono::nanoseconds(0)
                                                                   : most_);
      auto result = work();
      if (limit.is_used_up() || limit.used() > allowance_)
        remember(job, limit.is_used_up() ? Cost::too_high : Cost::high);
      return result;
    });
  }

 private:
  enum class Cost : std::uint8_t { low, high, too_high };

  struct KnownCost {
    Cost cost = Cost::low;

    // Including the name of a job, and the nodes of the cache.
    static std::size_t bytes() { return 256; }
  };

  Cost known_cost(const Job& job) {
    const auto known = costs_.find(job.name, job.revision);
    return known ? known->cost : Cost::low;
  }
  void remember(const Job& job, Cost cost) {
    costs_.put(job.name, job.revision, std::make_shared<const KnownCost>(KnownCost{cost}));
  }

  static constexpr std::size_t kMostBytes = std::size_t{4} << 20;

  const std::chrono::nanoseconds most_;
  const std::chrono::nanoseconds allowance_;
  runtime::RevisionCache<KnownCost, std::string> costs_{kMostBytes, kMostBytes};
};

}  // namespace rendering

// ArtifactRenderer: renders artifacts, as the content of a page or in the forms for programs (JSON,
// Markdown, CSV). Results are cached, concurrent requests for the same one share the work, and what
// is large or takes long waits for a turn (RenderingLimit).
//
// Not thread-safe, as its store is not; the caches are shared by the process. Everything it refers
// to must outlive it.

namespace core {
class Metrics;
}
namespace db {
class ContentStore;
}
namespace runtime {
class Admission;
}

namespace rendering {

struct ViewedArtifact {
  core::ContentId id;
  std::int64_t revision = 0;  // of a version, the milliseconds when it was made
  core::Template content_template = core::Template::markdown;
  core::AccountId account;  // the owner
  templates::RenderingOptions options = {};
  std::string viewer = {};  // the network of a viewer; empty for the owner
};

// Content or results of this size take long enough to need a turn.
inline constexpr std::size_t kLargeBytes = std::size_t{256} * 1024;

template <typename Entry>
struct Made {
  Entry entry;  // null if the artifact was removed meanwhile
  // For a large entry, to be kept until the response is written; otherwise null.
  std::shared_ptr<const void> turn;
  std::int64_t revision = 0;  // of the artifact whose content it is, as in ViewedArtifact
};

class ArtifactRenderer {
 public:
  struct Caches {
    RenderCache& pages;
    FormCache& forms;
  };
  ArtifactRenderer(db::ContentStore& store, const Caches& caches, RenderingLimit& limit,
                   runtime::Admission& admission, core::Metrics& metrics)
      : store_(store), caches_(caches), limit_(limit), admission_(admission), metrics_(metrics) {}

  // Errors: unavailable if no turn is available.
  core::Result<Made<RenderCache::Entry>> page(const ViewedArtifact& artifact);
  core::Result<Made<FormCache::Entry>> form(const ViewedArtifact& artifact, Form form);

  // The page of content that is not stored, for the account that is writing it. Errors: the same.
  core::Result<Made<RenderCache::Entry>> draft(const core::AccountId& account,
                                               core::Template content_template,
                                               const std::string& content,
                                               templates::RenderingOptions options);

 private:
  template <typename Cache, typename Key, typename Make>
  core::Result<Made<typename Cache::Entry>> find_or_make(Cache& cache, const Key& key,
                                                         const ViewedArtifact& artifact,
                                                         typename Cache::Entry kept,
                                                         const std::string& job, Make make);

  db::ContentStore& store_;
  Caches caches_;
  RenderingLimit& limit_;
  runtime::Admission& admission_;
  core::Metrics& metrics_;
};

}  // namespace rendering
