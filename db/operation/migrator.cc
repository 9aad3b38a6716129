#include "db/operation/migrator.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fstream>
#include <set>
#include <sstream>
#include <string_view>
#include <thread>

#include "core/security/cryptography.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

// An arbitrary number that nothing else in this database uses. It is polled: `create index
// concurrently` waits for all running statements, so one that waited for this lock would end in a
// deadlock.
constexpr Query<R"(
select pg_try_advisory_lock(7201458211) as has_lock)">
    kLockMigrations{"migration_lock"};
constexpr const char* kUnlock = "select pg_advisory_unlock(7201458211)";
constexpr std::chrono::milliseconds kLockPause{200};

constexpr const char* kCreateTable = R"(
create table if not exists schema_migrations (
  number integer primary key,
  name text not null,
  applied_at timestamptz not null default now(),
  sha256 text not null
))";

constexpr Query<R"(
select to_regclass('schema_migrations') is not null as table_exists)">
    kTableExists{"migration_table_exists"};

// Tables that were made before 1.0 may lack the hash.
constexpr Query<R"(
select number, name, date_trunc('milliseconds', applied_at) as applied_at,
       coalesce(to_jsonb(applied) ->> 'sha256', '') as hash
  from schema_migrations as applied order by number)">
    kApplied{"migration_applied"};

constexpr Query<R"(
insert into schema_migrations (number, name, sha256) values ($number, $name, $hash))">
    kRecord{"migration_record"};

constexpr Query<R"(
select indisvalid from pg_index where indexrelid = to_regclass($index::text))">
    kIndexIsValid{"migration_index_is_valid"};

struct Migration {
  int number = 0;
  std::string name;
  std::string sha256;  // of the whole file
  std::string sql;
  std::vector<std::string> indexes;  // the statements after kConcurrently
};

constexpr std::string_view kConcurrently = "\n-- concurrently\n";
constexpr std::string_view kConcurrentIndex = "index concurrently ";

// Without lines that are comments.
std::string without_comments(std::string_view text) {
  std::string statements;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (!line.starts_with("--")) statements.append(line).append("\n");
  }
  return statements;
}

// The statements that create indexes, without their semicolons.
std::vector<std::string> read_indexes(const std::string& name, std::string_view text) {
  const std::string all = without_comments(text);
  std::string_view rest = all;
  std::vector<std::string> statements;
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \n"), rest.size()));
    if (rest.empty()) return statements;
    const std::string_view statement = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(statement.size() + 1, rest.size()));
    if (!statement.starts_with("create index concurrently ") &&
        !statement.starts_with("create unique index concurrently ")) {
      throw std::runtime_error(name + ": only `create index concurrently` may follow" +
                               " the line `-- concurrently`");
    }
    statements.emplace_back(statement);
  }
}

Migration read_migration(const std::filesystem::path& file) {
  Migration migration;
  migration.name = file.stem().string();
  const char* begin = migration.name.data();
  const auto [end, problem] =
      std::from_chars(begin, begin + migration.name.size(), migration.number);
  if (problem != std::errc() || end - begin != 4 || *end != '_')
    throw std::runtime_error(file.string() +
                             ": the file name of a migration must be NNNN_name.sql");
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) throw std::runtime_error(file.string() + ": cannot read the file");
  migration.sql = text.str();
  migration.sha256 = core::short_sha256(migration.sql, sizeof(core::Sha256));
  const std::size_t mark = migration.sql.find(kConcurrently);
  if (mark != std::string::npos) {
    migration.indexes = read_indexes(
        migration.name, std::string_view(migration.sql).substr(mark + kConcurrently.size()));
    migration.sql.resize(mark);
  }
  return migration;
}

std::vector<Migration> read_folder(const std::filesystem::path& folder) {
  std::vector<Migration> migrations;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed))
    if (entry.path().extension() == ".sql") migrations.push_back(read_migration(entry.path()));
  if (failed) throw std::runtime_error("cannot read the folder of migrations " + folder.string());
  if (migrations.empty()) throw std::runtime_error("there are no migrations in " + folder.string());
  std::sort(migrations.begin(), migrations.end(),
            [](const Migration& a, const Migration& b) { return a.number < b.number; });
  for (std::size_t i = 0; i < migrations.size(); ++i) {
    if (i > 0 && migrations[i].number == migrations[i - 1].number) {
      throw std::runtime_error(folder.string() + ": more than one migration has the number " +
                               std::to_string(migrations[i].number));
    }
  }
  return migrations;
}

// Holds the lock for its lifetime. If the connection is lost, so is the lock, and nothing more is
// done.
class MigrationLock {
 public:
  explicit MigrationLock(Postgres& postgres) : postgres_(postgres), session_(postgres) {
    while (!postgres_.read(kLockMigrations)[0].boolean("has_lock"))
      std::this_thread::sleep_for(kLockPause);
  }
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
  SingleSession session_;
};

