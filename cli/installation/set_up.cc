// artifact-admin setup: what it does is a matter of Debian's programs (runuser, psql, systemctl,
// nginx), so it is a shell script of the package, which calls artifact-admin in turn.
#include <cerrno>
#include <system_error>

#include <unistd.h>

#include "cli/commands.h"

namespace cli {
namespace {

constexpr const char* kScript = "/usr/lib/artifact-share/set-up";

}  // namespace

void set_up(const Arguments& arguments) {
  std::vector<std::string> words = arguments.all();
  if (words.front() != "setup") throw WrongUsage("setup must be the first argument");
  words.front() = kScript;
  std::vector<char*> values;
  values.reserve(words.size() + 1);
  for (std::string& word : words) values.push_back(word.data());
  values.push_back(nullptr);
  execv(kScript, values.data());
  throw std::system_error(errno, std::generic_category(), kScript);
}

}  // namespace cli
