// artifact-admin link list

#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>

#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/options.h"
#include "cli/output.h"
#include "core/principal.h"
#include "core/share_link.h"
#include "core/text/json_writer.h"
#include "db/signed_link_store.h"

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
  core::write_link_options(json, owned.state.options);
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
      std::printf("%s  %s  %s  key %s, %s, %s%s\n", link.id.to_string().c_str(),
                  owned.account.to_string().c_str(), link.artifact.to_string().c_str(),
                  link.signing_key_id.c_str(), shown_text(owned.state.options).c_str(),
                  end_of(link).c_str(), note_on(owned.state, is_key_removed(configuration, link)));
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

// artifact-admin link reissue

namespace {

// Each URL is printed as soon as its link is reissued, so that a failure loses none. JSON is
// printed at the end, also after a failure.
class ReissuedLinks {
 public:
  ReissuedLinks(const core::Configuration& configuration, bool as_json)
      : configuration_(configuration), as_json_(as_json) {
    json_.begin_array();
  }

  bool is_empty() const { return is_empty_; }

  void add(core::AccountId owner, const core::ShareLink& link) {
    is_empty_ = false;
    const std::string url =
        core::share_url(configuration_.public_base_url, link.artifact,
                        core::share_token_of(link, configuration_.signing_keys).value());
    json_.begin_object();
    json_.member("id", link.id.to_string()).member("account", owner.to_string());
    json_.member("artifact", link.artifact.to_string()).member("url", url);
    json_.end_object();
    if (as_json_) return;
    std::printf("%s  %s  %s\n", link.id.to_string().c_str(), owner.to_string().c_str(),
                url.c_str());
    flush_output();
  }

  void end() {
    json_.end_array();
    if (as_json_) std::puts(json_.text().c_str());
  }

 private:
  const core::Configuration& configuration_;
  bool as_json_;
  bool is_empty_ = true;
  core::JsonWriter json_;
};

}  // namespace

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
  db::SignedLinkStore store(connections.postgres);
  ReissuedLinks reissued(configuration, arguments.has("--json"));
  // Each link by itself, as viewers wait for one that is being changed. One that another
  // transaction has locked is left to the next run.
  std::size_t locked = 0;
  try {
    for (const db::OwnedLink& one :
         store.list({.account = account, .signing_key_id = key_id, .signed_by_none_of = {}})) {
      const core::Principal by = core::Principal::operator_of(one.account);
      try {
        if (const auto link = store.reissue(one.state.link.id, key_id, current.id, by))
          reissued.add(one.account, *link);
      } catch (const db::LockTimeout&) {
        ++locked;
      }
    }
  } catch (...) {
    reissued.end();
    throw;
  }
  reissued.end();
  if (reissued.is_empty() && locked == 0) {
    std::fprintf(stderr, "artifact-admin: no share link is signed with \"%s\"\n", key_id.c_str());
  }
  if (locked > 0) {
    throw std::runtime_error(
        std::to_string(locked) +
        " share links are locked by other transactions (pg_stat_activity); run "
        "the command again for them");
  }
}

}  // namespace cli
