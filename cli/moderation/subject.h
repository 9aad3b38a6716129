// The thing that an operator names by an ID, a share link URL, an email address or an API key.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "cli/arguments.h"
#include "core/account/email.h"
#include "core/identity/api_key.h"
#include "core/identity/public_id.h"
#include "core/security/signing_keys.h"

namespace cli {

// The first characters of an API key.
struct KeyPrefix {
  std::string text;
};

using Subject = std::variant<core::AccountId, core::ArtifactId, core::ShareId, core::KeyId,
                             core::UserId, core::RequestId, core::Email, core::ApiKey, KeyPrefix>;

// The URL of a share link names the link if one of the keys signed its token, and otherwise its
// artifact. Nothing for any other text.
std::optional<Subject> find_subject(std::string_view text, const core::SigningKeys& keys);

// The same. Throws WrongUsage for any other text; the message does not repeat it, because it may be
// a secret.
Subject parse_subject(std::string_view text, const core::SigningKeys& keys);

// WHAT; if omitted, a line of standard input, which other users of the host cannot read as they can
// read command lines.
std::string subject_text(const Arguments& arguments);

}  // namespace cli
