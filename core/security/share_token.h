// Share tokens: the signed part of a share URL.
//
// A JWT (RFC 7519) signed with HS256 (RFC 7518), with the signing key's id in `kid`. Claims: `sub`
// the artifact, `jti` the share link, `iat` when the link was created. Its expiry is in the link's
// row instead, so that it can change while the URL stays. The token is a function of the row, so it
// is never stored.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/artifact/share_link.h"
#include "core/identity/public_id.h"
#include "core/security/signing_keys.h"
#include "core/text/timestamp.h"

namespace core {

struct ShareClaims {
  ArtifactId artifact;
  ShareId share;
  Timestamp issued_at;  // in whole seconds
};

std::string sign_share_token(const ShareClaims& claims, const SigningKey& key);

// The token of a link; nothing if the key that signed it is not configured.
std::optional<std::string> share_token_of(const ShareLink& link, const SigningKeys& keys);

// A token as it is found at the end of an address, without the punctuation that follows it in a
// text: "…?token=eyJ….", (…?token=eyJ…). No token ends with any.
std::string_view without_punctuation(std::string_view token);

// The URL of a share link. `base_url` is public_base_url of the configuration.
std::string share_url(std::string_view base_url, const ArtifactId& artifact,
                      std::string_view token);

// The claims of a token signed by one of the keys; nothing for any other text: another algorithm,
// an unknown key, a changed byte, text before or after, missing claims or claims of a wrong type.
// The signature is compared in constant time.
std::optional<ShareClaims> verify_share_token(std::string_view token, const SigningKeys& keys);

}  // namespace core
