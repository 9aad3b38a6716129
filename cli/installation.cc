// artifact-admin migrate

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <system_error>

#include <unistd.h>

#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/options.h"
#include "db/operation/migrator.h"

namespace cli {

void migrate(const Arguments& arguments) {
  Connections connections(arguments);
  const db::SchemaState found =
      db::migrate(connections.postgres, arguments.value("--migrations").value_or(kMigrations));
  for (const std::string& name : found.pending) std::printf("applied %s\n", name.c_str());
  if (!found.newer.empty()) {
    std::printf("the schema is from a newer version (%s); nothing to do\n",
                found.newer.back().c_str());
  } else if (found.pending.empty()) {
    std::puts("the schema is up to date");
  }
}

// artifact-admin setup: runs a shell script of the package, because the work is done by programs of
// Debian (runuser, psql, systemctl, nginx); the script calls artifact-admin in turn.

namespace {

constexpr const char* kSetUpScript = "/usr/lib/artifact-share/set-up";

}  // namespace

void set_up(const Arguments& arguments) {
  if (arguments.has("--config"))
    throw WrongUsage("setup writes the installed configuration; --config is not supported");
  std::vector<std::string> words{kSetUpScript};
  for (const auto& [name, value] : arguments.options()) {
    words.push_back(name);
    if (name != "--yes") words.push_back(value);
  }
  std::vector<char*> values;
  values.reserve(words.size() + 1);
  for (std::string& word : words) values.push_back(word.data());
  values.push_back(nullptr);
  execv(kSetUpScript, values.data());
  throw std::system_error(errno, std::generic_category(), kSetUpScript);
}

// artifact-admin backup: runs a shell script of the package, because the work is done by programs
// of Debian (pg_dump, tar), with the database in environment variables.

namespace {

constexpr const char* kBackUpScript = "/usr/lib/artifact-share/back-up";
constexpr int kDefaultKept = 14;
constexpr int kMaxKept = 10'000;

}  // namespace

void back_up(const Arguments& arguments) {
  if (geteuid() != 0) throw std::runtime_error("backup must be run as root");
  const core::Configuration configuration = load_configuration(arguments);
  for (const auto& [name, value] : db::environment_of(configuration.database_url))
    setenv(name.c_str(), value.c_str(), 1);
  const std::string folder = arguments.value("--folder").value_or(configuration.backup_folder);
  const std::string kept =
      std::to_string(arguments.number("--keep", 1, kMaxKept).value_or(kDefaultKept));
  execl(kBackUpScript, kBackUpScript, folder.c_str(), kept.c_str(), nullptr);
  throw std::system_error(errno, std::generic_category(), kBackUpScript);
}

}  // namespace cli
