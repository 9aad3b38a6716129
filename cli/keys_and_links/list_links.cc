// artifact-admin link list
#include <cstdio>

#include "cli/accounts/account_fields.h"
#include "cli/accounts/account_option.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "core/json/json_writer.h"
#include "db/sharing/signed_link_store.h"

namespace cli {
namespace {

bool is_key_removed(const core::Configuration& configuration, const core::ShareLink& link) {
  return configuration.signing_keys.find(link.signing_key_id) == nullptr;
}

db::LinkFilter filter_of(const Arguments& arguments, Connections& connections) {
  db::LinkFilter filter;
  if (arguments.has("--account")) {
    filter.account = account_of(arguments);
    require_account(connections.postgres, *filter.account);
  }
  filter.signing_key_id = arguments.value("--signing-key");
  if (arguments.has("--signing-key-removed")) {
    filter.signed_by_none_of.emplace();
    for (const core::SigningKey& key : connections.configuration.signing_keys.all())
      filter.signed_by_none_of->push_back(key.id);
  }
  return filter;
}

void write_link(core::JsonWriter& json, const db::OwnedLink& owned, bool key_removed) {
  const core::ShareLink& link = owned.state.link;
  json.begin_object();
  json.member("id", link.id.to_string()).member("account", owned.account.to_string());
  json.member("artifact", link.artifact.to_string());
  json.member("signingKey", link.signing_key_id).member("signingKeyRemoved", key_removed);
  json.member("createdAt", link.created_at.rfc3339());
  if (link.expires_at) json.member("expiresAt", link.expires_at->rfc3339());
  if (link.ends_by_artifact) json.member("expiresBecause", "artifact");
  json.member("hasEnded", owned.state.has_ended);
  if (owned.state.revoked_at) json.member("revokedAt", owned.state.revoked_at->rfc3339());
  json.end_object();
}

std::string end_of(const core::ShareLink& link) {
  if (!link.expires_at) return "never expires";
  return (link.ends_by_artifact ? "expires with its artifact " : "expires ") +
         link.expires_at->rfc3339();
}

const char* note_on(const core::ShareLinkState& state, bool key_removed) {
  if (state.revoked_at) return "  (revoked)";
  if (state.has_ended) return "  (ended)";
  return key_removed ? "  (signing key removed)" : "";
}

}  // namespace

// Without URLs, which give access to the artifacts.
void list_links(const Arguments& arguments) {
  Connections connections(arguments);
  const core::Configuration& configuration = connections.configuration;
  const std::vector<db::OwnedLink> links =
      db::SignedLinkStore(connections.postgres).list(filter_of(arguments, connections));
  if (!arguments.has("--json")) {
    for (const db::OwnedLink& owned : links) {
      const core::ShareLink& link = owned.state.link;
      std::printf("%s  %s  %s  key %s, %s%s\n", link.id.to_string().c_str(),
                  owned.account.to_string().c_str(), link.artifact.to_string().c_str(),
                  link.signing_key_id.c_str(), end_of(link).c_str(),
                  note_on(owned.state, is_key_removed(configuration, link)));
    }
    return;
  }
  core::JsonWriter json;
  json.begin_array();
  for (const db::OwnedLink& owned : links)
    write_link(json, owned, is_key_removed(configuration, owned.state.link));
  json.end_array();
  std::puts(json.text().c_str());
}

}  // namespace cli
