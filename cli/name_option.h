// The option --name NAME of accounts and API keys.
#pragma once

#include <string>

#include "cli/arguments.h"
#include "core/account/display_name.h"

namespace cli {

// Throws WrongUsage if it is missing or not a name.
inline core::DisplayName name_of(const Arguments& arguments) {
  const std::string text = arguments.required("--name");
  auto name = core::DisplayName::parse(text);
  if (!name)
    throw WrongUsage("--name " + core::why_not_one_line(text, core::DisplayName::kMaximum));
  return *std::move(name);
}

}  // namespace cli
