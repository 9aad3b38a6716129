#include "db/operation/inspection.h"

#include "db/connection/postgres.h"

namespace db {
namespace {

constexpr Statement kInspectServer{"inspect_server", R"(
select current_setting('server_version'), clock_timestamp(),
       current_setting('max_connections')::bigint, not pg_is_in_recovery(),
       lower('É') = 'é')"};

}  // namespace

ServerState inspect_server(Postgres& postgres) {
  const Rows rows = postgres.read(kInspectServer);
  return {.version = std::string(rows[0].text(0)),
          .clock = rows[0].timestamp(1),
          .connections = rows[0].integer(2),
          .is_writable = rows[0].boolean(3),
          .knows_letters = rows[0].boolean(4)};
}

}  // namespace db
