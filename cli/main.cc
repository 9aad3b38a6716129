// artifact-admin: what an operator does with the service and its database.
//
// Exit status: 0 done, 1 it could not be done (standard error says why), 2 called wrongly.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "cli/commands.h"

namespace {

void run(const std::vector<std::string>& all) {
  if (std::find(all.begin(), all.end(), "--help") != all.end()) {
    std::fputs(cli::usage().c_str(), stdout);
    return;
  }
  const cli::Command& command = cli::find_command(all);
  command.run(cli::Arguments(all, command.words, command.usage));
}

}  // namespace

int main(int count, char** values) {
  try {
    run({values + 1, values + count});
    return EXIT_SUCCESS;
  } catch (const cli::WrongUsage& wrong) {
    std::fprintf(stderr, "artifact-admin: %s\n\n%s", wrong.what(), cli::usage().c_str());
    return 2;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "artifact-admin: %s\n", failure.what());
    return EXIT_FAILURE;
  }
}
