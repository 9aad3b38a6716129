#include "db/signed_link_store.h"

#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/share_store.h"

namespace db {
namespace {

constexpr Statement kListAllLinks{"share_list_all", R"(
select (shared_link_of(link, artifact.expires_at, 0, null)).*, artifact.account_id
  from share_links link
  join artifacts artifact on artifact.id = link.artifact_id
 where ($1::uuid is null or artifact.account_id = $1)
   and ($2::text is null or link.signing_key_id = $2)
   and ($3::text is null or link.signing_key_id <> all(string_to_array($3, ' ')))
 order by link.created_at, link.id)"};

constexpr AuditedStatement kReissue{"share_reissue", R"(
with changed as (
  update share_links link
     set signing_key_id = $3
    from artifacts artifact
   where link.id = $1 and artifact.id = link.artifact_id
     and link.signing_key_id = $2 and link.revoked_at is null
  returning link.artifact_id, link.created_at,
            nullif(least(link.expires_at, artifact.expires_at), 'infinity') as expires_at,
            artifact.account_id, artifact.title
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($4, account_id, title, array['url_reissued']) as event
)
select artifact_id, created_at, expires_at from changed)"};

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
  const Rows rows = postgres_.read(kListAllLinks, filter.account, filter.signing_key_id, keys);
  std::vector<OwnedLink> links;
  links.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i)
    links.push_back({core::AccountId(rows[i].uuid(kAfterLinkState)), link_state_in(rows[i])});
  return links;
}

std::optional<core::ShareLink> SignedLinkStore::reissue(const core::ShareId& id,
                                                        const std::string& signing_key_id,
                                                        const std::string& new_signing_key_id,
                                                        const core::Principal& principal) {
  const Rows rows =
      kReissue.write(postgres_, {core::AuditAction::link_changed, principal, id.to_string()}, id,
                     signing_key_id, new_signing_key_id);
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  return core::ShareLink{id, core::ArtifactId(row.uuid(0)), new_signing_key_id, row.timestamp(1),
                         row.optional_timestamp(2)};
}

}  // namespace db
