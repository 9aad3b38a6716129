#include "db/accounts/operator_search.h"

#include "db/accounts/disabling.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

// Each statement gives these columns:
//   kind, public id, name, state, created_at, disabled_at, disabled_reason, artifact's id or null,
//   account's id, name, disabled_at, disabled_reason, its owners' addresses

constexpr Statement kFindAccount{"operator_find_account", R"(
select 'account', public_id('acc', account.id), account.name, 'active', account.created_at,
       account.disabled_at, account.disabled_reason, null::uuid,
       account.id, account.name, account.disabled_at, account.disabled_reason,
       (select string_agg(email, ' ' order by created_at) from users
         where account_id = account.id and role = 'owner')
  from accounts account
 where account.id = $1)"};

constexpr Statement kFindArtifact{"operator_find_artifact", R"(
select 'artifact', public_id('art', artifact.id), coalesce(artifact.title, ''),
       case when artifact.deleted_at is not null then 'deleted'
            when artifact.expires_at <= now() then 'expired' else 'active' end,
       artifact.created_at, artifact.disabled_at, artifact.disabled_reason, null::uuid,
       account.id, account.name, account.disabled_at, account.disabled_reason,
       (select string_agg(email, ' ' order by created_at) from users
         where account_id = account.id and role = 'owner')
  from artifacts artifact
  join accounts account on account.id = artifact.account_id
 where artifact.id = $1)"};

constexpr Statement kFindLink{"operator_find_link", R"(
select 'share link', public_id('shr', link.id), coalesce(artifact.title, ''),
       case when link.revoked_at is not null then 'revoked'
            when link.expires_at <= now() or coalesce(link.view_count >= link.max_views, false)
              then 'ended'
            when artifact.deleted_at is not null then 'artifact deleted'
            when artifact.expires_at <= now() then 'artifact expired'
            when artifact.disabled_at is not null then 'artifact disabled'
            else 'active' end,
       link.created_at, link.disabled_at, link.disabled_reason, artifact.id,
       account.id, account.name, account.disabled_at, account.disabled_reason,
       (select string_agg(email, ' ' order by created_at) from users
         where account_id = account.id and role = 'owner')
  from share_links link
  join artifacts artifact on artifact.id = link.artifact_id
  join accounts account on account.id = artifact.account_id
 where link.id = $1)"};

constexpr std::string_view kKeyColumns = R"(
select 'API key', public_id('key', key.id), key.name,
       case when key.revoked_at is not null then 'revoked'
            when key.expires_at <= now() then 'expired' else 'active' end,
       key.created_at, null::timestamptz, null::text, null::uuid,
       account.id, account.name, account.disabled_at, account.disabled_reason,
       (select string_agg(email, ' ' order by created_at) from users
         where account_id = account.id and role = 'owner')
  from api_keys key
  join accounts account on account.id = key.account_id
)";

constexpr std::string_view kUserColumns = R"(
select 'user', public_id('usr', member.id), member.email, member.role, member.created_at,
       null::timestamptz, null::text, null::uuid,
       account.id, account.name, account.disabled_at, account.disabled_reason,
       (select string_agg(email, ' ' order by created_at) from users
         where account_id = account.id and role = 'owner')
  from users member
  join accounts account on account.id = member.account_id
)";

// Columns, and the condition that picks the rows.
struct Search {
  Search(const char* name, std::string_view columns, std::string_view condition)
      : sql(std::string(columns).append(condition)), statement{name, sql.c_str()} {}
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  std::string sql;
  Statement statement;
};

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

std::vector<Found> found_in(const Rows& rows) {
  std::vector<Found> found;
  for (int i = 0; i < rows.size(); ++i) {
    const Row row = rows[i];
    FoundThing thing{.kind = std::string(row.text(0)),
                     .id = std::string(row.text(1)),
                     .name = std::string(row.text(2)),
                     .state = std::string(row.text(3)),
                     .created_at = row.timestamp(4),
                     .disabled = disabled_in(row, 5),
                     .artifact = std::nullopt};
    if (!row.is_null(7)) thing.artifact = core::ArtifactId(row.uuid(7));
    found.push_back({std::move(thing),
                     {.id = core::AccountId(row.uuid(8)),
                      .name = std::string(row.text(9)),
                      .disabled = disabled_in(row, 10),
                      .owners = words_of(row.optional_text(12).value_or(""))}});
  }
  return found;
}

}  // namespace

std::vector<Found> OperatorSearch::find(const core::AccountId& id) {
  return found_in(postgres_.read(kFindAccount, id));
}

std::vector<Found> OperatorSearch::find(const core::ArtifactId& id) {
  return found_in(postgres_.read(kFindArtifact, id));
}

std::vector<Found> OperatorSearch::find(const core::ShareId& id) {
  return found_in(postgres_.read(kFindLink, id));
}

std::vector<Found> OperatorSearch::find(const core::KeyId& id) {
  static const Search search("operator_find_key", kKeyColumns, "where key.id = $1");
  return found_in(postgres_.read(search.statement, id));
}

std::vector<Found> OperatorSearch::find(const core::UserId& id) {
  static const Search search("operator_find_user", kUserColumns, "where member.id = $1");
  return found_in(postgres_.read(search.statement, id));
}

std::vector<Found> OperatorSearch::find(const core::Email& email) {
  static const Search search("operator_find_email", kUserColumns, "where member.email = $1");
  return found_in(postgres_.read(search.statement, email.text()));
}

std::vector<Found> OperatorSearch::find(const core::ApiKey& key) {
  static const Search search("operator_find_secret", kKeyColumns, "where key.secret_hash = $1");
  return found_in(postgres_.read(search.statement, key.hash()));
}

std::vector<Found> OperatorSearch::find_keys(const std::string& begin) {
  static const Search search(
      "operator_find_prefix", kKeyColumns,
      "where starts_with(key.display_prefix, $1) or starts_with($1, key.display_prefix)\n"
      " order by key.created_at, key.id");
  return found_in(postgres_.read(search.statement, begin));
}

}  // namespace db
