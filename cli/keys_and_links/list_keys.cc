// artifact-admin key list
#include <cstdio>
#include <string>

#include "cli/accounts/account_fields.h"
#include "cli/accounts/account_option.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/keys_and_links/access_fields.h"
#include "core/json/json_writer.h"
#include "db/api_keys/api_key_store.h"
#include "db/counters/usage_store.h"

namespace cli {
namespace {

void write_key(core::JsonWriter& json, const db::StoredKey& key) {
  json.begin_object();
  json.member("id", key.id.to_string()).member("name", key.name);
  json.member("prefix", key.display_prefix);
  write_scopes(json, key.scopes);
  write_limits(json, key.limits);
  json.member("createdAt", key.created_at.rfc3339());
  if (key.expires_at) json.member("expiresAt", key.expires_at->rfc3339());
  if (key.revoked_at) json.member("revokedAt", key.revoked_at->rfc3339());
  if (key.last_used_at) json.member("lastUsedAt", key.last_used_at->rfc3339());
  json.end_object();
}

// Whether the key works, and until when: "  (expires 2027-01-15T12:00:00.000Z)".
std::string state_of(const db::StoredKey& key) {
  if (key.revoked_at) return "  (revoked)";
  if (key.has_expired) return "  (expired)";
  return key.expires_at ? "  (expires " + key.expires_at->rfc3339() + ')' : std::string();
}

}  // namespace

void list_keys(const Arguments& arguments) {
  const core::AccountId account = account_of(arguments);
  Connections connections(arguments);
  require_account(connections.postgres, account);
  const auto keys = db::with_pending_uses(db::ApiKeyStore(connections.postgres).list(account),
                                          db::UsageStore(connections.postgres, connections.redis));
  if (arguments.has("--json")) {
    core::JsonWriter json;
    json.begin_array();
    for (const db::StoredKey& key : keys) write_key(json, key);
    json.end_array();
    std::puts(json.text().c_str());
    return;
  }
  for (const db::StoredKey& key : keys) {
    std::printf("%s  %s…  %s  %s%s%s\n", key.id.to_string().c_str(), key.display_prefix.c_str(),
                key.created_at.rfc3339().c_str(), key.name.c_str(), limits_text(key.limits).c_str(),
                state_of(key).c_str());
  }
}

}  // namespace cli
