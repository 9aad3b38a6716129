#include "db/migrator.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

#include "db/postgres.h"

namespace db {
namespace {

// Any number will do, as long as nothing else in this database takes the same lock.
constexpr const char* kLock = "select pg_advisory_lock(7201458211)";
constexpr const char* kUnlock = "select pg_advisory_unlock(7201458211)";

constexpr const char* kCreateTable = R"(
create table if not exists schema_migrations (
  number integer primary key,
  name text not null,
  applied_at timestamptz not null default now()
))";

constexpr Statement kTableExists{"migration_table_exists",
                                 "select to_regclass('schema_migrations') is not null"};

constexpr Statement kApplied{"migration_applied", "select number from schema_migrations"};

constexpr Statement kRecord{"migration_record",
                            "insert into schema_migrations (number, name) values ($1, $2)"};

struct Migration {
  int number = 0;
  std::string name;
  std::string sql;
};

Migration read_migration(const std::filesystem::path& file) {
  Migration migration;
  migration.name = file.stem().string();
  const char* begin = migration.name.data();
  const auto [end, problem] =
      std::from_chars(begin, begin + migration.name.size(), migration.number);
  if (problem != std::errc() || end - begin != 4 || *end != '_')
    throw std::runtime_error(file.string() + ": a migration is named NNNN_name.sql");
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) throw std::runtime_error(file.string() + ": cannot be read");
  migration.sql = text.str();
  return migration;
}

std::vector<Migration> read_folder(const std::filesystem::path& folder) {
  std::vector<Migration> migrations;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".sql") migrations.push_back(read_migration(entry.path()));
  std::sort(migrations.begin(), migrations.end(),
            [](const Migration& a, const Migration& b) { return a.number < b.number; });
  for (std::size_t i = 1; i < migrations.size(); ++i) {
    if (migrations[i].number == migrations[i - 1].number)
      throw std::runtime_error(folder.string() + ": two migrations have the same number");
  }
  return migrations;
}

// Holds the lock while it lives. If it cannot be given back, the connection is gone, and with it
// the lock.
class MigrationLock {
 public:
  explicit MigrationLock(Postgres& postgres) : postgres_(postgres) { postgres_.run_script(kLock); }
  MigrationLock(const MigrationLock&) = delete;
  MigrationLock& operator=(const MigrationLock&) = delete;
  ~MigrationLock() {
    try {
      postgres_.run_script(kUnlock);
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    }
  }

 private:
  Postgres& postgres_;
};

// Those of `migrations` that the database has not had. Throws if it has had others.
std::vector<Migration> not_applied(Postgres& postgres, const std::vector<Migration>& migrations) {
  const Rows rows = postgres.read(kApplied);
  std::vector<int> applied;
  applied.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i) applied.push_back(static_cast<int>(rows[i].integer(0)));
  for (const int number : applied) {
    const bool is_known =
        std::any_of(migrations.begin(), migrations.end(),
                    [&](const Migration& migration) { return migration.number == number; });
    if (!is_known)
      throw std::runtime_error("the database is of a newer version of the service than this one");
  }
  std::vector<Migration> left;
  for (const Migration& migration : migrations) {
    if (std::find(applied.begin(), applied.end(), migration.number) == applied.end())
      left.push_back(migration);
  }
  return left;
}

std::vector<std::string> names_of(const std::vector<Migration>& migrations) {
  std::vector<std::string> names;
  names.reserve(migrations.size());
  for (const Migration& migration : migrations) names.push_back(migration.name);
  return names;
}

void apply(Postgres& postgres, const Migration& migration) {
  postgres.run_script("begin");
  try {
    postgres.run_script(migration.sql);
    postgres.write(kRecord, migration.number, migration.name);
    postgres.run_script("commit");
  } catch (const QueryFailed& failure) {
    postgres.run_script("rollback");
    throw std::runtime_error(migration.name + ": " + failure.what());
  }
}

}  // namespace

std::vector<std::string> migrate(Postgres& postgres, const std::filesystem::path& folder) {
  const std::vector<Migration> migrations = read_folder(folder);
  const MigrationLock lock(postgres);
  postgres.run_script(kCreateTable);
  const std::vector<Migration> left = not_applied(postgres, migrations);
  for (const Migration& migration : left) apply(postgres, migration);
  return names_of(left);
}

std::vector<std::string> pending_migrations(Postgres& postgres,
                                            const std::filesystem::path& folder) {
  const std::vector<Migration> migrations = read_folder(folder);
  const bool any_applied = postgres.read(kTableExists)[0].boolean(0);
  return names_of(any_applied ? not_applied(postgres, migrations) : migrations);
}

}  // namespace db
