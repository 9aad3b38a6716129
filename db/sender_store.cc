#include "db/sender_store.h"

#include "core/text/encodings.h"
#include "db/audit_log.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

constexpr Query<R"(
select may_show_sender, shows_sender, sender_name, sender_logo_digest
  from accounts
 where id = $account)">
    kFindSender{"sender_find"};

constexpr Query<R"(
select sender_logo from accounts where id = $account and sender_logo is not null)">
    kFindLogo{"sender_find_logo"};

constexpr Query<R"(
select sender_logo
  from accounts
 where sender_logo_digest = $logo_digest and may_show_sender and disabled_at is null
 limit 1)">
    kFindShownLogo{"sender_find_shown_logo"};

constexpr AuditedQuery<R"(
-- What was allowed is the name that there was.
with changed as (
  update accounts
     set may_show_sender = coalesce($is_allowed, may_show_sender and
                                        (not $has_name or $name is not distinct from sender_name)),
         shows_sender = coalesce($is_shown, shows_sender),
         sender_name = case when $has_name then $name else sender_name end,
         sender_logo = case when $has_logo then $logo else sender_logo end,
         sender_logo_digest = case when $has_logo then $logo_digest else sender_logo_digest end
   where id = $account
  returning id
), event as (
  insert into audit_events
  select event.* from changed, audit_event($event, id, $description) as event
)
select true from changed)">
    kChangeSender{"sender_change"};

constexpr Query<R"(
-- Without case, width, spaces, marks of punctuation and joiners.
select count(distinct lower(upper(regexp_replace(
         normalize(name, nfkc), '[[:space:][:punct:]\u200c\u200d\ufe00-\ufe0f]', '', 'g')
         collate alphabetical))) = 1 as is_alike
  from unnest(array[$name, $other_name]::text[]) as name)">
    kLooksAlike{"sender_name_looks_alike"};

std::optional<std::string> logo_in(const Rows& rows) {
  return rows.empty() ? std::nullopt : core::from_base64(rows[0].text("sender_logo"));
}

}  // namespace

core::SenderSettings SenderStore::find(const core::AccountId& account) {
  const Rows rows = postgres_.read(kFindSender, "account"_a = account);
  if (rows.empty()) return {};
  return {.is_allowed = rows[0].boolean("may_show_sender"),
          .is_shown = rows[0].boolean("shows_sender"),
          .name = rows[0].optional_text("sender_name"),
          .logo_digest = rows[0].optional_text("sender_logo_digest").value_or("")};
}

std::optional<std::string> SenderStore::find_logo(const core::AccountId& account) {
  return logo_in(postgres_.read(kFindLogo, "account"_a = account));
}

std::optional<std::string> SenderStore::find_shown_logo(const std::string& digest) {
  return logo_in(postgres_.read(kFindShownLogo, "logo_digest"_a = digest));
}

bool SenderStore::looks_like(const std::string& name, const std::string& other) {
  return postgres_.read(kLooksAlike, "name"_a = name, "other_name"_a = other)[0].boolean(
      "is_alike");
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
                     "account"_a = account, "is_allowed"_a = change.is_allowed,
                     "is_shown"_a = change.is_shown, "has_name"_a = change.name.has_value(),
                     "name"_a = name, "has_logo"_a = change.logo.has_value(), "logo"_a = logo,
                     "logo_digest"_a = digest, "description"_a = core::in_words(change))
              .empty();
}

}  // namespace db
