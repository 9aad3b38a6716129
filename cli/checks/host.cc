// The site of nginx, the systemd units of the installed service, and its files on this host.

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/service_status.h"
#include "cli/checks/check.h"
#include "cli/output.h"
#include "core/text/text.h"
#include "core/time.h"
#include "runtime/installed.h"
#include "runtime/process.h"

namespace cli {
namespace {

constexpr const char* kSubject = "nginx";
constexpr const char* kSocket = "/run/artifact-share/worker-1.sock";
constexpr const char* kWriteSite = "/usr/lib/artifact-share/write-site";
// In every configuration that is made from nginx/artifact-share.conf.in, and in no other.
constexpr std::string_view kOurs = "upstream artifact_share_workers";

// A size in the syntax of nginx: 10485760, 10m.
std::optional<std::size_t> parse_size(std::string_view text) {
  std::size_t size = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, problem] = std::from_chars(text.data(), end, size);
  if (problem != std::errc()) return std::nullopt;
  const std::string_view unit(rest, end);
  if (unit.empty()) return size;
  if (unit == "k" || unit == "K") return size << 10;
  if (unit == "m" || unit == "M") return size << 20;
  if (unit == "g" || unit == "G") return size << 30;
  return std::nullopt;
}

// The first client_max_body_size in our part: that of the server block.
std::optional<std::size_t> body_limit(std::string_view configuration) {
  constexpr std::string_view kDirective = "\n  client_max_body_size ";
  const std::size_t at = configuration.find(kDirective);
  if (at == configuration.npos) return std::nullopt;
  configuration.remove_prefix(at + kDirective.size());
  return parse_size(configuration.substr(0, configuration.find(';')));
}

void inspect_site(std::string_view all, const core::Configuration& configuration,
                  Findings& findings) {
  const std::size_t ours = all.find(kOurs);
  if (ours == all.npos) {
    findings.push_back(warning(kSubject,
                               "the service's site is not enabled on this host; run "
                               "`artifact-admin setup`, unless nginx runs on another host"));
    return;
  }
  const auto limit = body_limit(all.substr(ours));
  if (limit == configuration.largest_body_bytes()) {
    findings.push_back(good(kSubject, "the configuration is valid and accepts bodies of up to " +
                                          std::to_string(*limit) + " bytes, like the workers"));
  } else {
    findings.push_back(wrong(
        kSubject, "the site's client_max_body_size is " +
                      (limit ? std::to_string(*limit) : "not set") + ", but the workers accept " +
                      std::to_string(configuration.largest_body_bytes()) + " bytes" +
                      "; run `artifact-admin setup` to make them equal and reload nginx"));
  }
}

// Differences between the site and what the settings, the enabled workers and the package require.
void inspect_template(std::string_view report, Findings& findings) {
  constexpr const char* kSite = "/etc/nginx/sites-available/artifact-share.conf";
  std::string idle;
  bool is_edited = false;
  while (!report.empty()) {
    const std::size_t end = std::min(report.find('\n'), report.size());
    const std::string_view line = report.substr(0, end);
    report.remove_prefix(std::min(end + 1, report.size()));
    if (line == "missing" || line == "outdated") {
      findings.push_back(wrong(kSubject, std::string("the site ") + kSite +
                                             " does not match the settings, the enabled workers or "
                                             "this version; run `artifact-admin setup`"));
    } else if (line == "edited") {
      is_edited = true;
    } else if (line.starts_with("lacks ")) {
      idle += (idle.empty() ? "" : ", ") + std::string(line.substr(6));
    }
  }
  if (!idle.empty()) {
    findings.push_back(wrong(kSubject, std::string("the site ") + kSite + " sends no requests to " +
                                           idle + ", which are enabled; add them to its upstream"));
  } else if (is_edited) {
    findings.push_back(
        warning(kSubject, std::string("the site ") + kSite +
                              " was edited and differs from the template of this version; "
                              "/usr/lib/artifact-share/write-site shows the difference"));
  }
}

// The words of the directive `user`, before all blocks: a user, and perhaps a group.
std::array<std::string, 2> user_directive(std::string_view configuration) {
  std::array<std::string, 2> words;
  constexpr std::string_view kSpace = " \t\n";
  while (!configuration.empty()) {
    const std::size_t end = std::min(configuration.find('\n'), configuration.size());
    std::string_view line = configuration.substr(0, end);
    configuration.remove_prefix(std::min(end + 1, configuration.size()));
    const auto next_word = [&] {
      line.remove_prefix(std::min(line.find_first_not_of(kSpace), line.size()));
      const std::string_view word = line.substr(0, line.find_first_of(" \t;"));
      line.remove_prefix(word.size());
      return std::string(word);
    };
    if (next_word() != "user") continue;
    for (std::string& word : words) word = next_word();
    break;
  }
  return words;
}

// As nginx's processes have them: the primary one, or the one that the directive names, and all
// others.
std::vector<gid_t> groups_of(const passwd& user, const std::string& named_group) {
  gid_t primary = user.pw_gid;
  if (const group* const named = getgrnam(named_group.c_str())) primary = named->gr_gid;
  int count = 0;
  getgrouplist(user.pw_name, primary, nullptr, &count);
  std::vector<gid_t> groups(static_cast<std::size_t>(count));
  getgrouplist(user.pw_name, primary, groups.data(), &count);
  return groups;
}

// Debian's nginx runs as www-data, whose group may open the sockets, unless its configuration names
// another user.
void inspect_user(std::string_view all, Findings& findings) {
  const auto [name, named_group] = user_directive(all);
  struct stat socket {};
  if (name.empty() || stat(kSocket, &socket) != 0) return;
  const passwd* const user = getpwnam(name.c_str());
  if (user == nullptr || user->pw_uid == 0 || (socket.st_mode & S_IWOTH) != 0) return;
  const auto groups = groups_of(*user, named_group);
  if (std::ranges::find(groups, socket.st_gid) != groups.end()) return;
  const group* const needed = getgrgid(socket.st_gid);
  const std::string group_name =
      needed == nullptr ? std::to_string(socket.st_gid) : std::string(needed->gr_name);
  findings.push_back(wrong(kSubject, "it runs as the user " + name +
                                         ", which cannot open the sockets of the workers; run "
                                         "`usermod -a -G " +
                                         group_name + ' ' + name +
                                         "`, then `systemctl reload nginx`"));
}

}  // namespace

