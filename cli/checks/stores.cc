#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "cli/checks/check.h"
#include "core/out_of_space.h"
#include "core/text/sizes.h"
#include "core/time.h"
#include "db/operation/database_state.h"
#include "db/operation/migrator.h"

namespace cli {
namespace {

// IDs and log lines have the time of the host; what has expired is decided by the database.
constexpr std::int64_t kNoticeableMilliseconds = 2000;

constexpr const char* kDiskSpace = "disk space";

void inspect_clock(std::int64_t before, std::int64_t after, core::Timestamp server,
                   Findings& findings) {
  const std::int64_t difference = server.unix_milliseconds() - (before + after) / 2;
  const std::string text =
      "the clocks of this host and the database differ by " + std::to_string(difference) + " ms";
  if (std::abs(difference) <= kNoticeableMilliseconds) {
    findings.push_back(good("clock", text));
  } else {
    findings.push_back(wrong(
        "clock", text + "; synchronize both with a time server (systemd-timesyncd or chrony)"));
  }
}

std::string in_one_line(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += ' ' + name;
  return text;
}

void report_schema(const db::SchemaState& state, Findings& findings) {
  if (!state.altered.empty()) {
    findings.push_back(
        wrong("schema", "migrations were applied from other files than those installed:" +
                            in_one_line(state.altered) + "; to go on, " +
                            std::string(db::kWayOutOfAltered)));
    return;
  }
  if (!state.newer.empty()) {
    findings.push_back(warning(
        "schema", "from a newer version (" + state.newer.back() +
                      "); supported by the version directly before that one, but by none older"));
    return;
  }
  if (state.pending.empty()) {
    findings.push_back(good("schema", "up to date"));
    return;
  }
  findings.push_back(
      wrong("schema", "migrations are pending:" + in_one_line(state.pending) +
                          "; run `artifact-admin setup`, or, if the service was not set up by it, "
                          "`artifact-admin migrate`"));
}

std::optional<core::Timestamp> inspect_schema(db::Postgres& postgres, const std::string& migrations,
                                              Findings& findings) {
  try {
    const db::SchemaState state = db::inspect_schema(postgres, migrations);
    report_schema(state, findings);
    return state.newer.empty() ? state.changed : std::nullopt;
  } catch (const core::Unavailable&) {
    throw;
  } catch (const std::exception& exception) {
    findings.push_back(wrong("schema", exception.what()));
  }
  return std::nullopt;
}

void inspect_disk_space(db::Postgres& postgres, const core::Configuration& configuration,
                        Findings& findings) {
  const db::DatabaseSpace::State state =
      db::DatabaseSpace({.database_bytes = configuration.max_database_bytes,
                         .folder = configuration.database_folder,
                         .free_bytes = configuration.min_free_disk_bytes})
          .measure(postgres);
  std::string text = "the database uses " + core::size_text(state.database_bytes);
  if (state.free_bytes != core::kUnlimited)
    text += ", " + core::size_text(state.free_bytes) + " are free on its disk";
  if (state.is_left && state.database_bytes > configuration.max_database_bytes / 5 * 4) {
    findings.push_back(warning(
        kDiskSpace, text + "; that is more than 80 % of max_database_bytes (" +
                        core::size_text(configuration.max_database_bytes) +
                        "), above which writes are rejected; raise it, add disk space, or remove "
                        "accounts or artifacts"));
  } else if (state.is_left && state.free_bytes / 2 >= configuration.min_free_disk_bytes) {
    findings.push_back(good(kDiskSpace, text));
  } else if (state.is_left) {
    findings.push_back(warning(kDiskSpace, text + "; below min_free_disk_bytes (" +
                                               core::size_text(configuration.min_free_disk_bytes) +
                                               ") writes are rejected; add disk space or remove "
                                               "accounts or artifacts"));
  } else {
    findings.push_back(wrong(kDiskSpace, text +
                                             "; writes are rejected until max_database_bytes and "
                                             "min_free_disk_bytes are met again"));
  }
}

// A server can answer all reads while each write fails.
void inspect_writes(db::Postgres& postgres, Findings& findings) {
  constexpr const char* kWrites = "writes";
  try {
    db::try_write(postgres);
    findings.push_back(good(kWrites, "a write to the database succeeded and was undone"));
  } catch (const core::OutOfSpace& full) {
    findings.push_back(wrong(kWrites, std::string("the disk of the database is full (") +
                                          full.what() + "); add disk space, or remove data"));
  } catch (const std::exception& exception) {
    findings.push_back(
        wrong(kWrites, std::string("the database accepts no writes (") + exception.what() + ')'));
  }
}

void inspect_orphans(db::Postgres& postgres, Findings& findings) {
  constexpr const char* kRows = "rows";
  try {
    const std::vector<db::Orphans> orphans = db::find_orphans(postgres);
    if (orphans.empty()) findings.push_back(good(kRows, "each belongs to an account or artifact"));
    for (const db::Orphans& found : orphans) {
      findings.push_back(warning(
          kRows, std::to_string(found.rows) + " of the table " + found.table +
                     " belong to no account or artifact that exists; nobody can see them. Please "
                     "report it: the service leaves none by itself"));
    }
  } catch (const core::TookTooLong&) {
    findings.push_back(good(kRows, "too many to compare them within the time for one statement"));
  } catch (const db::QueryFailed&) {  // NOLINT(bugprone-empty-catch)
    // The schema is another, which is reported above.
  }
}

// Each of the sentinels that does not know the master in use could be the last one left.
void inspect_sentinels(const Connections& connections, Findings& findings) {
  const core::RedisAddress& address = connections.configuration.redis;
  const std::string in_use = connections.redis.server().to_string();
  const db::RedisSentinels sentinels(address, kRedisTimeout);
  for (const db::RedisSentinels::Answer& answer : sentinels.ask_all()) {
    const std::string subject = answer.sentinel.to_string();
    if (!answer.master) {
      findings.push_back(wrong("redis sentinel", subject + ": " + answer.problem));
    } else if (answer.master->to_string() != in_use) {
      std::string problem = subject + " says that the master is ";
      problem.append(answer.master->to_string()).append(", not ").append(in_use);
      findings.push_back(wrong("redis sentinel", problem + "; during a failover, check again"));
    } else {
      findings.push_back(good("redis sentinel", subject + " knows the master"));
    }
  }
}

// A section of INFO; empty if the user of redis_url may not ask for it.
std::string information(db::Redis& redis, std::string_view section) {
  const db::RedisReply reply = redis.command({"INFO", section});
  if (!reply || reply->type != REDIS_REPLY_STRING) return {};
  return {reply->str, reply->len};
}

// The value of a field in lines such as "maxmemory:268435456"; empty if there is none.
std::string_view field(std::string_view lines, std::string_view name) {
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find("\r\n"));
    if (line.starts_with(name) && line.substr(name.size(), 1) == ":")
      return line.substr(name.size() + 1);
    lines.remove_prefix(std::min(line.size() + 2, lines.size()));
  }
  return {};
}

