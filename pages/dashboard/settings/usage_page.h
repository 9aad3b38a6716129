// The page for an account's usage.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/time.h"
#include "html/html.h"
#include "pages/frame.h"

namespace pages::dashboard {

struct UsageOfDay {
  core::Timestamp day;
  std::int64_t requests = 0;
  std::int64_t views = 0;
};

struct UsagePage {
  std::string_view plan;
  std::int64_t requests_this_minute = 0;
  std::int64_t requests_per_minute = 0;  // the plan's limit
  std::int64_t artifacts = 0;
  std::int64_t deleted_artifacts = 0;
  std::int64_t links = 0;
  bool has_more_links = false;  // there are at least as many
  std::int64_t content_bytes = 0;
  // Storage limits, which include deleted artifacts; absent: no limit.
  std::optional<std::int64_t> most_artifacts;
  std::optional<std::int64_t> most_content_bytes;
  std::vector<UsageOfDay> days;  // oldest first, without gaps
};

html::Html usage_page(const Viewer& viewer, const UsagePage& usage);

}  // namespace pages::dashboard
