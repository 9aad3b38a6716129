// artifact-admin backup: runs a shell script of the package, because the work is done by programs
// of Debian (pg_dump, tar), with the database in environment variables.
#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include <unistd.h>

#include "cli/commands.h"
#include "cli/connections.h"

namespace cli {
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
