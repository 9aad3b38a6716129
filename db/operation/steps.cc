#include "db/operation/steps.h"

#include "db/connection/postgres.h"

namespace db {
namespace {

constexpr Statement kNextRange{"account_range_next", R"(
select id
  from (select id from accounts where id > $1 order by id limit 500) as account
 order by id desc
 limit 1)"};

}  // namespace

std::optional<AccountRange> next_account_range(Postgres& postgres, const core::Uuid& after) {
  const Rows rows = postgres.read(kNextRange, after);
  if (rows.empty()) return std::nullopt;
  return AccountRange{after, rows[0].uuid(0)};
}

}  // namespace db
