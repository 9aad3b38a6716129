// A share link, and the signed token in its address.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/account.h"
#include "core/artifact.h"
#include "core/error.h"
#include "core/ids.h"
#include "core/link_fields.h"
#include "core/security/signing_keys.h"
#include "core/time.h"

namespace core {

// ShareLink: a signed URL with which anyone can view an artifact, until it expires or is revoked.

// The data from which the link's URL is generated again.
struct ShareLink {
  ShareId id;
  ArtifactId artifact;
  std::string signing_key_id;
  Timestamp created_at;
  // The earlier of its own expiry and the artifact's; absent if neither expires.
  std::optional<Timestamp> expires_at;
  bool ends_by_artifact = false;          // the artifact expires before the link itself would
  std::optional<Timestamp> own_end = {};  // its own expiry; absent: never
};

// A link with its state, for its owner.
struct ShareLinkState {
  ShareLink link;
  LinkOptions options;
  bool has_ended = false;  // expired by the database's clock, or its views are used up
  bool has_password = false;
  std::int64_t view_count = 0;
  std::optional<Timestamp> last_viewed_at;
  std::optional<Timestamp> revoked_at;
  std::optional<Disabled> disabled;  // the link itself, whatever its artifact's state
  bool artifact_is_deleted = false;
  bool artifact_is_disabled = false;
  bool version_is_erased = false;  // the one that it shows
};

// Whether it is for whoever gets it, to be opened as often as they like: without a name, a
// password, a limit of views and a fixed version.
bool is_open_to_all(const ShareLinkState& state);

// The same with its URL, and with all its views, including pending ones.
struct ListedShareLink {
  ShareLinkState state;
  std::optional<std::string> url;  // absent if the key that signed the link was removed
};

// Whether it opens now.
bool is_active(const ListedShareLink& link);
// Why it does not open whatever its own state: "version_erased"; empty if it could.
std::string_view invalid_reason(const ListedShareLink& link);

// Errors for artifacts that cannot be shared: artifact_deleted, artifact_expired,
// artifact_disabled.
Error not_shared_deleted();
Error not_shared_expired();
Error not_shared_disabled(std::string_view reason);

// Share tokens: the signed part of a share URL.
//
// <kid>.<base64url of 32 bytes>: the signing key's id, and after the last period the link's id and
// the first 16 bytes of HMAC-SHA-256(key, "share-link-v1" ‖ 0 ‖ artifact's id ‖ link's id).
// Whatever else is known of a link is in its row, so it can change while the URL stays. The token
// is a function of the row, so it is never stored.

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
