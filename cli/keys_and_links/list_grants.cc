// artifact-admin grant list
#include <cstdio>

#include "cli/accounts/account_fields.h"
#include "cli/accounts/account_option.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/keys_and_links/access_fields.h"
#include "core/json/json_writer.h"
#include "db/oauth/grant_store.h"

namespace cli {
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

}  // namespace cli