// The migrations that are not applied, and those applied that are not among `migrations`.
struct Difference {
  std::vector<Migration> pending;
  std::vector<std::string> newer;
  std::optional<core::Timestamp> changed = {};
  std::vector<std::string> altered = {};

  SchemaState names() const {
    SchemaState state{.pending = {}, .newer = newer, .changed = changed, .altered = altered};
    for (const Migration& migration : pending) state.pending.push_back(migration.name);
    return state;
  }
};

Difference compare(Postgres& postgres, const std::vector<Migration>& migrations) {
  const Rows rows = postgres.read(kApplied);
  Difference difference;
  std::set<int> applied;
  for (int i = 0; i < rows.size(); ++i) {
    const int number = static_cast<int>(rows[i].integer("number"));
    applied.insert(number);
    difference.changed =
        std::max(difference.changed, std::optional(rows[i].timestamp("applied_at")));
    const auto known =
        std::find_if(migrations.begin(), migrations.end(),
                     [&](const Migration& migration) { return migration.number == number; });
    if (known == migrations.end()) {
      difference.newer.emplace_back(rows[i].text("name"));
    } else if (rows[i].text("hash") != known->sha256) {
      difference.altered.push_back(known->name);
    }
  }
  for (const Migration& migration : migrations)
    if (!applied.contains(migration.number)) difference.pending.push_back(migration);
  if (!difference.pending.empty() && !difference.newer.empty()) {
    throw std::runtime_error("the schema has the migration " + difference.newer.front() +
                             ", which is unknown to this version, but not " +
                             difference.pending.front().name);
  }
  return difference;
}

// A statement that waits for a table lock blocks all that come after it. So a migration waits for
// less time than the workers do, rolls back and retries, for ten minutes in total.
constexpr const char* kBeginMigration = "begin; set local lock_timeout = '500ms'";
constexpr std::chrono::milliseconds kPause{500};
constexpr int kAttempts = 600;

// Keeps an index that an earlier attempt has completed, and drops one that is incomplete.
void create_index(Postgres& postgres, const std::string& statement) {
  const std::size_t begin = statement.find(kConcurrentIndex) + kConcurrentIndex.size();
  const std::string name = statement.substr(begin, statement.find_first_of(" \n", begin) - begin);
  const Rows found = postgres.read(kIndexIsValid, "index"_a = name);
  if (!found.empty()) {
    if (found[0].boolean("indisvalid")) return;
    postgres.run_script("drop index concurrently " + name);
  }
  postgres.run_script(statement);
}

void apply(Postgres& postgres, const Migration& migration) {
  const auto roll_back = [&](const std::exception& failure, bool may_pass) {
    postgres.run_script("rollback");
    if (!may_pass) throw std::runtime_error(migration.name + ": " + failure.what());
  };
  for (int attempt = 1;; ++attempt) {
    postgres.run_script(kBeginMigration);
    try {
      postgres.run_script(migration.sql);
      if (!migration.indexes.empty()) {
        postgres.run_script("commit");
        for (const std::string& statement : migration.indexes) create_index(postgres, statement);
        postgres.run_script("begin");
      }
      postgres.write(kRecord, "number"_a = migration.number, "name"_a = migration.name,
                     "hash"_a = migration.sha256);
      postgres.run_script("commit");
      return;
    } catch (const LockTimeout& failure) {
      roll_back(failure, attempt < kAttempts);
    } catch (const QueryFailed& failure) {
      roll_back(failure, failure.asks_for_repetition() && attempt < kAttempts);
    }
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace

SchemaState migrate(Postgres& postgres, const std::filesystem::path& folder) {
  const std::vector<Migration> migrations = read_folder(folder);
  const MigrationLock lock(postgres);
  postgres.run_script(kCreateTable);
  const Difference difference = compare(postgres, migrations);
  if (!difference.altered.empty()) {
    throw std::runtime_error("the migration " + difference.altered.front() +
                             " was applied from another file than that in " + folder.string() +
                             "; nothing was migrated. To go on, " + std::string(kWayOutOfAltered));
  }
  for (const Migration& migration : difference.pending) apply(postgres, migration);
  return difference.names();
}

SchemaState inspect_schema(Postgres& postgres, const std::filesystem::path& folder) {
  const std::vector<Migration> migrations = read_folder(folder);
  const bool any_applied = postgres.read(kTableExists)[0].boolean("table_exists");
  if (any_applied) return compare(postgres, migrations).names();
  return Difference{.pending = migrations, .newer = {}}.names();
}

}  // namespace db
