#include "handlers/api/list_page.h"

#include "handlers/api/input/query_parameters.h"

namespace handlers {
namespace {

constexpr std::int64_t kMaximumPerPage = 100;

}  // namespace

core::Result<int> page_limit(const fcgi::Request& request, int usual) {
  const auto limit = whole_number(request, "limit", 1, kMaximumPerPage);
  if (!limit) return limit.error();
  return static_cast<int>(limit->value_or(usual));
}

void write_next_page(core::JsonWriter& json, const std::optional<std::string>& next_cursor) {
  json.member("hasMore", next_cursor.has_value());
  json.member("nextCursor", next_cursor);
}

}  // namespace handlers
