#include "db/sender_store.h"

#include "core/text/encodings.h"
#include "db/audit_log.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

constexpr Statement kFindSender{"sender_find", R"(
select may_show_sender, shows_sender, sender_name, sender_logo_digest from accounts where id = $1)"};

constexpr Statement kFindLogo{"sender_find_logo", R"(
select sender_logo from accounts where id = $1 and sender_logo is not null)"};

constexpr Statement kFindShownLogo{"sender_find_shown_logo", R"(
select sender_logo
  from accounts
 where sender_logo_digest = $1 and may_show_sender and disabled_at is null
 limit 1)"};

constexpr AuditedStatement kChangeSender{"sender_change", R"(
-- Parameters: account, allowed or null, shown or null, has name, name, has logo, logo, its digest,
--   what is changed in words, event
-- What was allowed is the name that there was.
with changed as (
  update accounts
     set may_show_sender = coalesce($2, may_show_sender and
                                        (not $4 or $5 is not distinct from sender_name)),
         shows_sender = coalesce($3, shows_sender),
         sender_name = case when $4 then $5 else sender_name end,
         sender_logo = case when $6 then $7 else sender_logo end,
         sender_logo_digest = case when $6 then $8 else sender_logo_digest end
   where id = $1
  returning id
), event as (
  insert into audit_events
  select event.* from changed, audit_event($10, id, $9) as event
)
select true from changed)"};

constexpr Statement kLooksAlike{"sender_name_looks_alike", R"(
-- Without case, width, spaces, marks of punctuation and joiners.
select count(distinct lower(upper(regexp_replace(
         normalize(name, nfkc), '[[:space:][:punct:]\u200c\u200d\ufe00-\ufe0f]', '', 'g')
         collate alphabetical))) = 1
  from unnest(array[$1, $2]::text[]) as name)"};

std::optional<std::string> logo_in(const Rows& rows) {
  return rows.empty() ? std::nullopt : core::from_base64(rows[0].text(0));
}

}  // namespace

core::SenderSettings SenderStore::find(const core::AccountId& account) {
  const Rows rows = postgres_.read(kFindSender, account);
  if (rows.empty()) return {};
  return {.is_allowed = rows[0].boolean(0),
          .is_shown = rows[0].boolean(1),
          .name = rows[0].optional_text(2),
          .logo_digest = rows[0].optional_text(3).value_or("")};
}

std::optional<std::string> SenderStore::find_logo(const core::AccountId& account) {
  return logo_in(postgres_.read(kFindLogo, account));
}

std::optional<std::string> SenderStore::find_shown_logo(const std::string& digest) {
  return logo_in(postgres_.read(kFindShownLogo, digest));
}

bool SenderStore::looks_like(const std::string& name, const std::string& other) {
  return postgres_.read(kLooksAlike, name, other)[0].boolean(0);
}

bool SenderStore::change(const core::Principal& principal, const core::AccountId& account,
                         const core::SenderChange& change) {
  std::optional<std::string> name;
  if (change.name && *change.name) name = (*change.name)->text();
  std::optional<std::string> logo;
  std::optional<std::string> digest;
  if (change.logo && *change.logo) {
    logo = core::to_base64(core::as_bytes((*change.logo)->png));
    digest = (*change.logo)->digest;
  }
  return !kChangeSender
              .write(postgres_,
                     {core::AuditAction::account_settings_changed, principal, account.to_string()},
                     account, change.is_allowed, change.is_shown, change.name.has_value(), name,
                     change.logo.has_value(), logo, digest, core::in_words(change))
              .empty();
}

}  // namespace db
