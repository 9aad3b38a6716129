// artifact-admin: the command line program for operators.
//
// Exit status: 0 success, 1 failure (standard error says why), 2 usage error.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "cli/command_line.h"
#include "cli/output.h"

namespace {

constexpr int kUsageError = 2;

int run(const cli::Call& call) {
  try {
    call.command->run(call.arguments);
    return EXIT_SUCCESS;
  } catch (const cli::WrongUsage& wrong) {
    std::fputs(cli::usage_error(*call.command, wrong.what()).c_str(), stderr);
    return kUsageError;
  }
}

int run(int count, char** values) {
  try {
    const cli::CommandLine line = cli::parse_command_line({values + 1, values + count});
    if (const auto* const call = std::get_if<cli::Call>(&line)) return run(*call);
    if (const auto* const help = std::get_if<cli::Help>(&line)) {
      std::fputs(help->text.c_str(), stdout);
      return EXIT_SUCCESS;
    }
    std::fputs(std::get<cli::UsageError>(line).text.c_str(), stderr);
    return kUsageError;
  } catch (const cli::CannotWrite&) {
    throw;
  } catch (const std::exception& failure) {
    cli::print_failure(failure.what());
    return EXIT_FAILURE;
  }
}

}  // namespace

int main(int count, char** values) {
  int status = EXIT_FAILURE;
  try {
    status = run(count, values);
    // What is printed may exist nowhere else, such as a new API key.
    cli::flush_output();
    return status;
  } catch (const cli::CannotWrite& failure) {
    cli::print_failure(failure.what());
    return status == EXIT_SUCCESS ? EXIT_FAILURE : status;
  }
}
