// ApiKeys: what is done with the API keys of an account, by its users and the operator.
//
// Each function checks that the actor may do it, and records what it changes in the audit log by
// the statement that changes it. A key of another account is not_found.
//
// One thread's, as its stores are; all that it is given outlives it. Throws what the stores throw.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/actor.h"
#include "core/identity/api_key.h"
#include "core/identity/display_name.h"
#include "core/input/field_reader.h"
#include "core/result.h"
#include "core/text/duration.h"
#include "db/accounts/account_store.h"

namespace db {
class Postgres;
class Redis;
}  // namespace db

namespace app {

struct NewApiKey {
  core::DisplayName name;
  std::optional<core::Duration> lifetime;  // nothing: it does not expire
  core::Scopes scopes;
};

// From the fields name and expiresIn, and the scopes as each adapter has them. Errors:
// invalid_request, invalid_expires_in, with the field.
core::Result<NewApiKey> read_new_api_key(core::FieldReader& reader, const core::Scopes& scopes);

// A new key: the one time that it is known.
struct CreatedApiKey {
  core::KeyId id;
  core::ApiKey key;
  std::string api_url;  // where it is used
};

struct ListedApiKey {
  db::StoredKey key;
  bool can_be_revoked = false;  // by the actor
};

class ApiKeys {
 public:
  struct Stores {
    db::AccountStore& accounts;
    db::Postgres& postgres;
    db::Redis& redis;
  };
  // `public_base_url` is what addresses begin with.
  ApiKeys(const Stores& stores, const std::string& public_base_url)
      : stores_(stores), public_base_url_(public_base_url) {}

  // Oldest first; revoked ones too.
  core::Result<std::vector<ListedApiKey>> list(const Actor& actor);

  // One that the actor may revoke, revoked already or not. Owners may revoke every key of the
  // account, members those that members have made. Errors: not_found, forbidden.
  core::Result<db::StoredKey> find_revocable(const Actor& actor, const core::KeyId& id);

  // Makes the key with this id, so that one request that is sent twice makes one key. Nobody can
  // give a key more than they may do themselves. Errors: forbidden; gone if there is a key of this
  // id already; not_found if the account is gone.
  core::Result<CreatedApiKey> create(const Actor& actor, const core::KeyId& id,
                                     const NewApiKey& key);

  // The key is refused from now on. Gives it as it was before; one that is revoked already keeps
  // its first moment. Errors: as find_revocable().
  core::Result<db::StoredKey> revoke(const Actor& actor, const core::KeyId& id);

 private:
  Stores stores_;
  const std::string& public_base_url_;
};

}  // namespace app
