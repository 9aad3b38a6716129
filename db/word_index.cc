#include "db/word_index.h"

#include <algorithm>
#include <span>

#include "core/text/encodings.h"
#include "core/text/json_writer.h"
#include "core/text/words.h"
#include "db/connection/postgres.h"
#include "db/operation/steps.h"

namespace db {
namespace {

constexpr Statement kNext{"text_index_next", R"(
select id, account_id, revision, template, title, description, content
  from (select id, account_id, revision, template, title, description, content,
               sum(octet_length(content)) over (order by id desc) as bytes
          from (select artifact_id from unindexed_texts order by artifact_id desc limit 200) as queue
          join artifacts on id = artifact_id) as added_up
 where bytes - octet_length(content) < 16777216
 order by id desc)"};

// Locking the artifacts makes the statement compare the revisions that were committed since it
// began. Those that are being changed stay in the queue.
constexpr Statement kRecordTexts{"text_index_record", R"(
with current as materialized (
  select artifacts.id, read.lexemes
    from json_to_recordset($1::json) as read (id uuid, revision bigint, lexemes text)
    join artifacts using (id, revision)
   order by artifacts.id
     for share of artifacts skip locked
), taken as (
  delete from unindexed_texts
   where artifact_id = any(array(
     select artifact_id from unindexed_texts
      where artifact_id in (select id from current)
      order by artifact_id
        for update skip locked))
  returning artifact_id
), indexed as (
  insert into artifact_texts (artifact_id, words)
  select id, array_to_tsvector(string_to_array(lower(lexemes), ' '))
    from current join taken on artifact_id = id
   order by id
  on conflict (artifact_id) do update set words = excluded.words
)
select count(*) from taken)"};

// Searches read the whole pending list.
constexpr Statement kEmptyPendingWords{"text_index_empty_pending_list",
                                       "select gin_clean_pending_list('artifact_texts_by_word')"};

}  // namespace

std::vector<UnindexedText> TextIndexStore::next() {
  const Rows rows = postgres_.read(kNext);
  std::vector<UnindexedText> artifacts;
  artifacts.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i) {
    const Row row = rows[i];
    artifacts.push_back({core::ArtifactId(row.uuid(0)), core::AccountId(row.uuid(1)),
                         row.integer(2), core::parse_template(row.text(3)).value(),
                         row.optional_text(4).value_or(""), row.optional_text(5).value_or(""),
                         std::string(row.text(6))});
  }
  return artifacts;
}

std::int64_t TextIndexStore::record(const std::vector<ArtifactWords>& artifacts) {
  core::JsonWriter json;
  json.begin_array();
  for (const ArtifactWords& artifact : artifacts) {
    json.begin_object();
    json.member("id", core::to_hexadecimal(artifact.id.uuid().bytes));
    json.member("revision", artifact.revision);
    json.member("lexemes", artifact.lexemes);
    json.end_object();
  }
  json.end_array();
  return postgres_.write(kRecordTexts, json.text())[0].integer(0);
}

void TextIndexStore::finish() { postgres_.write(kEmptyPendingWords); }

namespace {

// Of the random end of its id: all accounts of a day have the same beginning.
std::string mark_of(const core::AccountId& account) {
  constexpr std::size_t kMarkBytes = 4;
  return core::to_hexadecimal(std::span(account.uuid().bytes).last(kMarkBytes));
}

}  // namespace

std::string text_lexemes(const core::AccountId& account, std::string_view text) {
  const std::string mark = mark_of(account);
  std::string lexemes;
  for (const std::string_view word : core::words_to_index(text)) {
    if (!lexemes.empty()) lexemes += ' ';
    lexemes.append(mark).append(word);
  }
  return lexemes;
}

std::optional<std::string> text_query(const core::AccountId& account, std::string_view text) {
  const core::SoughtWords sought = core::words_to_find(text);
  if (sought.words.empty()) return std::nullopt;
  const std::string mark = mark_of(account);
  std::string query;
  // Words have no characters that would have to be escaped.
  for (const std::string_view word : sought.words)
    query.append(query.empty() ? "'" : " & '").append(mark).append(word).append("'");
  if (sought.last_is_beginning) query += ":*";
  return query;
}

namespace {

// Locking the artifacts makes the statement read titles that were committed since it began. A key
// lock would give the title before a change that was committed since the statement began. Those
// that another transaction has locked stay in the queue; those that were removed leave it.
constexpr Statement kIndexTitles{"title_index", R"(
with waiting as materialized (
  select account_id, artifact_id from unindexed_titles limit $1 for update skip locked
), titled as materialized (
  select id, account_id, coalesce(title, nullif(first_heading, '')) as title
    from artifacts
   where id in (select artifact_id from waiting)
   order by id
     for share skip locked
), taken as (
  delete from unindexed_titles
   where (account_id, artifact_id) in (
     select account_id, artifact_id
       from waiting
      where artifact_id in (select id from titled)
         or not exists (select from artifacts where id = artifact_id))
  returning artifact_id
), indexed as (
  insert into indexed_titles (artifact_id, pieces)
  select id, title_pieces(account_id, title) from titled where title is not null
  on conflict (artifact_id) do update set pieces = excluded.pieces
), moved_on as (
  insert into unindexed_texts (artifact_id) select id from titled on conflict do nothing
)
select artifact_id from taken)"};

// Searches read the whole pending list.
constexpr Statement kEmptyPendingList{"title_index_empty_pending_list",
                                      "select gin_clean_pending_list('indexed_titles_by_piece')"};

}  // namespace

std::int64_t index_titles(Postgres& postgres) {
  const std::int64_t indexed = in_steps(postgres, kIndexTitles);
  if (indexed > 0) postgres.write(kEmptyPendingList);
  return indexed;
}

}  // namespace db
