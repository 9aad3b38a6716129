#include "client/command_line.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>
#include <functional>
#include <sstream>
#include <string>

#include "client/commands/commands.h"
#include "client/terminal/message.h"
#include "client/usage_problem.h"

namespace client {
namespace {

void declare_commands(CLI::App& app, Chosen& chosen) {
  declare_share(app, chosen);
  declare_update(app, chosen);
  declare_watch(app, chosen);
  declare_list(app, chosen);
  declare_get(app, chosen);
  declare_delete(app, chosen);
  declare_restore(app, chosen);
  declare_links(app, chosen);
  declare_revoke(app, chosen);
  declare_whoami(app, chosen);
  declare_login(app, chosen);
  declare_logout(app, chosen);
  declare_completion(app, chosen);
}

}  // namespace

ExitStatus run_command_line(int count, const char* const* values) {
  CLI::App app("Shares files as links that anyone can open.", "artifact");
  app.set_version_flag("--version", "artifact " ARTIFACT_SHARE_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Run `artifact COMMAND --help` for the options of a command.\n"
      "ARTIFACT_SHARE_URL and ARTIFACT_SHARE_KEY name a service and its API key for scripts.\n"
      "Exit status: 0 success, 1 failure, 2 usage error, 3 service unreachable, 4 not permitted,\n"
      "5 not found, 6 rejected by the service, 7 limit reached.");
  Chosen chosen;
  declare_commands(app, chosen);
  try {
    app.parse(count, values);
  } catch (const CLI::Success& wanted) {  // --help and --version
    std::ostringstream text;
    app.exit(wanted, text, text);
    print_output(text.str());
    return ExitStatus::success;
  } catch (const CLI::ParseError& wrong) {
    const auto commands = app.get_subcommands();
    print_message(usage_problem(app, wrong));
    std::fprintf(stderr, "Run `artifact %s--help` for the options.\n",
                 commands.empty() ? "" : (commands.front()->get_name() + ' ').c_str());
    return ExitStatus::usage;
  }
  chosen();
  return ExitStatus::success;
}

}  // namespace client