std::uint64_t number(std::string_view digits) {
  std::uint64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

void inspect_memory(db::Redis& redis, Findings& findings) {
  constexpr const char* kName = "redis memory";
  constexpr std::uint64_t kMegabyte = std::uint64_t{1024} * 1024;
  const std::string memory = information(redis, "memory");
  const std::uint64_t most = number(field(memory, "maxmemory"));
  const std::uint64_t used = number(field(memory, "used_memory"));
  const std::string policy(field(memory, "maxmemory_policy"));
  if (policy.empty()) return;
  if (most == 0) {
    findings.push_back(good(kName, "not limited by maxmemory"));
    return;
  }
  const std::string remedy =
      "; set it to noeviction, with CONFIG SET maxmemory-policy noeviction and in the "
      "configuration of Redis";
  const std::string use =
      std::to_string(used / kMegabyte) + " of " + std::to_string(most / kMegabyte) + " MiB in use";
  if (policy.starts_with("allkeys")) {
    findings.push_back(wrong(kName, "maxmemory-policy is " + policy +
                                        ", so a full Redis silently loses views and usage" +
                                        remedy));
  } else if (policy != "noeviction") {
    findings.push_back(warning(
        kName, "maxmemory-policy is " + policy +
                   ", so a full Redis silently forgets rate limits and failed sign-ins" + remedy));
  } else if (used > most / 10 * 9) {
    findings.push_back(warning(
        kName, use + "; when it is full, workers do without Redis. Check that maintenance runs, "
                     "and raise maxmemory"));
  } else {
    findings.push_back(good(kName, use));
  }
}

// Whether Redis writes snapshots; true if it does not say.
bool has_snapshots(db::Redis& redis) {
  const db::RedisReply reply = redis.command({"CONFIG", "GET", "save"});
  return !reply || reply->type != REDIS_REPLY_ARRAY || reply->elements != 2 ||
         reply->element[1]->len > 0;
}

void inspect_persistence(db::Redis& redis, Findings& findings) {
  constexpr const char* kName = "redis persistence";
  const std::string persistence = information(redis, "persistence");
  if (persistence.empty()) return;
  const bool has_log = field(persistence, "aof_enabled") == "1";
  if (field(persistence, "rdb_last_bgsave_status") == "err" ||
      (has_log && field(persistence, "aof_last_write_status") == "err")) {
    findings.push_back(wrong(kName,
                             "Redis could not write to its disk, and may refuse commands until it "
                             "can; see its log, and check free space and permissions of its dir"));
  } else if (!has_log && !has_snapshots(redis)) {
    findings.push_back(warning(kName,
                               "Redis writes nothing to disk, so a restart of it loses the views "
                               "and usage since the last maintenance, and all failed sign-ins; "
                               "turn on appendonly or save in the configuration of Redis"));
  } else {
    findings.push_back(good(kName, has_log ? "append-only file" : "snapshots"));
  }
}

}  // namespace

