// artifact-admin: what an operator does with the service and its database.
//
// Exit status: 0 done, 1 it could not be done (standard error says why), 2 called wrongly.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "cli/commands.h"

namespace {

void run(const cli::Arguments& arguments) {
  if (arguments.has("--help")) {
    std::fputs(cli::usage().c_str(), stdout);
    return;
  }
  cli::find_command(arguments.words()).run(arguments);
}

}  // namespace

int main(int count, char** values) {
  try {
    run(cli::Arguments({values + 1, values + count}));
    return EXIT_SUCCESS;
  } catch (const cli::WrongUsage& wrong) {
    std::fprintf(stderr, "artifact-admin: %s\n\n%s", wrong.what(), cli::usage().c_str());
    return 2;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "artifact-admin: %s\n", failure.what());
    return EXIT_FAILURE;
  }
}
