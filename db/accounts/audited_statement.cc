#include "db/accounts/audited_statement.h"

#include <algorithm>
#include <charconv>

namespace db {
namespace {

constexpr std::string_view kMark = "{event}";
constexpr std::string_view kMarkWithChanges = "{event_with_changes}";

// {1} and so on are the event's parameters, which follow those of the statement. {more} are further
// columns, which have the same names in `audited`.
constexpr std::string_view kEvent = R"(event as (
  insert into audit_events
    (id, account_id, action, user_id, key_id, actor_name, client_address, subject, subject_name,
     reason{more})
  select {1}, account_id, {2}, {3}, {4}, {5}, {6}, {7}, coalesce(subject_name, ''), {8}{more}
    from audited
))";
constexpr std::string_view kMore = "{more}";

// The highest parameter number: 12 for $12.
int parameters_in(std::string_view sql) {
  int most = 0;
  for (std::size_t at = 0; (at = sql.find('$', at)) != std::string_view::npos; ++at) {
    int number = 0;
    std::from_chars(sql.data() + at + 1, sql.data() + sql.size(), number);
    most = std::max(most, number);
  }
  return most;
}

std::string event_from(int first, std::string_view more) {
  std::string event;
  for (std::string_view rest = kEvent; !rest.empty();) {
    if (rest.starts_with(kMore)) {
      event += more;
      rest.remove_prefix(kMore.size());
    } else if (rest.front() == '{') {
      event += '$' + std::to_string(first + (rest[1] - '1'));
      rest.remove_prefix(3);
    } else {
      event += rest.front();
      rest.remove_prefix(1);
    }
  }
  return event;
}

}  // namespace

AuditedStatement::AuditedStatement(const char* name, std::string_view sql)
    : sql_(sql), statement_{name, nullptr} {
  const bool has_changes = sql.find(kMark) == std::string_view::npos;
  const std::string_view mark = has_changes ? kMarkWithChanges : kMark;
  sql_.replace(sql_.find(mark), mark.size(),
               event_from(parameters_in(sql) + 1, has_changes ? ", changes" : ""));
  statement_.sql = sql_.c_str();
}

}  // namespace db
