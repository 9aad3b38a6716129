// artifact-admin link reissue
#include <cstdio>
#include <optional>

#include "cli/accounts/account_option.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/operator_audit.h"
#include "core/json/json_writer.h"
#include "db/artifacts/share_store.h"

namespace cli {

void reissue_links(const Arguments& arguments) {
  const std::string key_id = arguments.required("--signing-key");
  std::optional<core::AccountId> account;
  if (arguments.has("--account")) account = account_of(arguments);
  Connections connections(arguments);
  const core::Configuration& configuration = connections.configuration;
  const core::SigningKey& current = configuration.signing_keys.current();
  if (key_id == current.id) {
    throw std::runtime_error(
        "\"" + key_id +
        "\" is the key that signs new links; first add a new key above it in signing_keys_file");
  }
  db::Transaction transaction(connections.postgres);
  const std::vector<db::LinkSignedAnew> links =
      db::ShareStore(connections.postgres, {}).sign_anew(key_id, current.id, account);
  for (const db::LinkSignedAnew& one : links) {
    record(connections, one.account, core::AuditAction::link_changed, one.link.id.to_string(),
           one.artifact_title.value_or(""));
  }
  transaction.commit();

  core::JsonWriter json;
  json.begin_array();
  for (const db::LinkSignedAnew& one : links) {
    const std::string url =
        core::share_url(configuration.public_base_url, one.link.artifact,
                        core::share_token_of(one.link, configuration.signing_keys).value());
    if (!arguments.has("--json"))
      std::printf("%s  %s  %s\n", one.link.id.to_string().c_str(), one.account.to_string().c_str(),
                  url.c_str());
    json.begin_object();
    json.member("id", one.link.id.to_string()).member("account", one.account.to_string());
    json.member("artifact", one.link.artifact.to_string()).member("url", url);
    json.end_object();
  }
  json.end_array();
  if (arguments.has("--json")) std::puts(json.text().c_str());
}

}  // namespace cli
