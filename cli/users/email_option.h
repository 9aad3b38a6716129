// Options with an email address: --email, --new-email.
#pragma once

#include <string>

#include "cli/arguments.h"
#include "core/account/email.h"

namespace cli {

// Throws WrongUsage if it is missing or not an email address.
inline core::Email email_of(const Arguments& arguments, const std::string& option = "--email") {
  const std::string text = arguments.required(option);
  auto email = core::Email::parse(text);
  if (!email) throw WrongUsage(option + ' ' + core::why_not_email(text));
  return *std::move(email);
}

}  // namespace cli
