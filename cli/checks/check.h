// Finding: a result of `artifact-admin check`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/connections.h"
#include "core/configuration.h"
#include "core/time.h"

namespace cli {

struct Finding {
  // `warning`: the service works, but needs attention. `wrong`: it does not work, or will soon
  // fail.
  enum class Verdict : std::uint8_t { good, warning, wrong };

  Verdict verdict;
  std::string subject;  // "database"
  std::string text;     // the state, and how to correct it
};

using Findings = std::vector<Finding>;

inline Finding good(std::string subject, std::string text) {
  return {Finding::Verdict::good, std::move(subject), std::move(text)};
}
inline Finding warning(std::string subject, std::string text) {
  return {Finding::Verdict::warning, std::move(subject), std::move(text)};
}
inline Finding wrong(std::string subject, std::string text) {
  return {Finding::Verdict::wrong, std::move(subject), std::move(text)};
}

// The checks of `artifact-admin check`. Each adds its findings and does not throw: a check that
// cannot be done is a finding as well.

// Whether other users can read the files with secrets. The configuration may contain the password
// of the database.
void inspect_configuration_file(const std::string& path, Findings& findings);
void inspect_key_file(const std::string& path, Findings& findings);
// Finds out whether the workers of the installed service read the signing keys from this file.
void inspect_key_path(const std::string& path, Findings& findings);
// Inspects the key of the installed service; skipped if there is none.
void inspect_certificate_key(Findings& findings);

// The configuration of nginx, as nginx reads it, and whether its body size limit equals that of the
// workers. Requires root.
void inspect_nginx(const core::Configuration& configuration, Findings& findings);

// PostgreSQL: whether it is available and writable, its schema compared to the migrations in
// `migrations`, its clock, and its disk space. Returns when the schema was changed last, unless
// that was by a newer version.
std::optional<core::Timestamp> inspect_database(Connections& connections,
                                                const std::string& migrations, Findings& findings);

// An enabled worker of this host, as systemd and the worker itself report it.
struct RunningWorker {
  std::string unit;
  std::string version;        // which it runs, and the digest of the configuration that it has
  std::string configuration;  // loaded; "unknown" while it starts
  std::int64_t started = 0;   // Unix time
  bool has_installed_program = true;
  std::string problem = {};  // why it does not run; empty if it does
};
// Requires root. None on a host without systemd, or before setup.
std::vector<RunningWorker> read_workers();
// Whether they run the installed program with the current configuration. `schema_changed`: when the
// last migration was applied, if this version knows it.
void inspect_workers(const std::vector<RunningWorker>& workers,
                     const core::Configuration& configuration,
                     std::optional<core::Timestamp> schema_changed, Findings& findings);

// The systemd timers of the installed service, the results of their last runs, and how old the
// newest backup in `backup_folder` is. Skipped on a host without systemd.
void inspect_timers(const std::string& backup_folder, Findings& findings);

// Also checks that the user of this process can read it: call it as the service's user. Skipped if
// the path is empty.
void inspect_redis_password_file(const std::string& path, Findings& findings);
void inspect_redis(Connections& connections, Findings& findings);

// The service at its public address: the certificate, whether this installation responds, and what
// a proxy in between does to the Host header, client addresses and large bodies.
void inspect_public_address(const core::Configuration& configuration, Findings& findings);

}  // namespace cli
