// artifact-admin key add
#include <cstdio>
#include <sstream>

#include "cli/account_option.h"
#include "cli/clock.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "db/account_store.h"

namespace cli {
namespace {

core::Scopes scopes_of(const Arguments& arguments) {
  const auto text = arguments.value("--scopes");
  if (!text) return core::Scopes::all();
  core::Scopes scopes;
  std::istringstream names(*text);
  for (std::string name; std::getline(names, name, ',');) {
    const auto scope = core::parse_scope(name);
    if (!scope) throw WrongUsage("--scopes: there is no scope \"" + name + "\"");
    scopes.add(*scope);
  }
  if (scopes.empty()) throw WrongUsage("--scopes names no scope");
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
  const bool made =
      db::AccountStore(connections.postgres)
          .create_key(core::KeyId::generate(now()), account, name, key, scopes, lifetime);
  if (!made) throw std::runtime_error("there is no such account");
  std::puts(key.secret().c_str());
}

}  // namespace cli
