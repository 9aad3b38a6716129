#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/checks/inspections.h"
#include "cli/command_output.h"

namespace cli {
namespace {

constexpr const char* kSubject = "nginx";
constexpr const char* kSocket = "/run/artifact-share/worker-1.sock";
constexpr const char* kWriteSite = "/usr/lib/artifact-share/write-site";
// In every configuration that is made from nginx/artifact-share.conf.in, and in no other.
constexpr std::string_view kOurs = "upstream artifact_share_workers";

// A size as nginx writes it: 10485760, 10m.
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

// The words of the directive `user`, which stands before all blocks: a user, and perhaps a group.
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

}  // namespace cli
