#include <array>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string_view>
#include <utility>

#include <unistd.h>

#include "cli/inspections.h"

namespace cli {
namespace {

constexpr const char* kSubject = "nginx";
// Stands in every configuration that is made of nginx/artifact-share.conf.in, and in no other.
constexpr std::string_view kOurs = "upstream artifact_share_workers";

// What the shell's command prints, and its exit status.
std::pair<std::string, int> output_of(const char* command) {
  std::string output;
  FILE* const pipe = popen(command, "r");  // NOLINT(cert-env33-c): the commands are constants
  if (pipe == nullptr) return {{}, -1};
  std::array<char, 4096> buffer{};
  for (std::size_t count = 0; (count = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    output.append(buffer.data(), count);
  return {output, pclose(pipe)};
}

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

// The first client_max_body_size after our mark: that of the server.
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
    findings.push_back(
        warning(kSubject,
                "the service's site is not enabled on this host; run `artifact-admin setup`, "
                "unless nginx runs elsewhere"));
    return;
  }
  const auto limit = body_limit(all.substr(ours));
  if (limit == configuration.max_body_bytes) {
    findings.push_back(good(kSubject, "its configuration is valid and takes bodies of " +
                                          std::to_string(*limit) + " bytes, as the workers do"));
  } else {
    findings.push_back(wrong(
        kSubject,
        "the site's client_max_body_size is " + (limit ? std::to_string(*limit) : "not set") +
            ", but the workers' max_body_bytes is " + std::to_string(configuration.max_body_bytes) +
            "; make them the same (`artifact-admin setup` does, and reloads nginx)"));
  }
}

}  // namespace

void inspect_nginx(const core::Configuration& configuration, Findings& findings) {
  if (geteuid() != 0) {
    findings.push_back(warning(kSubject, "only root can look at its configuration"));
    return;
  }
  if (access("/usr/sbin/nginx", X_OK) != 0) {
    findings.push_back(warning(kSubject, "is not installed on this host"));
    return;
  }
  const auto [report, status] = output_of("/usr/sbin/nginx -t -q 2>&1");
  if (status != 0) {
    findings.push_back(wrong(kSubject, "its configuration is not valid: " + report));
    return;
  }
  inspect_site(output_of("/usr/sbin/nginx -T -q 2>/dev/null").first, configuration, findings);
}

}  // namespace cli
