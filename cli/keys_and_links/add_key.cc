// artifact-admin key add
#include <cstdio>
#include <sstream>

#include "cli/accounts/account_option.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/operator_audit.h"
#include "core/clock.h"
#include "core/json/json_writer.h"
#include "db/accounts/account_store.h"

namespace cli {
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

}  // namespace

void add_key(const Arguments& arguments) {
  std::optional<core::Duration> lifetime;
  if (const auto text = arguments.value("--expires-in")) {
    const auto duration = core::Duration::parse(*text);
    if (!duration) throw WrongUsage("--expires-in: " + duration.error().message);
    lifetime = *duration;
  }
  const core::AccountId account = account_of(arguments);
  const std::string name = arguments.required("--name");
  const core::Scopes scopes = scopes_of(arguments);
  const core::ApiKey key = core::ApiKey::generate();
  Connections connections(arguments);
  const auto id = core::KeyId::generate(core::now());
  db::Transaction transaction(connections.postgres);
  if (!db::AccountStore(connections.postgres).create_key(id, account, name, key, scopes, lifetime))
    throw std::runtime_error("no such account");
  record(connections, account, core::AuditAction::key_created, id.to_string(), name);
  transaction.commit();
  if (!arguments.has("--json")) {
    std::puts(key.secret().c_str());
    return;
  }
  core::JsonWriter json;
  json.begin_object().member("id", id.to_string()).member("key", key.secret()).end_object();
  std::puts(json.text().c_str());
}

}  // namespace cli
