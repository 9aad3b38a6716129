// The commands of artifact. Each has a file of its own, which declares its options.
//
// A command prints its result on standard output and everything else on standard error. It throws
// Failure, or another exception for errors of this machine.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace client {

// The command on the command line, with its options.
using Chosen = std::function<void()>;

// Each adds one command to `app`, which sets `chosen` when the command is on the command line.
void declare_share(CLI::App& app, Chosen& chosen);
void declare_update(CLI::App& app, Chosen& chosen);
void declare_append(CLI::App& app, Chosen& chosen);
void declare_edit(CLI::App& app, Chosen& chosen);
void declare_watch(CLI::App& app, Chosen& chosen);
void declare_list(CLI::App& app, Chosen& chosen);
void declare_get(CLI::App& app, Chosen& chosen);
void declare_delete(CLI::App& app, Chosen& chosen);
void declare_restore(CLI::App& app, Chosen& chosen);
void declare_history(CLI::App& app, Chosen& chosen);
void declare_diff(CLI::App& app, Chosen& chosen);
void declare_erase(CLI::App& app, Chosen& chosen);
void declare_link(CLI::App& app, Chosen& chosen);
void declare_links(CLI::App& app, Chosen& chosen);
void declare_whoami(CLI::App& app, Chosen& chosen);
void declare_login(CLI::App& app, Chosen& chosen);
void declare_logout(CLI::App& app, Chosen& chosen);
void declare_completion(CLI::App& app, Chosen& chosen);

}  // namespace client
