#include "app/api_keys.h"

#include "app/publishing_rules.h"
#include "core/error.h"
#include "db/counters/usage_store.h"
#include "db/key_store.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;

bool may_revoke(const core::Principal& principal, const db::StoredKey& key) {
  return principal.is_owner() || key.made_by_member;
}

}  // namespace

core::Result<NewApiKey> read_new_api_key(core::FieldReader& reader, const core::Scopes& scopes) {
  auto name = reader.display_name("name");
  if (scopes.empty())
    reader.fail(ErrorCode::invalid_request, "scopes", "must include at least one scope");
  const auto lifetime = reader.duration("expiresIn");
  const core::PublishingLimits limits = read_publishing_limits(reader);
  if (reader.error()) return *reader.error();
  return NewApiKey{*std::move(name), lifetime, scopes, limits};
}

core::Result<std::vector<ListedApiKey>> ApiKeys::list(const core::Principal& principal) {
  if (auto refusal = principal.refuse_program()) return *std::move(refusal);
  std::vector<db::StoredKey> stored = stores_.keys.list(principal.account);
  db::UsageStore(stores_.postgres, stores_.redis).add_pending_uses(stored);
  std::vector<ListedApiKey> keys;
  for (db::StoredKey& key : stored) {
    const bool can_be_revoked = may_revoke(principal, key);
    keys.push_back({std::move(key), can_be_revoked});
  }
  return keys;
}

core::Result<db::StoredKey> ApiKeys::find_revocable(const core::Principal& principal,
                                                    const core::KeyId& id) {
  if (auto refusal = principal.refuse_program()) return *std::move(refusal);
  auto key = stores_.keys.find(principal.account, id);
  if (!key) return Error{ErrorCode::not_found, "the account has no API key with this id"};
  if (!may_revoke(principal, *key)) {
    return Error{
        ErrorCode::forbidden,
        "only an account owner can revoke an API key that an owner or the operator created"};
  }
  return *std::move(key);
}

core::Result<CreatedApiKey> ApiKeys::create(const core::Principal& principal, const core::KeyId& id,
                                            const NewApiKey& key) {
  if (auto refusal = principal.refuse_program()) return *std::move(refusal);
  if (const auto missing = principal.scopes.first_missing(key.scopes))
    return *principal.refuse(*missing);
  CreatedApiKey created{id, core::ApiKey::generate(), public_base_url_ + "/api"};
  bool is_new = false;
  try {
    const auto stored = stores_.keys.create(principal, id, principal.account, key.name.text(),
                                            created.key, key.scopes, key.lifetime, key.limits);
    if (!stored) return stored.error();
    is_new = *stored;
  } catch (const core::Unavailable&) {
    // The key may be stored nevertheless, and could not be shown later.
    is_new = stores_.keys.has(id, created.key);
    if (!is_new) throw;
  }
  if (is_new) return created;
  if (!stores_.accounts.find(principal.account))
    return Error{ErrorCode::not_found, "no such account"};
  return Error{ErrorCode::gone,
               "this form was already submitted and its API key was shown once; if you lost the "
               "key, revoke it and create a new one"};
}

core::Result<db::StoredKey> ApiKeys::revoke(const core::Principal& principal,
                                            const core::KeyId& id) {
  auto key = find_revocable(principal, id);
  if (key && !key->revoked_at)
    db::revoke_key(stores_.postgres, stores_.redis, principal, principal.account, id);
  return key;
}

}  // namespace app
