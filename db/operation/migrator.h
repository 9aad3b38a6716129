// Migrations: the numbered SQL files that make the schema, NNNN_name.sql, applied in order and
// once.
//
// Safe to run from several hosts at once: an advisory lock lets one of them work, the others wait
// and then find nothing left to do. Each file runs in a transaction of its own together with the
// note that it has run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace db {

class Postgres;

// What a database has of the migrations in a folder, by their names.
struct SchemaState {
  std::vector<std::string> pending;  // in the folder, and not applied
  // Applied, and not in the folder: those of a newer version, which this one has replaced again.
  std::vector<std::string> newer;
};

// Applies what is pending and gives the state that it found. Where nothing is, a schema that is
// newer stays as it is. Throws std::runtime_error if a file's name is not NNNN_name.sql, if a
// number is used twice, or if something is pending in a database that is newer.
SchemaState migrate(Postgres& postgres, const std::filesystem::path& folder);

// What migrate() would find; changes nothing. Throws as migrate() does.
SchemaState inspect_schema(Postgres& postgres, const std::filesystem::path& folder);

}  // namespace db
