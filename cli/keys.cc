// artifact-admin key add

#include <cstdio>
#include <sstream>
#include <stdexcept>
#include <string>

#include "app/api_keys.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/options.h"
#include "cli/output.h"
#include "core/oauth_grant.h"
#include "core/principal.h"
#include "core/text/json_writer.h"
#include "core/time.h"
#include "db/account_store.h"
#include "db/counters/usage_store.h"
#include "db/grant_store.h"
#include "db/key_store.h"

namespace cli {
namespace {

// The permissions of a key or a connected app, as commands print them.

void write_scopes(core::JsonWriter& json, const core::Scopes& scopes) {
  json.key("scopes").begin_array();
  for (const std::string_view scope : scopes.names()) json.value(scope);
  json.end_array();
}

void write_limits(core::JsonWriter& json, const core::PublishingLimits& limits) {
  if (limits.maximum_expiry) json.member("maximumExpiry", limits.maximum_expiry->text());
  json.member("passwordRequired", limits.password_required);
  json.member("refusesSecrets", limits.refuses_secrets);
}

// "  (expiry at most 7d)"; empty if there are no limits.
std::string limits_text(const core::PublishingLimits& limits) {
  std::string text;
  if (limits.maximum_expiry) text += ", expiry at most " + limits.maximum_expiry->text();
  if (limits.password_required) text += ", password required";
  if (limits.refuses_secrets) text += ", refuses secrets";
  return text.empty() ? text : "  (" + text.substr(2) + ')';
}

}  // namespace

// artifact-admin key add

namespace {

core::Scopes scopes_of(const Arguments& arguments) {
  const auto text = arguments.value("--scopes");
  if (!text) return core::Scopes::all();
  core::Scopes scopes;
  std::istringstream names(*text);
  for (std::string name; std::getline(names, name, ',');) {
    const auto scope = core::parse_scope(name);
    if (!scope) throw WrongUsage("--scopes: unknown scope \"" + name + "\"");
    scopes.add(*scope);
  }
  if (scopes.empty()) throw WrongUsage("--scopes must name at least one scope");
  return scopes;
}

std::optional<core::Duration> duration_of(const Arguments& arguments, const std::string& option) {
  const auto text = arguments.value(option);
  if (!text) return std::nullopt;
  const auto duration = core::Duration::parse(*text);
  if (!duration) throw WrongUsage(option + ": " + duration.error().message);
  return *duration;
}

}  // namespace

void add_key(const Arguments& arguments) {
  const auto lifetime = duration_of(arguments, "--expires-in");
  const core::PublishingLimits limits{.maximum_expiry = duration_of(arguments, "--maximum-expiry"),
                                      .password_required = arguments.has("--password-required"),
                                      .refuses_secrets = arguments.has("--refuse-secrets")};
  const core::AccountId account = account_of(arguments);
  const core::DisplayName name = name_of(arguments);
  const core::Scopes scopes = scopes_of(arguments);
  Connections connections(arguments);
  db::AccountStore accounts(connections.postgres);
  db::ApiKeyStore keys(connections.postgres);
  const auto created =
      app::ApiKeys({accounts, keys, connections.postgres, connections.redis},
                   connections.configuration.public_base_url)
          .create(core::Principal::operator_of(account), core::KeyId::generate(core::now()),
                  {name, lifetime, scopes, limits});
  if (!created) throw std::runtime_error(created.error().message);
  if (!arguments.has("--json")) {
    std::puts(created->key.secret().c_str());
    return;
  }
  core::JsonWriter json;
  json.begin_object();
  json.member("id", created->id.to_string()).member("key", created->key.secret());
  json.end_object();
  std::puts(json.text().c_str());
}

// artifact-admin key list

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
  auto keys = db::ApiKeyStore(connections.postgres).list(account);
  db::UsageStore(connections.postgres, connections.redis).add_pending_uses(keys);
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

// artifact-admin key revoke

void revoke_key(const Arguments& arguments) {
  const auto id = core::KeyId::parse(arguments.operand().value());
  if (!id) throw WrongUsage("KEY_ID must be the ID of an API key, key_…");
  Connections connections(arguments);
  db::AccountStore accounts(connections.postgres);
  db::ApiKeyStore keys(connections.postgres);
  const auto account = keys.find_account(*id);
  if (!account) throw std::runtime_error("no such key");
  const auto key = app::ApiKeys({accounts, keys, connections.postgres, connections.redis},
                                connections.configuration.public_base_url)
                       .revoke(core::Principal::operator_of(*account), *id);
  if (!key) throw std::runtime_error(key.error().message);
  std::printf("revoked %s\n", id->to_string().c_str());
}

// artifact-admin grant list

namespace {

void write_grant(core::JsonWriter& json, const db::HeldGrant& held) {
  const core::Grant& grant = held.grant;
  json.begin_object();
  json.member("id", grant.id.to_string()).member("name", grant.access.client_name);
  json.member("clientId", grant.access.client_id).member("email", held.email);
  json.member("audience", core::to_string(grant.access.audience));
  write_scopes(json, grant.access.scopes);
  write_limits(json, grant.limits);
  json.member("createdAt", grant.created_at.rfc3339());
  if (grant.last_used_at) json.member("lastUsedAt", grant.last_used_at->rfc3339());
  json.end_object();
}

}  // namespace

void list_grants(const Arguments& arguments) {
  const core::AccountId account = account_of(arguments);
  Connections connections(arguments);
  require_account(connections.postgres, account);
  const auto grants = db::GrantStore(connections.postgres).list(account);
  if (arguments.has("--json")) {
    core::JsonWriter json;
    json.begin_array();
    for (const db::HeldGrant& held : grants) write_grant(json, held);
    json.end_array();
    std::puts(json.text().c_str());
    return;
  }
  for (const auto& [grant, email] : grants) {
    std::printf("%s  %s  %s  %s%s\n", grant.id.to_string().c_str(),
                grant.created_at.rfc3339().c_str(), email.c_str(), grant.access.client_name.c_str(),
                limits_text(grant.limits).c_str());
  }
}

// artifact-admin grant revoke

void revoke_grant(const Arguments& arguments) {
  const auto id = core::GrantId::parse(arguments.operand().value());
  if (!id) throw WrongUsage("APP_ID must be the ID of a connected app, app_…");
  Connections connections(arguments);
  const auto holder = db::GrantStore(connections.postgres).find_holder(*id);
  if (!holder) throw std::runtime_error("no such connected app");
  const core::Principal by = core::Principal::operator_of(holder->account);
  db::revoke_grant(connections.postgres, connections.redis, by, core::AuditAction::app_disconnected,
                   holder->user, *id);
  std::printf("revoked %s\n", id->to_string().c_str());
}

}  // namespace cli
