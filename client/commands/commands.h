// The commands of artifact. Each has a file of its own, named for it, which declares its options
// and says what it does.
//
// A command prints its result on standard output and all else on standard error. It throws Failure,
// or any other exception if this machine is at fault.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace client {

// What the command line asks for: the command, with its options.
using Chosen = std::function<void()>;

// Each adds one command to `app`, which sets `chosen` when the command is on the command line.
void declare_share(CLI::App& app, Chosen& chosen);
void declare_update(CLI::App& app, Chosen& chosen);
void declare_watch(CLI::App& app, Chosen& chosen);
void declare_list(CLI::App& app, Chosen& chosen);
void declare_get(CLI::App& app, Chosen& chosen);
void declare_delete(CLI::App& app, Chosen& chosen);
void declare_restore(CLI::App& app, Chosen& chosen);
void declare_links(CLI::App& app, Chosen& chosen);
void declare_revoke(CLI::App& app, Chosen& chosen);
void declare_whoami(CLI::App& app, Chosen& chosen);
void declare_login(CLI::App& app, Chosen& chosen);
void declare_logout(CLI::App& app, Chosen& chosen);
void declare_completion(CLI::App& app, Chosen& chosen);

}  // namespace client
