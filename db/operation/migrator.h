// Migrations: the numbered SQL files that create the schema, NNNN_name.sql, each applied once and
// in order.
//
// Safe to run from several hosts at once: an advisory lock lets one of them migrate, and the others
// wait and then find nothing to do. Each file runs in a transaction, together with the record that
// it was applied, which has the file's hash: a file never changes once it was applied. A database
// that was made from another text, or before hashes were recorded, is refused.
//
// Building an index in a transaction blocks writers. After the line `-- concurrently`, a file has
// `create index concurrently` statements, which run one by one after the rest is committed. If one
// fails, the file is not recorded and the next run repeats all of it, so the part before the line
// must be repeatable (`create or replace`, `if not exists`).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/time.h"

namespace db {

class Postgres;

// The schema compared to the migrations in a folder, by name.
struct SchemaState {
  std::vector<std::string> pending;  // in the folder, but not applied
  // Applied, but not in the folder: by a newer version, before a downgrade.
  std::vector<std::string> newer;
  // When the last one was applied.
  std::optional<core::Timestamp> changed = {};
  // Applied from a file with another content than the one in the folder.
  std::vector<std::string> altered = {};
};

// The advice to the operator about `altered`.
inline constexpr std::string_view kWayOutOfAltered =
    "install the package with the original files. If the database was made before 1.0 was "
    "released, make an empty one in its place";

// Applies what is pending and returns the state before that. A newer schema is left unchanged.
// Throws std::runtime_error if a file name is not NNNN_name.sql, if a number is used twice, or if
// migrations are pending in a schema that also has newer ones, or a migration was applied from a
// file with another content.
SchemaState migrate(Postgres& postgres, const std::filesystem::path& folder);

// Returns what migrate() would find; changes nothing. Throws as migrate() does, except for altered
// files.
SchemaState inspect_schema(Postgres& postgres, const std::filesystem::path& folder);

}  // namespace db
