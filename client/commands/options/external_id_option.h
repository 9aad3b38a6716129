// --external-id ID: the user's own key of an artifact.
#pragma once

#include <optional>
#include <string>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace client {

// A malformed ID is a wrong command line.
CLI::Option* declare_external_id_option(CLI::App& app, std::optional<std::string>& id,
                                        const std::string& purpose);

}  // namespace client
