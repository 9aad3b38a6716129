#include "cli/checks/check.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/options.h"
#include "core/text/json_writer.h"

namespace cli {

// artifact-admin check

namespace {

const char* word_of(Finding::Verdict verdict) {
  switch (verdict) {
    case Finding::Verdict::good:
      return "good";
    case Finding::Verdict::warning:
      return "warning";
    case Finding::Verdict::wrong:
      break;
  }
  return "wrong";
}

void print(const Findings& findings) {
  for (const Finding& finding : findings) {
    std::printf("%-8s %s: %s\n", word_of(finding.verdict), finding.subject.c_str(),
                finding.text.c_str());
  }
}

void print_json(const Findings& findings) {
  core::JsonWriter json;
  json.begin_array();
  for (const Finding& finding : findings) {
    json.begin_object();
    json.member("verdict", word_of(finding.verdict)).member("subject", finding.subject);
    json.member("text", finding.text);
    json.end_object();
  }
  json.end_array();
  std::puts(json.text().c_str());
}

}  // namespace

void check(const Arguments& arguments) {
  Findings findings;
  std::vector<RunningWorker> workers;
  {
    // These require root, which connections give up.
    const core::Configuration configuration = load_configuration(arguments);
    inspect_configuration_file(configuration_file(arguments), findings);
    inspect_key_file(configuration.signing_keys_file, findings);
    if (!arguments.has("--config")) {
      inspect_key_path(configuration.signing_keys_file, findings);
      inspect_certificate_key(findings);
    }
    inspect_nginx(configuration, findings);
    if (!arguments.has("--config")) {
      inspect_timers(configuration.backup_folder, findings);
      workers = read_workers();
    }
  }
  Connections connections(arguments);
  const auto schema_changed = inspect_database(
      connections, arguments.value("--migrations").value_or(kMigrations), findings);
  inspect_workers(workers, connections.configuration, schema_changed, findings);
  inspect_redis_password_file(connections.configuration.redis_password_file, findings);
  inspect_redis(connections, findings);
  inspect_public_address(connections.configuration, findings);

  if (arguments.has("--json")) {
    print_json(findings);
  } else {
    print(findings);
  }
  const auto problems = std::ranges::count(findings, Finding::Verdict::wrong, &Finding::verdict);
  if (problems > 0)
    throw std::runtime_error(std::to_string(problems) +
                             (problems == 1 ? " problem found" : " problems found"));
}

}  // namespace cli
