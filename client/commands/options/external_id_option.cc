#include "client/commands/options/external_id_option.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "core/artifact/external_id.h"

namespace client {

CLI::Option* declare_external_id_option(CLI::App& app, std::optional<std::string>& id,
                                        const std::string& purpose) {
  const auto problem_of = [](const std::string& text) {
    return core::ExternalId::parse(text) ? std::string() : core::invalid_external_id({}).message;
  };
  return app.add_option("--external-id", id, purpose)
      ->option_text("ID")
      ->check(CLI::Validator(problem_of, ""));
}

}  // namespace client
