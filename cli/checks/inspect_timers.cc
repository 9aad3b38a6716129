#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <unistd.h>

#include "app/service_status.h"
#include "cli/checks/inspections.h"
#include "cli/command_output.h"
#include "core/clock.h"
#include "core/text/split.h"

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

constexpr const char* kShowUnits =
    "systemctl show --property=Id,UnitFileState,ActiveState,Result "
    "artifact-share-maintenance.timer artifact-share-maintenance.service "
    "artifact-share-backup.timer artifact-share-backup.service 2>/dev/null";

using Properties = std::map<std::string, std::string, std::less<>>;
using Units = std::map<std::string, Properties, std::less<>>;  // by name

// The output has lines of NAME=VALUE, and an empty line between units.
Units read_units() {
  Units units;
  Properties unit;
  const std::string output = output_of(kShowUnits).first + "\n\n";
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

}  // namespace

void inspect_timers(const std::string& backup_folder, Findings& findings) {
  if (access("/run/systemd/system", F_OK) != 0) return;
  const Units units = read_units();
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
