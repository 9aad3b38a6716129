// Inspection: what an operator's check wants to know of the database server.
//
// Throws what db/connection/postgres.h says.
#pragma once

#include <cstdint>
#include <string>

#include "core/text/timestamp.h"

namespace db {

class Postgres;

struct ServerState {
  std::string version;  // "15.13"
  core::Timestamp clock;
  std::int64_t connections;  // how many the server allows
  bool is_writable;          // a standby is not
};

ServerState inspect_server(Postgres& postgres);

}  // namespace db
