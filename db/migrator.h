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

// Applies what has not been applied yet and gives the names of those files. Throws
// std::runtime_error if a file's name is not NNNN_name.sql, if a number is used twice,
// or if the database knows a migration that is not among the files (it is of a newer version).
std::vector<std::string> migrate(Postgres& postgres, const std::filesystem::path& folder);

// The names of the files that migrate() would apply; changes nothing. Throws as migrate() does.
std::vector<std::string> pending_migrations(Postgres& postgres,
                                            const std::filesystem::path& folder);

}  // namespace db
