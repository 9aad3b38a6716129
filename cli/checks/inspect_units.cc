// The systemd units of the installed service: its workers and timers.
#include <charconv>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

#include "app/service_status.h"
#include "cli/checks/inspections.h"
#include "cli/command_output.h"
#include "core/clock.h"
#include "core/text/split.h"
#include "runtime/version.h"

namespace cli {
namespace {

// A systemd timer and its service.
struct Task {
  const char* subject;
  const char* unit;  // without .timer and .service
};
constexpr Task kMaintenance{"maintenance", "artifact-share-maintenance"};
constexpr Task kBackup{"backup", "artifact-share-backup"};

// As in the alert ArtifactShareBackupOverdue.
constexpr std::int64_t kOldestBackupSeconds = std::int64_t{2} * 24 * 60 * 60;

constexpr const char* kShowTimers =
    "systemctl show --property=Id,UnitFileState,ActiveState,Result "
    "artifact-share-maintenance.timer artifact-share-maintenance.service "
    "artifact-share-backup.timer artifact-share-backup.service 2>/dev/null";

using Properties = std::map<std::string, std::string, std::less<>>;
using Units = std::map<std::string, Properties, std::less<>>;  // by name

// Of each worker that is enabled, by the links of its unit.
constexpr const char* kShowWorkers =
    "cd /etc/systemd/system/artifact-share.target.wants 2>/dev/null && "
    "systemctl show --timestamp=unix "
    "--property=Id,ActiveState,Result,MainPID,StatusText,ExecMainStartTimestamp "
    "artifact-share-worker@*.service 2>/dev/null";

constexpr const char* kWorkerProgram = "/usr/lib/artifact-share/artifact-worker";

bool has_systemd() { return access("/run/systemd/system", F_OK) == 0; }

// The output has lines of NAME=VALUE, and an empty line between units.
Units read_units(const char* command) {
  Units units;
  Properties unit;
  const std::string output = output_of(command).first + "\n\n";
  std::string_view rest = output;
  while (!rest.empty()) {
    std::string_view line = core::take_until(rest, '\n');
    if (line.find('=') != line.npos) {
      const std::string name(core::take_until(line, '='));
      unit.emplace(name, line);
    } else if (const auto id = unit.find("Id"); id != unit.end()) {
      const std::string name = id->second;
      units.insert_or_assign(name, std::move(unit));
      unit.clear();
    }
  }
  return units;
}

std::string property(const Units& units, const std::string& unit, std::string_view name) {
  const auto found = units.find(unit);
  if (found == units.end()) return {};
  const auto value = found->second.find(name);
  return value == found->second.end() ? std::string() : value->second;
}

Finding inspect_task(const Task& task, const Units& units) {
  const std::string timer = std::string(task.unit) + ".timer";
  const std::string service = std::string(task.unit) + ".service";
  const std::string result = property(units, service, "Result");
  if (property(units, timer, "ActiveState") != "active")
    return wrong(task.subject, timer + " is not active; run `systemctl start " + timer + "`");
  if (!result.empty() && result != "success") {
    return wrong(task.subject, "the last run of " + service + " failed (" + result +
                                   "); see `journalctl -u " + task.unit + "`");
  }
  return good(task.subject, "the timer is active, and the last run did not fail");
}

// A timer that works makes no backup while the host is off, or in another folder.
Finding inspect_newest_backup(const std::string& folder, const std::string& state_of_timer) {
  const app::BackupTimes times = app::backup_times(folder);
  const std::int64_t since = times.newest != 0 ? times.newest : times.enabled;
  const std::int64_t age = core::now().unix_seconds() - since;
  const std::string newest = times.newest != 0 ? "the newest backup in " + folder + " is " +
                                                     std::to_string(age / 3600) + " hours old"
                                               : "there is no backup in " + folder + " yet";
  if (age <= kOldestBackupSeconds) return good(kBackup.subject, state_of_timer + "; " + newest);
  return wrong(kBackup.subject, newest + "; run `artifact-admin backup`, and see `journalctl -u " +
                                    kBackup.unit + "`");
}

std::int64_t number_in(std::string_view text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// Whether the process runs the program that is installed, and not one that an upgrade has replaced.
// Only root may see it; others are not told of a difference.
bool runs_installed_program(const std::string& process) {
  struct stat running {};
  struct stat installed {};
  if (stat(("/proc/" + process + "/exe").c_str(), &running) != 0 ||
      stat(kWorkerProgram, &installed) != 0)
    return true;
  return running.st_dev == installed.st_dev && running.st_ino == installed.st_ino;
}

// The text behind `name` in what a worker says of itself: "version 1.0.0, configuration Zm9v…"
// (worker/main.cc).
std::string said(std::string_view status, std::string_view name) {
  const std::size_t at = status.find(name);
  if (at == status.npos) return "unknown";
  status.remove_prefix(at + name.size() + 1);
  return std::string(status.substr(0, status.find(',')));
}

}  // namespace

std::vector<RunningWorker> read_workers() {
  std::vector<RunningWorker> workers;
  if (!has_systemd()) return workers;
  const Units units = read_units(kShowWorkers);
  for (const auto& [unit, properties] : units) {
    const std::string state = property(units, unit, "ActiveState");
    const std::string status = property(units, unit, "StatusText");
    RunningWorker worker{.unit = unit,
                         .version = said(status, "version"),
                         .configuration = said(status, "configuration")};
    if (state != "active") {
      worker.problem = "does not run (" + state + ", " + property(units, unit, "Result") + ")";
    } else {
      worker.has_installed_program = runs_installed_program(property(units, unit, "MainPID"));
    }
    // "@1790000000"
    const std::string started = property(units, unit, "ExecMainStartTimestamp");
    if (started.starts_with('@')) worker.started = number_in(std::string_view(started).substr(1));
    workers.push_back(std::move(worker));
  }
  return workers;
}

void inspect_workers(const std::vector<RunningWorker>& workers,
                     const core::Configuration& configuration,
                     std::optional<core::Timestamp> schema_changed, Findings& findings) {
  constexpr const char* kSubject = "workers";
  // By so many seconds the clocks of this host and of the database may differ.
  constexpr std::int64_t kClockDifference = 2;
  if (workers.empty()) return;
  std::string problems;
  bool has_failed = false;
  bool needs_setup = false;
  for (const RunningWorker& worker : workers) {
    std::string problem = worker.problem;
    if (!problem.empty()) {
      has_failed = true;
      needs_setup = true;
    } else if (!worker.has_installed_program) {
      problem = "runs a program (version " + worker.version +
                ") that is no longer the installed one (version " +
                std::string(runtime::version()) + ")";
      needs_setup = true;
    } else if (schema_changed &&
               worker.started + kClockDifference < schema_changed->unix_seconds()) {
      problem = "was started before the last migration of the database";
    } else if (worker.configuration != configuration.digest) {
      problem = "has not loaded the current configuration and keys";
    }
    if (problem.empty()) continue;
    problems += (problems.empty() ? "" : "; ") + worker.unit + ' ' + problem;
  }
  if (problems.empty()) {
    findings.push_back(good(kSubject, std::to_string(workers.size()) +
                                          (workers.size() == 1 ? " runs" : " run") + " version " +
                                          std::string(runtime::version()) +
                                          " with the current configuration"));
    return;
  }
  if (has_failed) problems += "; `journalctl -u 'artifact-share-worker@*'` says why";
  findings.push_back(
      wrong(kSubject, problems + (needs_setup ? "; run `artifact-admin setup`"
                                              : "; run `systemctl reload artifact-share`")));
}

void inspect_timers(const std::string& backup_folder, Findings& findings) {
  if (!has_systemd()) return;
  const Units units = read_units(kShowTimers);
  findings.push_back(inspect_task(kMaintenance, units));
  const std::string timer = std::string(kBackup.unit) + ".timer";
  if (property(units, timer, "UnitFileState") == "enabled") {
    const Finding task = inspect_task(kBackup, units);
    findings.push_back(task.verdict == Finding::Verdict::good
                           ? inspect_newest_backup(backup_folder, task.text)
                           : task);
  } else {
    findings.push_back(warning(kBackup.subject, timer +
                                                    " is not enabled; unless backups are made in "
                                                    "another way, run `systemctl enable --now " +
                                                    timer + "`"));
  }
}

}  // namespace cli
