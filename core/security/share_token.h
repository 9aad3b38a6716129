// Share tokens: the signed part of a share URL.
//
// <kid>.<base64url of 32 bytes>: the signing key's id, and behind the last period the link's id and
// the first 16 bytes of HMAC-SHA-256(key, "share-link-v1" ‖ 0 ‖ artifact's id ‖ link's id).
// Whatever else is known of a link is in its row, so it can change while the URL stays. The token
// is a function of the row, so it is never stored.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/artifact/share_link.h"
#include "core/identity/public_id.h"
#include "core/security/signing_keys.h"

namespace core {

std::string sign_share_token(const ArtifactId& artifact, const ShareId& link,
                             const SigningKey& key);

// The token of a link; nothing if the key that signed it is not configured.
std::optional<std::string> share_token_of(const ShareLink& link, const SigningKeys& keys);

// The link, if one of the keys has signed the token for this artifact; nothing for any other text.
// Each token has one spelling. The signature is compared in constant time.
std::optional<ShareId> verify_share_token(std::string_view token, const ArtifactId& artifact,
                                          const SigningKeys& keys);

// Whether a text contains what may be a share token, of whatever key.
bool may_hold_share_token(std::string_view text);

// A token as it is found at the end of an address, without the punctuation that follows it in a
// text: "…?token=2026-01.AZt….", (…?token=2026-01.AZt…). No token ends with any.
std::string_view without_punctuation(std::string_view token);

// The URL of a share link. `base_url` is public_base_url of the configuration.
std::string share_url(std::string_view base_url, const ArtifactId& artifact,
                      std::string_view token);

}  // namespace core
