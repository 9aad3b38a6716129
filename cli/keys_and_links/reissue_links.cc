// artifact-admin link reissue
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "app/actor.h"
#include "cli/accounts/account_fields.h"
#include "cli/accounts/account_option.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "core/json/json_writer.h"
#include "db/artifacts/share_store.h"

namespace cli {

void reissue_links(const Arguments& arguments) {
  const std::string key_id = arguments.required("--signing-key");
  std::optional<core::AccountId> account;
  if (arguments.has("--account")) account = account_of(arguments);
  Connections connections(arguments, Waits::briefly);
  if (account) require_account(connections.postgres, *account);
  const core::Configuration& configuration = connections.configuration;
  const core::SigningKey& current = configuration.signing_keys.current();
  if (key_id == current.id) {
    throw std::runtime_error(
        "\"" + key_id +
        "\" is the key that signs new links; first add a new key above it in signing_keys_file");
  }
  db::ShareStore store(connections.postgres, {});
  std::vector<std::pair<core::AccountId, core::ShareLink>> reissued;
  // Each link by itself, as viewers wait for one that is being changed. One that another
  // transaction has locked is left to the next run.
  std::size_t locked = 0;
  for (const db::OwnedLink& one :
       store.list({.account = account, .signing_key_id = key_id, .signed_by_none_of = {}})) {
    const app::Actor actor = app::Actor::operator_of(one.account);
    try {
      if (auto link = store.reissue(one.state.link.id, key_id, current.id, actor.note()))
        reissued.emplace_back(one.account, *std::move(link));
    } catch (const db::QueryFailed& failure) {
      if (!failure.gave_up_waiting()) throw;
      ++locked;
    }
  }
  if (reissued.empty() && locked == 0) {
    std::fprintf(stderr, "artifact-admin: no share link is signed with \"%s\"\n", key_id.c_str());
  }

  core::JsonWriter json;
  json.begin_array();
  for (const auto& [owner, link] : reissued) {
    const std::string url =
        core::share_url(configuration.public_base_url, link.artifact,
                        core::share_token_of(link, configuration.signing_keys).value());
    if (!arguments.has("--json"))
      std::printf("%s  %s  %s\n", link.id.to_string().c_str(), owner.to_string().c_str(),
                  url.c_str());
    json.begin_object();
    json.member("id", link.id.to_string()).member("account", owner.to_string());
    json.member("artifact", link.artifact.to_string()).member("url", url);
    json.end_object();
  }
  json.end_array();
  if (arguments.has("--json")) std::puts(json.text().c_str());
  if (locked > 0) {
    throw std::runtime_error(
        std::to_string(locked) +
        " share links are locked by other transactions (pg_stat_activity); run "
        "the command again for them");
  }
}

}  // namespace cli