std::optional<core::Timestamp> inspect_database(Connections& connections,
                                                const std::string& migrations, Findings& findings) {
  std::optional<core::Timestamp> schema_changed;
  try {
    connections.postgres.connect();
    const std::int64_t before = core::now().unix_milliseconds();
    const db::ServerState server = db::inspect_server(connections.postgres);
    const std::int64_t after = core::now().unix_milliseconds();
    if (server.is_writable) {
      findings.push_back(good("database", "PostgreSQL " + server.version + " is available"));
    } else {
      findings.push_back(
          wrong("database", "PostgreSQL " + server.version +
                                " is a read-only standby; list all hosts in database_url and add "
                                "target_session_attrs=read-write"));
    }
    if (!server.knows_letters) {
      findings.push_back(warning(
          "locale",
          "the database's locale knows ASCII letters only, so a search for \"école\" does not find "
          "\"École\"; to change it, restore a backup as described in maintain.md, which creates "
          "the database with the locale C.UTF-8"));
    }
    inspect_clock(before, after, server.clock, findings);
    schema_changed = inspect_schema(connections.postgres, migrations, findings);
    inspect_disk_space(connections.postgres, connections.configuration, findings);
    if (server.is_writable) inspect_writes(connections.postgres, findings);
    inspect_orphans(connections.postgres, findings);
  } catch (const std::exception& exception) {
    findings.push_back(wrong(
        "database",
        std::string(exception.what()) + "; check database_url, and whether PostgreSQL is running"));
  }
  return schema_changed;
}

void inspect_redis(Connections& connections, Findings& findings) {
  const core::RedisAddress& address = connections.configuration.redis;
  const bool has_sentinels = !address.sentinels.empty();
  if (connections.redis.command({"PING"}) == nullptr) {
    findings.push_back(wrong(
        "redis",
        "cannot use " + address.to_string() + " (" + connections.redis.problem() +
            "); check redis_url, whether Redis is running, and whether the service's user can "
            "access its socket. Until then, each worker enforces rate limits on its own"));
  } else if (has_sentinels) {
    findings.push_back(
        good("redis", "available; the master is " + connections.redis.server().to_string()));
    inspect_sentinels(connections, findings);
  } else {
    findings.push_back(good("redis", "available"));
  }
  inspect_memory(connections.redis, findings);
  inspect_persistence(connections.redis, findings);
}

}  // namespace cli
