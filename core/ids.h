// IDs: those of the service, and those that clients give artifacts and requests.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/time.h"

namespace core {

// Public ids, after the TypeID convention: a prefix for the kind, an underscore, and a UUIDv7 (RFC
// 9562) in 26 characters of Crockford's base32, lower case. The database stores the 16 bytes.
//
// Each kind has its own type, so an ArtifactId cannot be passed as a ShareId. Value types.

struct Uuid {
  std::array<std::uint8_t, 16> bytes{};

  // Version 7: the time in milliseconds, then 74 random bits.
  static Uuid generate(Timestamp now);

  friend auto operator<=>(const Uuid&, const Uuid&) = default;
};

namespace detail {

std::string write_public_id(std::string_view prefix, const Uuid& uuid);
std::optional<Uuid> parse_public_id(std::string_view prefix, std::string_view text);

}  // namespace detail

template <typename Kind>
class PublicId {
 public:
  PublicId() = default;
  explicit PublicId(const Uuid& uuid) : uuid_(uuid) {}

  static PublicId generate(Timestamp now) { return PublicId(Uuid::generate(now)); }

  // Strict: the right prefix, 26 lower-case characters, no value above 128 bits. One id has exactly
  // one text.
  static std::optional<PublicId> parse(std::string_view text) {
    const std::optional<Uuid> uuid = detail::parse_public_id(Kind::kPrefix, text);
    if (!uuid) return std::nullopt;
    return PublicId(*uuid);
  }

  std::string to_string() const { return detail::write_public_id(Kind::kPrefix, uuid_); }
  const Uuid& uuid() const { return uuid_; }

  friend auto operator<=>(const PublicId&, const PublicId&) = default;

 private:
  Uuid uuid_;
};

struct ArtifactKind {
  static constexpr std::string_view kPrefix = "art";
};
struct ShareKind {
  static constexpr std::string_view kPrefix = "shr";
};
struct KeyKind {
  static constexpr std::string_view kPrefix = "key";
};
struct AccountKind {
  static constexpr std::string_view kPrefix = "acc";
};
struct UserKind {
  static constexpr std::string_view kPrefix = "usr";
};
struct GrantKind {
  static constexpr std::string_view kPrefix = "app";
};
struct RequestKind {
  static constexpr std::string_view kPrefix = "req";
};

using ArtifactId = PublicId<ArtifactKind>;
using ShareId = PublicId<ShareKind>;
using KeyId = PublicId<KeyKind>;
using AccountId = PublicId<AccountKind>;
using UserId = PublicId<UserKind>;
using GrantId = PublicId<GrantKind>;  // of the access that a user gave an app
using RequestId = PublicId<RequestKind>;

// The ID that a client gives a request of its own, in X-Request-Id, so that its logs and the
// service's can be matched.

// Whether it is used unchanged: 1 to 128 letters, digits and -._~:/+=@, as IDs of tracing systems
// are. Not one of the service's own (req_…), which are used once, nor anything with a key or token
// in it, as it goes into the log.
bool is_client_request_id(std::string_view text);

// ExternalId: the caller's own key for an artifact, unique in the account.
//
// 1 to 128 ASCII letters, digits and -._~:@, starting with a letter or digit, so that it needs no
// encoding in a URL. Case-sensitive. A value type.
class ExternalId {
 public:
  static std::optional<ExternalId> parse(std::string_view text);
  // "ext:" and the external ID, which stand in place of the ID of its artifact.
  static std::optional<ExternalId> parse_address(std::string_view text);

  const std::string& text() const { return text_; }
  std::string address() const { return std::string(kAddressPrefix) + text_; }

  static constexpr std::string_view kAddressPrefix = "ext:";

  friend bool operator==(const ExternalId&, const ExternalId&) = default;

 private:
  explicit ExternalId(std::string text) : text_(std::move(text)) {}

  std::string text_;
};

// An invalid_request for a malformed external ID.
Error invalid_external_id(std::string_view field);

}  // namespace core
