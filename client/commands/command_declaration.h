// Declaring a command: its name, its options in a struct of its own, and the function that runs
// with them.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "client/commands/commands.h"

namespace client {

template <typename Options>
class CommandDeclaration {
 public:
  CommandDeclaration(CLI::App& parent, Chosen& chosen, const std::string& name,
                     const std::string& purpose, std::function<void(const Options&)> run)
      : app_(*parent.add_subcommand(name, purpose)) {
    app_.callback([&chosen, options = options_, run = std::move(run)] {
      chosen = [options, run] { run(*options); };
    });
  }

  CLI::App& app() { return app_; }
  // Filled in from the command line before the function runs.
  Options& options() { return *options_; }

 private:
  CLI::App& app_;
  std::shared_ptr<Options> options_ = std::make_shared<Options>();
};

}  // namespace client
