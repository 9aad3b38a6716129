// artifact completion

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "client/commands/options.h"
#include "client/terminal/terminal.h"
#include "core/artifact.h"
#include "core/lists.h"

namespace CLI {
class App;
}

namespace client {
namespace {

// Completion scripts for shells, generated from the declared commands and options.

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<const CLI::Option*> options_of(const CLI::App& command) {
  return command.get_options(
      [](const CLI::Option* option) { return !option->get_lnames().empty(); });
}

std::string name_of(const CLI::Option& option) { return "--" + option.get_lnames().front(); }

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

// How the value of an option, or an operand, is completed.
bool takes_file(std::string_view name) { return name == "--ca-cert" || name == "--output"; }
bool takes_files(const CLI::App& command) {
  return !command
              .get_options([](const CLI::Option* option) {
                return option->get_positional() &&
                       (option->get_name() == "file" || option->get_name() == "files");
              })
              .empty();
}
std::string values_of(const CLI::App& command, std::string_view name) {
  if (name == "--template") return core::template_names(" ");
  std::string words;
  const auto add = [&](std::string_view word) {
    words.append(words.empty() ? "" : " ").append(word);
  };
  if (name == "--without")
    for (const std::string& choice : removable_choices()) add(choice);
  if (name == "--sort")
    for (const auto& [word, order] : core::kListOrders) add(word);
  if (name == "--status")
    return command.get_name() == "links" ? "active expired revoked" : "active expired deleted";
  return words;
}
constexpr const char* kShells = "bash zsh fish";

// In single quotes, for all three shells.
std::string in_quotes(std::string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + '\'';
}

// For zsh, where brackets and colons have a meaning.
std::string escaped_for_zsh(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':') result += '\\';
    result += c;
  }
  return result;
}

std::string names_of(const std::vector<const CLI::App*>& commands) {
  std::string names;
  for (const CLI::App* command : commands)
    names += (names.empty() ? "" : " ") + command->get_name();
  return names;
}

// A line of a `case` on "COMMAND OPTION": what completes the option's value.
std::string bash_value_case(const CLI::App& command, const CLI::Option& option) {
  const std::string name = name_of(option);
  const std::string pattern = "    '" + command.get_name() + ' ' + name + "') ";
  if (takes_file(name)) return pattern + "_artifact_files \"$current\" ;;\n";
  const std::string values = values_of(command, name);
  if (values.empty()) return pattern + ";;\n";
  return pattern + "mapfile -t COMPREPLY < <(compgen -W '" + values + "' -- \"$current\") ;;\n";
}

std::string bash_completion(const CLI::App& app) {
  const auto commands = commands_of(app);
  std::string values;
  std::string words;
  for (const CLI::App* command : commands) {
    std::string names;
    for (const CLI::Option* option : options_of(*command)) {
      names += (names.empty() ? "" : " ") + name_of(*option);
      if (takes_value(*option)) values += bash_value_case(*command, *option);
    }
    if (command->get_name() == "completion") names += std::string(" ") + kShells;
    words += "    " + command->get_name() + ") words='" + names + "'";
    if (takes_files(*command)) words += " files=yes";
    words += " ;;\n";
  }
  return "# Completion of artifact for bash. Made by `artifact completion bash`.\n"
         "_artifact_files() {\n"
         "  compopt -o filenames 2>/dev/null\n"
         "  mapfile -t COMPREPLY < <(compgen -f -- \"$1\")\n"
         "}\n"
         "_artifact() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
         "  local command=${COMP_WORDS[1]} words='' files=no\n"
         "  COMPREPLY=()\n"
         "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
         "    mapfile -t COMPREPLY < <(compgen -W '" +
         names_of(commands) +
         " --help --version' -- \"$current\")\n"
         "    return\n"
         "  fi\n"
         "  case \"$command $previous\" in\n" +
         values +
         "    *) false ;;\n"
         "  esac && return\n"
         "  case $command in\n" +
         words +
         "  esac\n"
         "  if [ $files = yes ] && [[ $current != -* ]]; then\n"
         "    _artifact_files \"$current\"\n"
         "  else\n"
         "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
         "  fi\n"
         "}\n"
         "complete -F _artifact artifact\n";
}

std::string zsh_completion(const CLI::App& app) {
  std::string described;
  std::string cases;
  for (const CLI::App* command : commands_of(app)) {
    described +=
        "    " +
        in_quotes(command->get_name() + ':' + escaped_for_zsh(command->get_description())) + '\n';
    cases += "    " + command->get_name() + ")\n      _arguments";
    for (const CLI::Option* option : options_of(*command)) {
      const std::string name = name_of(*option);
      std::string argument = name + '[' + escaped_for_zsh(option->get_description()) + ']';
      if (takes_value(*option)) {
        const std::string values = values_of(*command, name);
        argument += ":value:";
        if (takes_file(name)) argument += "_files";
        if (!values.empty()) argument += '(' + values + ')';
      }
      cases += " \\\n        " + in_quotes(argument);
    }
    if (takes_files(*command)) cases += " \\\n        '*:file:_files'";
    if (command->get_name() == "completion")
      cases += std::string(" \\\n        '1:shell:(") + kShells + ")'";
    cases += "\n      ;;\n";
  }
  return "#compdef artifact\n"
         "# Completion of artifact for zsh. Made by `artifact completion zsh`.\n"
         "_artifact() {\n"
         "  local -a commands\n"
         "  commands=(\n" +
         described +
         "  )\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe command commands\n"
         "    return\n"
         "  fi\n"
         "  local command=$words[2]\n"
         "  shift words\n"
         "  (( CURRENT-- ))\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "}\n"
         "_artifact \"$@\"\n";
}

std::string fish_completion(const CLI::App& app) {
  std::string text =
      "# Completion of artifact for fish. Made by `artifact completion fish`.\n"
      "complete -c artifact -f\n";
  for (const CLI::App* command : commands_of(app)) {
    text += "complete -c artifact -n __fish_use_subcommand -a " + command->get_name() + " -d " +
            in_quotes(command->get_description()) + '\n';
    const std::string seen =
        "complete -c artifact -n '__fish_seen_subcommand_from " + command->get_name() + "'";
    if (takes_files(*command)) text += seen + " -F\n";
    if (command->get_name() == "completion") text += seen + " -a '" + kShells + "'\n";
    for (const CLI::Option* option : options_of(*command)) {
      const std::string name = name_of(*option);
      text += seen + " -l " + option->get_lnames().front();
      if (takes_value(*option)) {
        const std::string values = values_of(*command, name);
        text += takes_file(name) ? " -r -F" : " -x";
        if (!values.empty()) text += " -a '" + values + "'";
      }
      text += " -d " + in_quotes(option->get_description()) + '\n';
    }
  }
  return text;
}

}  // namespace

// artifact completion

namespace {

struct CompletionOptions {
  std::string shell;
};

}  // namespace

void declare_completion(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<CompletionOptions> command(
      app, chosen, "completion", "print the completion script of a shell",
      [&app](const CompletionOptions& options) {
        print_output(options.shell == "bash"  ? bash_completion(app)
                     : options.shell == "zsh" ? zsh_completion(app)
                                              : fish_completion(app));
      });
  command.app()
      .add_option("shell", command.options().shell, "bash, zsh or fish")
      ->option_text("SHELL")
      ->required()
      ->check(one_of({"bash", "zsh", "fish"}));
}

}  // namespace client