void inspect_nginx(const core::Configuration& configuration, Findings& findings) {
  if (geteuid() != 0) {
    findings.push_back(warning(kSubject, "not checked; only root can read the configuration"));
    return;
  }
  if (access("/usr/sbin/nginx", X_OK) != 0) {
    findings.push_back(warning(kSubject, "not installed on this host"));
    return;
  }
  const auto [report, status] = output_of("/usr/sbin/nginx -t -q 2>&1");
  if (status != 0) {
    findings.push_back(wrong(kSubject, "the configuration is invalid: " + report));
    return;
  }
  const std::string all = output_of("/usr/sbin/nginx -T -q 2>/dev/null").first;
  inspect_site(all, configuration, findings);
  inspect_user(all, findings);
  if (access(kWriteSite, X_OK) == 0)
    inspect_template(output_of("/usr/lib/artifact-share/write-site --check 2>/dev/null").first,
                     findings);
}

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

// Shows each worker that is enabled, by the links of its unit.
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
// Only root can tell; other users get no finding.
bool runs_installed_program(const std::string& process) {
  struct stat running {};
  struct stat installed {};
  if (stat(("/proc/" + process + "/exe").c_str(), &running) != 0 ||
      stat(kWorkerProgram, &installed) != 0)
    return true;
  return running.st_dev == installed.st_dev && running.st_ino == installed.st_ino;
}

// The text after `name` in the status of a worker: "version 1.0.0, configuration Zm9v…"
// (worker/main.cc).
std::string status_field(std::string_view status, std::string_view name) {
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
                         .version = status_field(status, "version"),
                         .configuration = status_field(status, "configuration")};
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
  // How many seconds the clocks of this host and of the database may differ.
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
                                          std::string(runtime::version()) + " (build " +
                                          runtime::build_id_of(kWorkerProgram) + ")" +
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

namespace {

struct SecretFile {
  const char* subject;
  const std::string& path;
  mode_t allowed_mode;  // all permissions that it may have
  const char* risk;     // what others can do if they can read it
  const char* remedy;   // a command that corrects the mode, without the path
};

void inspect(const SecretFile& file, Findings& findings) {
  struct stat status {};
  constexpr mode_t kRights = S_IRWXU | S_IRWXG | S_IRWXO;
  if (stat(file.path.c_str(), &status) != 0) {
    findings.push_back(
        wrong(file.subject, file.path + " cannot be accessed: " + std::strerror(errno)));
  } else if ((status.st_mode & kRights & ~file.allowed_mode) != 0) {
    findings.push_back(wrong(file.subject, file.path + " is accessible to other users, and " +
                                               file.risk + "; run `" + file.remedy + " " +
                                               file.path + "`"));
  } else {
    findings.push_back(good(file.subject, file.path + " is not accessible to other users"));
  }
}

}  // namespace

void inspect_configuration_file(const std::string& path, Findings& findings) {
  inspect({.subject = "configuration",
           .path = path,
           .allowed_mode = S_IRWXU | S_IRGRP,
           .risk = "it may contain the database password",
           .remedy = "chmod 0640"},
          findings);
}

void inspect_key_file(const std::string& path, Findings& findings) {
  inspect({.subject = "signing keys",
           .path = path,
           .allowed_mode = S_IRWXU,
           .risk = "whoever reads it can create share links to any artifact",
           .remedy = "chmod 0600"},
          findings);
}

void inspect_key_path(const std::string& path, Findings& findings) {
  // LoadCredential= in the units.
  constexpr const char* kOfWorkers = "/etc/artifact-share/signing_keys";
  if (path == kOfWorkers) return;
  findings.push_back(wrong("signing keys", "signing_keys_file is " + path +
                                               ", but the units of the workers name " + kOfWorkers +
                                               "; move the keys there, and set it to that path"));
}

void inspect_redis_password_file(const std::string& path, Findings& findings) {
  constexpr const char* kSubject = "redis password";
  if (path.empty()) return;
  if (access(path.c_str(), R_OK) != 0) {
    findings.push_back(wrong(kSubject, path +
                                           " cannot be read by the service's user; run `chown "
                                           "artifact-share " +
                                           path + "`"));
    return;
  }
  inspect({.subject = kSubject,
           .path = path,
           .allowed_mode = S_IRWXU | S_IRGRP,
           .risk = "it contains the password of Redis",
           .remedy = "chmod 0400"},
          findings);
}

void inspect_certificate_key(Findings& findings) {
  static const std::string path = "/etc/artifact-share/tls/key.pem";
  if (access(path.c_str(), F_OK) != 0) return;
  inspect({.subject = "certificate key",
           .path = path,
           .allowed_mode = S_IRWXU | S_IRGRP,
           .risk = "whoever reads it can impersonate this service",
           .remedy = "chmod 0600"},
          findings);
}

}  // namespace cli
