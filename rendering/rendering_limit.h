// RenderingLimit: how much CPU time it may take to render one thing, with and without a turn
// (runtime/admission.h).
//
// How much it takes cannot be told by the size of the content, which is not trusted. So small
// content is begun without a turn, on a small allowance; what takes more begins again once it has a
// turn. What takes more than the limit shows something simpler, as templates/content.h says. Both
// are remembered for the version of the artifact, so they cost that CPU time once. Thread-safe.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/cpu_limit.h"
#include "runtime/low_priority.h"
#include "runtime/version_cache.h"

namespace rendering {

class RenderingLimit {
 public:
  // As much as ordinary documents of 256 KiB take.
  static constexpr std::chrono::milliseconds kWithoutTurn{25};

  explicit RenderingLimit(std::chrono::nanoseconds most)
      : most_(most), allowance_(std::min<std::chrono::nanoseconds>(most, kWithoutTurn)) {}

  // What is rendered: its kind, and the artifact.
  struct Job {
    const std::string& name;
    std::int64_t version = 0;
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

    // With the name of a job, and what holds them.
    static std::size_t bytes() { return 256; }
  };

  Cost known_cost(const Job& job) {
    const auto known = costs_.find(job.name, job.version);
    return known ? known->cost : Cost::low;
  }
  void remember(const Job& job, Cost cost) {
    costs_.keep(job.name, job.version, std::make_shared<const KnownCost>(KnownCost{cost}));
  }

  static constexpr std::size_t kMostBytes = std::size_t{4} << 20;

  const std::chrono::nanoseconds most_;
  const std::chrono::nanoseconds allowance_;
  runtime::VersionCache<KnownCost, std::string> costs_{kMostBytes, kMostBytes};
};

}  // namespace rendering
