// artifact-admin key add
#include <cstdio>
#include <sstream>
#include <stdexcept>

#include "app/accounts/api_keys.h"
#include "cli/accounts/account_option.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/name_option.h"
#include "core/clock.h"
#include "core/json/json_writer.h"
#include "db/accounts/account_store.h"
#include "db/api_keys/api_key_store.h"

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
          .create(app::Actor::operator_of(account), core::KeyId::generate(core::now()),
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

}  // namespace cli
