#include "core/share_link.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "core/security/cryptography.h"
#include "core/text/encodings.h"
#include "core/text/text.h"

namespace core {

bool is_active(const ListedShareLink& link) {
  const ShareLinkState& state = link.state;
  return !state.has_ended && !state.revoked_at && !state.disabled && !state.artifact_is_disabled &&
         invalid_reason(link).empty();
}

std::string_view invalid_reason(const ListedShareLink& link) {
  if (!link.url) return "signing_key_removed";
  const ShareLinkState& state = link.state;
  if (state.version_is_erased) return "version_erased";
  // Only of a link that works again once the artifact is restored.
  const bool goes_on = !state.has_ended && !state.revoked_at && !state.disabled;
  return state.artifact_is_deleted && goes_on ? "artifact_deleted" : std::string_view();
}

bool is_open_to_all(const ShareLinkState& state) {
  const LinkOptions& options = state.options;
  return !state.has_password && !options.name && !options.max_views && !options.version;
}

Error not_shared_deleted() {
  return {ErrorCode::artifact_deleted, "the artifact is deleted; restore it before sharing it"};
}

Error not_shared_expired() {
  return {ErrorCode::artifact_expired,
          "the artifact has expired; give it a new expiresIn before sharing it"};
}

Error not_shared_disabled(std::string_view reason) {
  return {ErrorCode::artifact_disabled,
          "the operator of this service has disabled the artifact, so it cannot be shared: " +
              std::string(reason)};
}

namespace {

using namespace std::string_view_literals;

constexpr std::size_t kIdBytes = 16;
constexpr std::size_t kTokenSignatureBytes = 16;
constexpr std::size_t kEncodedLength = 43;  // of both, in base64url

// Separates these signatures from everything else that the key signs.
constexpr std::string_view kPurpose = "share-link-v1\0"sv;

std::array<std::uint8_t, kTokenSignatureBytes> share_signature(const ArtifactId& artifact,
                                                               const ShareId& link,
                                                               const SigningKey& key) {
  std::string message(kPurpose);
  message.append(artifact.uuid().bytes.begin(), artifact.uuid().bytes.end());
  message.append(link.uuid().bytes.begin(), link.uuid().bytes.end());
  const Sha256 whole = hmac_sha256(key.secret, message);
  std::array<std::uint8_t, kTokenSignatureBytes> signature{};
  std::copy_n(whole.begin(), signature.size(), signature.begin());
  return signature;
}

bool is_in_token(char c) { return is_letter_or_digit(c) || c == '-' || c == '_'; }

}  // namespace

std::string sign_share_token(const ArtifactId& artifact, const ShareId& link,
                             const SigningKey& key) {
  std::array<std::uint8_t, kIdBytes + kTokenSignatureBytes> bytes{};
  const auto signature = share_signature(artifact, link, key);
  std::copy_n(link.uuid().bytes.begin(), kIdBytes, bytes.begin());
  std::copy_n(signature.begin(), kTokenSignatureBytes, bytes.begin() + kIdBytes);
  return key.id + '.' + to_base64url(bytes);
}

std::optional<std::string> share_token_of(const ShareLink& link, const SigningKeys& keys) {
  const SigningKey* key = keys.find(link.signing_key_id);
  if (key == nullptr) return std::nullopt;
  return sign_share_token(link.artifact, link.id, *key);
}

std::optional<ShareId> verify_share_token(std::string_view token, const ArtifactId& artifact,
                                          const SigningKeys& keys) {
  const std::size_t period = token.rfind('.');
  if (period == token.npos || token.size() - period - 1 != kEncodedLength) return std::nullopt;
  // A key's id may have periods itself.
  const SigningKey* key = keys.find(token.substr(0, period));
  if (key == nullptr) return std::nullopt;
  const std::optional<std::string> bytes = from_base64url(token.substr(period + 1));
  if (!bytes) return std::nullopt;

  Uuid uuid;
  std::copy_n(bytes->begin(), kIdBytes, uuid.bytes.begin());
  const ShareId link(uuid);
  if (!equal_in_constant_time(as_bytes(std::string_view(*bytes).substr(kIdBytes)),
                              share_signature(artifact, link, *key)))
    return std::nullopt;
  return link;
}

bool may_hold_share_token(std::string_view text) {
  std::size_t length = 0;  // since the last period
  bool is_behind_period = false;
  for (const char c : text) {
    length = is_in_token(c) ? length + 1 : 0;
    if (length == 0) is_behind_period = c == '.';
    if (is_behind_period && length == kEncodedLength) return true;
  }
  return false;
}

std::string_view without_punctuation(std::string_view token) {
  return token.substr(0, token.find_last_not_of(".,;:!?)]}>'\"") + 1);
}

std::string share_url(std::string_view base_url, const ArtifactId& artifact,
                      std::string_view token) {
  std::string url(base_url);
  return url.append("/a/").append(artifact.to_string()).append("?token=").append(token);
}

}  // namespace core
