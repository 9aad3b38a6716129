// artifact-admin setup: runs a shell script of the package, because the work is done by programs of
// Debian (runuser, psql, systemctl, nginx); the script calls artifact-admin in turn.
#include <cerrno>
#include <system_error>

#include <unistd.h>

#include "cli/commands.h"

namespace cli {
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

}  // namespace cli
