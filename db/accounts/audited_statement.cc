#include "db/accounts/audited_statement.h"

#include <algorithm>
#include <charconv>

namespace db {
namespace {

constexpr std::string_view kMark = "{event}";
constexpr std::string_view kMarkWithChanges = "{event_with_changes}";

// {1} and so on are the event's parameters, which follow those of the statement.
constexpr std::string_view kEvent = R"(event as (
  insert into audit_events
    (id, account_id, action, user_id, key_id, actor_name, client_address, subject, subject_name,
     reason)
  select {1}, account_id, {2}, {3}, {4}, {5}, {6}, {7}, coalesce(subject_name, ''), {8}
    from audited
))";
constexpr std::string_view kEventWithChanges = R"(event as (
  insert into audit_events
    (id, account_id, action, user_id, key_id, actor_name, client_address, subject, subject_name,
     reason, changes)
  select {1}, account_id, {2}, {3}, {4}, {5}, {6}, {7}, coalesce(subject_name, ''), {8}, changes
    from audited
))";

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

std::string numbered_from(int first, std::string_view text) {
  std::string numbered;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{') {
      numbered += text[i];
      continue;
    }
    numbered += '$' + std::to_string(first + (text[i + 1] - '1'));
    i += 2;
  }
  return numbered;
}

}  // namespace

AuditedStatement::AuditedStatement(const char* name, std::string_view sql)
    : sql_(sql), statement_{name, nullptr} {
  const int first = parameters_in(sql) + 1;
  if (const std::size_t at = sql_.find(kMark); at != std::string::npos) {
    sql_.replace(at, kMark.size(), numbered_from(first, kEvent));
  } else {
    sql_.replace(sql_.find(kMarkWithChanges), kMarkWithChanges.size(),
                 numbered_from(first, kEventWithChanges));
  }
  statement_.sql = sql_.c_str();
}

}  // namespace db
