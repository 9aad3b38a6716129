// The option --account ID that several commands take.
#pragma once

#include "cli/arguments.h"
#include "core/identity/public_id.h"

namespace cli {

// Throws WrongUsage if it is missing or not an account ID.
inline core::AccountId account_of(const Arguments& arguments) {
  const auto id = core::AccountId::parse(arguments.required("--account"));
  if (!id) throw WrongUsage("--account must be an account ID, acc_…");
  return *id;
}

}  // namespace cli
