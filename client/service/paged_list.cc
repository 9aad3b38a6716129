#include "client/service/paged_list.h"

#include <algorithm>

#include "client/service/answer.h"
#include "core/encodings/form.h"

namespace client {
namespace {

constexpr std::size_t kLargestPage = 100;

std::string query_of(const ListFilters& filters, std::size_t limit, const std::string& cursor) {
  std::string query = core::write_form({{"limit", std::to_string(limit)}, {"cursor", cursor}});
  for (const auto& [name, value] : filters)
    if (!value.empty()) query += '&' + core::write_form({{name, value}});
  return query;
}

}  // namespace

bool read_list(ServiceClient& service, const std::string& path, const ListFilters& filters,
               std::size_t most, const std::function<bool(core::JsonValue)>& each) {
  std::string cursor;
  for (;;) {
    const std::size_t limit = std::min(most, kLargestPage);
    const Answer page(service.get(path + '?' + query_of(filters, limit, cursor)));
    const auto data = page.root().find("data");
    const auto pagination = page.root().find("pagination");
    if (!data || !pagination) return false;
    for (const core::JsonValue item : *data)
      if (!each(item)) return true;
    most -= std::min(most, data->size());
    cursor = member_text(*pagination, "nextCursor");
    if (cursor.empty()) return false;
    if (most == 0) return true;
  }
}

}  // namespace client
