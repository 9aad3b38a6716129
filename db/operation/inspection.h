// Inspection: the state of the database server, for `artifact-admin check`.
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
  std::int64_t connections;  // the maximum that the server allows
  bool is_writable;          // false on a standby
  bool knows_letters;        // whether lower() changes letters beyond ASCII, as searches rely on
};

ServerState inspect_server(Postgres& postgres);

}  // namespace db
