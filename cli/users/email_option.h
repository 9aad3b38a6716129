// Options with an email address: --email, --new-email.
#pragma once

#include <string>

#include "cli/arguments.h"
#include "core/account/email.h"

namespace cli {

// Throws WrongUsage if it is missing or not an email address.
inline core::Email email_of(const Arguments& arguments, const std::string& option = "--email") {
  auto email = core::Email::parse(arguments.required(option));
  if (!email) throw WrongUsage(option + " must be an email address");
  return *std::move(email);
}

}  // namespace cli
