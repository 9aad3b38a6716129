#include "db/client_store.h"

#include <string>

#include "core/text/text.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

// A statement does not see its own insertion, so one place is left for it.
constexpr Query<R"(
with displaced as (
  delete from oauth_clients
   where id = any(array(
     select id from oauth_clients
      where id = any(array(
        select id from oauth_clients
         where network_group = $network_group and last_allowed_at is null
         order by id desc
        offset $most_unused - 1
         limit 100))
        for update skip locked)))
insert into oauth_clients (id, name, redirect_uris, network_group)
values ($client, $name, $redirect_uris, $network_group))">
    kAddClient{"client_add"};

constexpr Query<R"(
select name, redirect_uris from oauth_clients where id = $client)">
    kFindClient{"client_find"};

constexpr Query<R"(
update oauth_clients set last_allowed_at = now() where id = $client)">
    kNoteClientUse{"client_note_use"};

}  // namespace

void ClientStore::add(const core::ClientId& id, const core::ClientMetadata& metadata,
                      int network_group) {
  std::string uris;
  for (const core::RedirectUri& uri : metadata.redirect_uris) {
    if (!uris.empty()) uris += ' ';
    uris += uri.text();
  }
  postgres_.write(kAddClient, "client"_a = id, "name"_a = metadata.name, "redirect_uris"_a = uris,
                  "network_group"_a = network_group, "most_unused"_a = kMaximumUnused);
}

std::optional<core::OAuthClient> ClientStore::find(const core::ClientId& id) {
  const Rows rows = postgres_.read(kFindClient, "client"_a = id);
  if (rows.empty()) return std::nullopt;
  core::OAuthClient client{.id = id.to_string(),
                           .name = rows[0].name("name"),
                           .redirect_uris = {},
                           .source = core::OAuthClient::Source::registered};
  for (const std::string& text : core::split_words(rows[0].text("redirect_uris")))
    if (auto uri = core::RedirectUri::parse(text, schemes_))
      client.redirect_uris.push_back(*std::move(uri));
  return client;
}

void ClientStore::note_use(const core::ClientId& id) {
  postgres_.write(kNoteClientUse, "client"_a = id);
}

}  // namespace db
