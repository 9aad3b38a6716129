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
class AttemptCounter;
class AuditLog;
class DatabaseRoom;
class Postgres;
class Redis;
}  // namespace db

namespace rendering {
class ArtifactPdfs;
class ArtifactRenderer;
}  // namespace rendering

namespace runtime {
class Admission;
class PasswordChecker;
}  // namespace runtime

namespace handlers {

struct Services {
  // Shared by the threads of the process; safe to use from all of them.
  const core::Configuration& configuration;
  runtime::Admission& admission;
  runtime::PasswordChecker& passwords;
  db::DatabaseRoom& database_room;

  // This thread's.
  db::Postgres& postgres;
  db::Redis& redis;
  db::AttemptCounter& attempts;
  db::AuditLog& audit_log;
  rendering::ArtifactRenderer& renderer;
  rendering::ArtifactPdfs& pdfs;
};

}  // namespace handlers
