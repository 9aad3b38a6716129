#include "client/command_line.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "client/commands/commands.h"
#include "client/terminal/terminal.h"
#include "core/text/text.h"

namespace client {
namespace {

void declare_commands(CLI::App& app, Chosen& chosen) {
  declare_share(app, chosen);
  declare_update(app, chosen);
  declare_append(app, chosen);
  declare_edit(app, chosen);
  declare_watch(app, chosen);
  declare_list(app, chosen);
  declare_get(app, chosen);
  declare_delete(app, chosen);
  declare_restore(app, chosen);
  declare_history(app, chosen);
  declare_diff(app, chosen);
  declare_erase(app, chosen);
  declare_link(app, chosen);
  declare_links(app, chosen);
  declare_whoami(app, chosen);
  declare_login(app, chosen);
  declare_logout(app, chosen);
  declare_completion(app, chosen);
}

// Arguments are named by what they stand for, as in "artifact get ID|LINK".
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() {
    label("Positionals", "Arguments");
    label("OPTIONS", "options");
    label("SUBCOMMAND", "COMMAND");
  }

 private:
  std::string make_option_name(const CLI::Option* option, bool is_argument) const override {
    return is_argument ? option->get_option_text()
                       : CLI::Formatter::make_option_name(option, is_argument);
  }
  // Without the options that exclude it.
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string& value = option->get_option_text();
    return option->get_positional() || value.empty() ? "" : ' ' + value;
  }
};

}  // namespace

ExitStatus run_command_line(int count, const char* const* values) {
  CLI::App app("Shares files as links that anyone can open.", "artifact");
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_help_flag("-h,--help", "print this help");
  app.set_version_flag("--version", "artifact " ARTIFACT_SHARE_VERSION, "print the version");
  app.require_subcommand(1);
  Chosen chosen;
  declare_commands(app, chosen);
  // It is for this help only, not for those of the commands.
  app.footer(
      "Run `artifact COMMAND --help` for the options of a command.\n"
      "ARTIFACT_SHARE_URL and ARTIFACT_SHARE_KEY name a service and its API key for scripts.\n"
      "Exit status: 0 success, 1 failure, 2 usage error, 3 service unreachable, 4 not permitted,\n"
      "5 not found, 6 rejected by the service, 7 limit reached, 130 interrupted.");
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

namespace {

using Names = std::vector<std::string>;

Names commands_of(const CLI::App& app) {
  Names names;
  for (const CLI::App* const command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

Names options_of(const CLI::App& command) {
  Names names;
  for (const CLI::Option* const option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// Empty if no name is similar.
std::string suggestion(std::string_view given, const Names& names) {
  const auto meant = core::nearest_word(given, names);
  return meant == names.end() ? "" : "; did you mean " + *meant + '?';
}

bool is_file(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

// The library's messages may have several lines and end with one or without.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// The library's message, reworded as in the help and the API: "--max-views must be …".
std::string problem_of(const CLI::ParseError& wrong, const CLI::App& command) {
  std::string text = first_line(wrong.what());
  if (dynamic_cast<const CLI::ValidationError*>(&wrong) != nullptr)
    if (const std::size_t at = text.find(": must "); at != std::string::npos) text.erase(at, 1);
  const std::string name = text.substr(0, text.find_first_of(": "));
  for (const CLI::Option* const argument : command.get_options())
    if (argument->get_positional() && argument->get_name() == name)
      return text.replace(0, name.size(), argument->get_option_text());
  return text;
}

}  // namespace

std::string usage_problem(const CLI::App& app, const CLI::ParseError& wrong) {
  const auto chosen = app.get_subcommands();
  const Names extras = app.remaining(true);
  if (extras.empty()) {
    return chosen.empty() && dynamic_cast<const CLI::RequiredError*>(&wrong) != nullptr
               ? "a command is required"
               : problem_of(wrong, chosen.empty() ? app : *chosen.front());
  }
  const std::string& first = extras.front();
  if (chosen.empty() && !first.starts_with('-')) {
    return "there is no command " + first +
           (is_file(first) ? "; did you mean share " + first + '?'
                           : suggestion(first, commands_of(app)));
  }
  if (!chosen.empty() && dynamic_cast<const CLI::ExtrasError*>(&wrong) == nullptr)
    return problem_of(wrong, *chosen.front());
  if (!first.starts_with('-')) return "unexpected argument " + first;
  const std::string name = first.substr(0, first.find('='));
  const Names known = options_of(chosen.empty() ? app : *chosen.front());
  // It stands before the command.
  if (!chosen.empty() && std::find(known.begin(), known.end(), name) != known.end())
    return name + " must be after the command: artifact " + chosen.front()->get_name() + ' ' + name;
  return "there is no option " + name + suggestion(name, known);
}

}  // namespace client
