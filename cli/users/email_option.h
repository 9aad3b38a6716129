// The option --email EMAIL that several commands take, and others that are an email address.
#pragma once

#include <string>

#include "cli/arguments.h"
#include "core/identity/email.h"

namespace cli {

// Throws WrongUsage if it is missing or no email address.
inline core::Email email_of(const Arguments& arguments, const std::string& option = "--email") {
  auto email = core::Email::parse(arguments.required(option));
  if (!email) throw WrongUsage(option + " must be an email address");
  return *std::move(email);
}

}  // namespace cli
