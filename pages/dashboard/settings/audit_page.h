// The audit log of an account.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/audit.h"
#include "core/time.h"
#include "html/html.h"
#include "pages/frame.h"

namespace pages::dashboard {

struct AuditRow {
  core::Timestamp created_at;
  std::string_view action;
  const core::Actor& actor;
  std::string_view subject;
  std::string_view subject_name;
  const std::optional<std::string>& reason;
  const std::vector<std::string>& changes;
};

struct AuditPage {
  std::vector<AuditRow> rows;               // newest first
  std::optional<core::AuditAction> action;  // the filter
  bool is_first = true;
  std::optional<std::string> next_cursor;
};

html::Html audit_page(const Viewer& viewer, const AuditPage& page);

}  // namespace pages::dashboard
