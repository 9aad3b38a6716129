// The option --name NAME of accounts and API keys.
#pragma once

#include "cli/arguments.h"
#include "core/account/display_name.h"

namespace cli {

// Throws WrongUsage if it is missing or not a name.
inline core::DisplayName name_of(const Arguments& arguments) {
  auto name = core::DisplayName::parse(arguments.required("--name"));
  if (!name) throw WrongUsage("--name must have 1 to 100 characters on a single line");
  return *std::move(name);
}

}  // namespace cli
