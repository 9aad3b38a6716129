// artifact completion
#include <string>

#include "client/commands/command_declaration.h"
#include "client/commands/completion_script.h"
#include "client/commands/options/named_values.h"
#include "client/terminal/message.h"

namespace client {
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
