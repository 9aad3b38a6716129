// What endpoints work with: one thread's stores and what its worker process shares.
//
// References alone, so that an endpoint includes (and is compiled again after a change of) no more
// than it uses. What they refer to is owned by worker/owned_services.h and outlives them.
//
// One thread's, as its database and Redis connections are.
#pragma once

namespace core {
struct Configuration;
}  // namespace core

namespace db {
class DatabaseRoom;
class Postgres;
}  // namespace db

namespace rendering {
class ArtifactPdfs;
class ArtifactRenderer;
}  // namespace rendering

namespace runtime {
class Admission;
}  // namespace runtime

namespace handlers {

struct Services {
  // Shared by the threads of the process; safe to use from all of them.
  const core::Configuration& configuration;
  runtime::Admission& admission;
  db::DatabaseRoom& database_room;

  // This thread's.
  db::Postgres& postgres;
  rendering::ArtifactRenderer& renderer;
  rendering::ArtifactPdfs& pdfs;
};

}  // namespace handlers
