// The option --email EMAIL that several commands take.
#pragma once

#include "cli/arguments.h"
#include "core/email.h"

namespace cli {

// Throws WrongUsage if it is missing or no email address.
inline core::Email email_of(const Arguments& arguments) {
  auto email = core::Email::parse(arguments.required("--email"));
  if (!email) throw WrongUsage("--email must be an email address");
  return *std::move(email);
}

}  // namespace cli
