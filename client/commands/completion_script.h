// Scripts that complete the commands and options of artifact in a shell, made of what the command
// line declares.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace client {

std::string bash_completion(const CLI::App& app);
std::string zsh_completion(const CLI::App& app);
std::string fish_completion(const CLI::App& app);

}  // namespace client
