#include "db/search/text_index_store.h"

#include "core/encodings/encoding.h"
#include "core/json/json_writer.h"
#include "db/connection/postgres.h"
#include "db/operation/steps.h"

namespace db {
namespace {

constexpr Statement kNext{"text_index_next", R"(
select id, account_id, version, template, title, description, content
  from (select id, account_id, version, template, title, description, content,
               sum(octet_length(content)) over (order by id desc) as bytes
          from (select artifact_id from unindexed_texts order by artifact_id desc limit 200) as queue
          join artifacts on id = artifact_id) as added_up
 where bytes - octet_length(content) < 16777216
 order by id desc)"};

// Locking the artifacts makes the statement compare the versions that were committed since it
// began. Those that are being changed stay in the queue.
constexpr Statement kRecord{"text_index_record", R"(
with current as materialized (
  select artifacts.id, read.lexemes
    from json_to_recordset($1::json) as read (id uuid, version bigint, lexemes text)
    join artifacts using (id, version)
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

// If another host is walking, there is no place, and nothing is known about the end.
constexpr Statement kAddEarlier{"text_index_add_earlier", R"(
with place as (
  select last_id from text_index_walk for update skip locked
), earlier as materialized (
  select artifacts.id from artifacts, place where artifacts.id > last_id order by artifacts.id limit $1
), walked as (
  update text_index_walk set last_id = id from (select id from earlier order by id desc limit 1) as last
), added as (
  insert into unindexed_texts (artifact_id)
  select earlier.id
    from earlier join artifacts using (id)
   where not exists (select from artifact_texts where artifact_id = earlier.id)
   order by earlier.id
     for key share of artifacts
  on conflict do nothing
), ended as (
  delete from text_index_walk
   where ends_after < now() and exists (select from place) and not exists (select from earlier)
)
select count(*) from earlier)"};

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
    json.member("version", artifact.version);
    json.member("lexemes", artifact.lexemes);
    json.end_object();
  }
  json.end_array();
  return postgres_.write(kRecord, json.text())[0].integer(0);
}

bool TextIndexStore::add_earlier() {
  try {
    return postgres_.write(kAddEarlier, kRowsPerStep)[0].integer(0) > 0;
  } catch (const QueryFailed& failure) {
    // Another transaction holds one of the artifacts: the next run continues here.
    if (!failure.gave_up_waiting()) throw;
    return false;
  }
}

void TextIndexStore::finish() { postgres_.write(kEmptyPendingWords); }

}  // namespace db
