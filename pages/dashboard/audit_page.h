// The page on which an account's owners read its audit log.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/audit.h"
#include "core/timestamp.h"
#include "pages/dashboard/frame.h"
#include "pages/html.h"

namespace pages::dashboard {

struct AuditRow {
  core::Timestamp created_at;
  std::string_view action;
  const core::Actor& actor;
  std::string_view subject;
  std::string_view subject_name;
  const std::optional<std::string>& reason;
};

struct AuditPage {
  std::vector<AuditRow> rows;               // newest first
  std::optional<core::AuditAction> action;  // the filter
  bool is_first = true;
  std::optional<std::string> next_cursor;
};

Html audit_page(const Viewer& viewer, const AuditPage& page);

}  // namespace pages::dashboard
