#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include <unistd.h>

#include "cli/checks/inspections.h"
#include "cli/command_output.h"

namespace cli {
namespace {

constexpr const char* kSubject = "nginx";
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
  inspect_site(output_of("/usr/sbin/nginx -T -q 2>/dev/null").first, configuration, findings);
  if (access(kWriteSite, X_OK) == 0)
    inspect_template(output_of("/usr/lib/artifact-share/write-site --check 2>/dev/null").first,
                     findings);
}

}  // namespace cli
