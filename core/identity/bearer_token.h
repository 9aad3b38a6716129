// BearerToken: what a program authenticates with, as `Authorization: Bearer …`: an API key, or an
// access token that an app got by OAuth. A value of this type has a valid form and checksum.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "core/identity/api_key.h"
#include "core/oauth/issued_token.h"

namespace core {

class BearerToken {
 public:
  enum class Kind { api_key, access_token };

  static std::optional<BearerToken> parse(std::string_view text) {
    if (const auto key = ApiKey::parse(text)) return BearerToken(Kind::api_key, key->hash());
    if (const auto token = AccessToken::parse(text))
      return BearerToken(Kind::access_token, token->hash());
    return std::nullopt;
  }

  Kind kind() const { return kind_; }
  // Stored, and used to look it up.
  const Sha256& hash() const { return hash_; }

 private:
  BearerToken(Kind kind, const Sha256& hash) : kind_(kind), hash_(hash) {}

  Kind kind_;
  Sha256 hash_;
};

}  // namespace core
