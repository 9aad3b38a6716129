// ApiKeys: the API keys of an account, as its users and the operator manage them.
//
// Each function checks that the principal is allowed to do it. The statement that makes a change
// also records it in the audit log. A key of another account is not_found.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/account.h"
#include "core/error.h"
#include "core/fields.h"
#include "core/principal.h"
#include "core/security/tokens.h"
#include "core/time.h"
#include "db/account_store.h"
#include "db/key_store.h"

namespace db {
class Postgres;
class Redis;
}  // namespace db

namespace app {

struct NewApiKey {
  core::DisplayName name;
  std::optional<core::Duration> lifetime;  // absent: it does not expire
  core::Scopes scopes;
  core::PublishingLimits limits;
};

// Reads the fields name, expiresIn, maximumExpiry, passwordRequired and refuseSecrets; each adapter
// reads the scopes itself. Errors: invalid_request, invalid_expires_in, with the field.
core::Result<NewApiKey> read_new_api_key(core::FieldReader& reader, const core::Scopes& scopes);

// A new key. It cannot be shown again later.
struct CreatedApiKey {
  core::KeyId id;
  core::ApiKey key;
  std::string api_url;  // base URL of the API
};

struct ListedApiKey {
  db::StoredKey key;
  bool can_be_revoked = false;  // by the principal
};

class ApiKeys {
 public:
  struct Stores {
    db::AccountStore& accounts;
    db::ApiKeyStore& keys;
    db::Postgres& postgres;
    db::Redis& redis;
  };
  // `public_base_url` is the prefix of all URLs.
  ApiKeys(const Stores& stores, const std::string& public_base_url)
      : stores_(stores), public_base_url_(public_base_url) {}

  // Oldest first, including revoked keys.
  core::Result<std::vector<ListedApiKey>> list(const core::Principal& principal);

  // A key that the principal may revoke, whether or not it is revoked already. Owners may revoke
  // every key of the account, members only keys created by members. Errors: not_found, forbidden.
  core::Result<db::StoredKey> find_revocable(const core::Principal& principal,
                                             const core::KeyId& id);

  // Creates the key with this id, so that submitting a form twice creates one key. A principal
  // cannot grant a scope that it does not have. Errors: forbidden; gone if a key with this id
  // exists already; not_found if the account no longer exists.
  core::Result<CreatedApiKey> create(const core::Principal& principal, const core::KeyId& id,
                                     const NewApiKey& key);

  // Revokes the key with immediate effect and returns it as it was before. Revoking it again keeps
  // the first time. Errors: those of find_revocable().
  core::Result<db::StoredKey> revoke(const core::Principal& principal, const core::KeyId& id);

 private:
  Stores stores_;
  const std::string& public_base_url_;
};

}  // namespace app
