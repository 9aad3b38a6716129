#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <unistd.h>

#include "cli/checks/inspections.h"
#include "cli/command_output.h"

namespace cli {
namespace {

// The service of a timer, and how systemd is asked of both.
struct Task {
  const char* subject;
  const char* unit;  // without .timer and .service
  const char* question;
};
constexpr Task kMaintenance{"maintenance", "artifact-share-maintenance",
                            "systemctl show --property=Id,UnitFileState,ActiveState,Result "
                            "artifact-share-maintenance.timer "
                            "artifact-share-maintenance.service 2>/dev/null"};
constexpr Task kBackup{
    "backup", "artifact-share-backup",
    "systemctl show --property=Id,UnitFileState,ActiveState,Result artifact-share-backup.timer "
    "artifact-share-backup.service 2>/dev/null"};

using Properties = std::map<std::string, std::string, std::less<>>;

// What systemd says of each unit, by the unit's name: lines of NAME=VALUE, and an empty line
// between two units.
std::map<std::string, Properties, std::less<>> properties_of(const Task& task) {
  std::map<std::string, Properties, std::less<>> units;
  Properties unit;
  const std::string output = output_of(task.question).first + "\n\n";
  std::string_view rest = output;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    if (const std::size_t equals = line.find('='); equals != line.npos) {
      unit.emplace(line.substr(0, equals), line.substr(equals + 1));
    } else if (const auto id = unit.find("Id"); id != unit.end()) {
      const std::string name = id->second;
      units.insert_or_assign(name, std::move(unit));
      unit.clear();
    }
  }
  return units;
}

void inspect_task(const Task& task, Findings& findings) {
  auto units = properties_of(task);
  const std::string unit = task.unit;
  Properties& timer = units[unit + ".timer"];
  Properties& service = units[unit + ".service"];
  const auto result = service.find("Result");
  if (timer["ActiveState"] != "active") {
    findings.push_back(wrong(
        task.subject, unit + ".timer does not run; start it: systemctl start " + unit + ".timer"));
  } else if (result != service.end() && result->second != "success") {
    findings.push_back(wrong(task.subject, "the last run of " + unit + ".service failed (" +
                                               result->second + "); see journalctl -u " + unit));
  } else {
    findings.push_back(good(task.subject, "its timer runs, and its last run did not fail"));
  }
}

}  // namespace

void inspect_timers(Findings& findings) {
  if (access("/run/systemd/system", F_OK) != 0) return;
  inspect_task(kMaintenance, findings);
  if (properties_of(kBackup)[std::string(kBackup.unit) + ".timer"]["UnitFileState"] == "enabled") {
    inspect_task(kBackup, findings);
  } else {
    findings.push_back(
        warning(kBackup.subject,
                "its timer is not enabled; where nothing else makes backups, turn it on: systemctl "
                "enable --now " +
                    std::string(kBackup.unit) + ".timer"));
  }
}

}  // namespace cli
