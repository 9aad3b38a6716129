#include "db/signed_link_store.h"

#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/share_store.h"

namespace db {
namespace {

constexpr Query<R"(
select (shared_link_of(link, artifact.expires_at, artifact.deleted_at,
                       artifact.disabled_at)).*, artifact.account_id
  from share_links link
  join artifacts artifact on artifact.id = link.artifact_id
 where ($account::uuid is null or artifact.account_id = $account)
   and ($signing_key::text is null or link.signing_key_id = $signing_key)
   and ($signed_by_none_of::text is null
        or link.signing_key_id <> all(string_to_array($signed_by_none_of, ' ')))
 order by link.created_at, link.id)">
    kListAllLinks{"share_list_all"};

constexpr AuditedQuery<R"(
with changed as (
  update share_links link
     set signing_key_id = $new_signing_key
    from artifacts artifact
   where link.id = $link and artifact.id = link.artifact_id
     and link.signing_key_id = $signing_key and link.revoked_at is null
  returning link.artifact_id, link.created_at,
            nullif(least(link.expires_at, artifact.expires_at), 'infinity') as expires_at,
            artifact.account_id, artifact.title
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($event, account_id, title, array['url_reissued']) as event
)
select artifact_id, created_at, expires_at from changed)">
    kReissue{"share_reissue"};

}  // namespace

std::vector<OwnedLink> SignedLinkStore::list(const LinkFilter& filter) {
  std::optional<std::string> keys;
  if (filter.signed_by_none_of) {
    keys.emplace();
    for (const std::string& id : *filter.signed_by_none_of) {
      if (!keys->empty()) *keys += ' ';
      *keys += id;
    }
  }
  const Rows rows =
      postgres_.read(kListAllLinks, "account"_a = filter.account,
                     "signing_key"_a = filter.signing_key_id, "signed_by_none_of"_a = keys);
  std::vector<OwnedLink> links;
  links.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i)
    links.push_back(
        {.account = core::AccountId(rows[i].uuid("account_id")), .state = link_state_in(rows[i])});
  return links;
}

std::optional<core::ShareLink> SignedLinkStore::reissue(const core::ShareId& id,
                                                        const std::string& signing_key_id,
                                                        const std::string& new_signing_key_id,
                                                        const core::Principal& principal) {
  const Rows rows = kReissue.write(
      postgres_, {core::AuditAction::link_changed, principal, id.to_string()}, "link"_a = id,
      "signing_key"_a = signing_key_id, "new_signing_key"_a = new_signing_key_id);
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  return core::ShareLink{.id = id,
                         .artifact = core::ArtifactId(row.uuid("artifact_id")),
                         .signing_key_id = new_signing_key_id,
                         .created_at = row.timestamp("created_at"),
                         .expires_at = row.optional_timestamp("expires_at")};
}

}  // namespace db
