// What an operator means by a text that they were sent: an id, a share link, an address, a key.
#pragma once

#include <string>
#include <variant>

#include "cli/arguments.h"
#include "core/identity/api_key.h"
#include "core/identity/email.h"
#include "core/identity/public_id.h"
#include "core/security/share_token.h"

namespace cli {

// The first characters of an API key.
struct KeyBegin {
  std::string text;
};

using Subject = std::variant<core::AccountId, core::ArtifactId, core::ShareId, core::KeyId,
                             core::UserId, core::RequestId, core::Email, core::ApiKey, KeyBegin>;

// A share link stands for itself where one of the keys has signed its token, else for its artifact.
// Throws WrongUsage for a text that is nothing of these; the message does not repeat it, as it may
// be a secret.
Subject parse_subject(std::string_view text, const core::SigningKeys& keys);

// The command's word. Where there is none, a line of standard input, which other users of the host
// do not see as they do a command line.
std::string subject_text(const Arguments& arguments);

}  // namespace cli
