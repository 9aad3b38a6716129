#include <chrono>
#include <cstdlib>

#include "cli/checks/inspections.h"
#include "core/clock.h"
#include "core/unavailable.h"
#include "db/operation/database_space.h"
#include "db/operation/inspection.h"
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

void report_schema(const db::SchemaState& state, Findings& findings) {
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
  std::string names;
  for (const std::string& name : state.pending) names += ' ' + name;
  findings.push_back(
      wrong("schema", "migrations are pending:" + names +
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
  std::string text = "the database uses " + std::to_string(state.database_bytes) + " bytes";
  if (state.free_bytes != core::kUnlimited)
    text += ", " + std::to_string(state.free_bytes) + " bytes are free on its disk";
  if (state.is_left && state.free_bytes / 2 >= configuration.min_free_disk_bytes) {
    findings.push_back(good(kDiskSpace, text));
  } else if (state.is_left) {
    findings.push_back(warning(kDiskSpace, text + "; below min_free_disk_bytes (" +
                                               std::to_string(configuration.min_free_disk_bytes) +
                                               ") writes are rejected; add disk space or remove "
                                               "accounts or artifacts"));
  } else {
    findings.push_back(wrong(kDiskSpace, text +
                                             "; writes are rejected until max_database_bytes and "
                                             "min_free_disk_bytes are met again"));
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
  } catch (const std::exception& exception) {
    findings.push_back(wrong(
        "database",
        std::string(exception.what()) + "; check database_url, and whether PostgreSQL is running"));
  }
  return schema_changed;
}

}  // namespace cli
