// The statements that record what they change in the audit log: one statement, so there are both or
// neither, and no further round trip.
//
//   constexpr Statement kRename{"account_rename", kAudited<R"(
//   with changed as (
//     update accounts set name = $7 where id = $6 returning id, name
//   ), event as (
//     select id as account_id, 'account.renamed' as action, public_id('acc', id) as subject,
//            name as subject_name
//       from changed
//   ))", "select from changed">};
//   postgres.write(kRename, note, id, name);
//
// The change ends with the query `event`: a row for each event, with account_id, action, subject
// and subject_name. $1 to $5 are those of the core::AuditNote that is the first parameter.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace db {

// A literal as the argument of a template.
template <std::size_t size>
struct SqlLiteral {
  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions,*-avoid-c-arrays)
  consteval SqlLiteral(const char (&literal)[size]) { std::copy_n(literal, size, text.begin()); }
  constexpr std::string_view view() const { return {text.data(), size - 1}; }

  std::array<char, size> text{};
};

namespace detail {

inline constexpr std::string_view kRecordEvent = R"(, recorded as (
  insert into audit_events
    (id, account_id, action, user_id, key_id, actor_name, client_address, subject, subject_name)
  select $1, account_id, action, $2, $3, $4, $5, subject, subject_name from event
)
)";

template <SqlLiteral change, SqlLiteral result>
consteval auto audited() {
  constexpr std::size_t kSize =
      change.view().size() + kRecordEvent.size() + result.view().size() + 1;
  std::array<char, kSize> sql{};
  auto end = sql.begin();
  for (const std::string_view part : {change.view(), kRecordEvent, result.view()})
    end = std::copy(part.begin(), part.end(), end);
  return sql;
}

template <SqlLiteral change, SqlLiteral result>
inline constexpr auto kAuditedSql = audited<change, result>();

}  // namespace detail

// The text of a statement that makes a change, records it, and gives the rows of `result`.
template <SqlLiteral change, SqlLiteral result>
inline constexpr const char* kAudited = detail::kAuditedSql<change, result>.data();

}  // namespace db
