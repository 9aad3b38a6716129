#include "db/operation/steps.h"

#include "db/connection/postgres.h"

namespace db {
namespace {

constexpr Query<R"(
select id
  from (select id from accounts where id > $after_account order by id limit 500) as account
 order by id desc
 limit 1)">
    kNextRange{"account_range_next"};

}  // namespace

std::optional<AccountRange> next_account_range(Postgres& postgres, const core::Uuid& after) {
  const Rows rows = postgres.read(kNextRange, "after_account"_a = after);
  if (rows.empty()) return std::nullopt;
  return AccountRange{after, rows[0].uuid("id")};
}

}  // namespace db
