#include "db/word_index.h"

#include <algorithm>
#include <span>

#include "core/text/encodings.h"
#include "core/text/json_writer.h"
#include "core/text/text.h"
#include "core/text/words.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

using core::SoughtWord;

constexpr char kEndOfRun = '|';
// A title has at least one kEndOfRun.
constexpr std::string_view kLikeNoTitle = "-";

// Makes the mark of the random end of the account's id: all accounts of a day have the same
// beginning.
std::string mark_of(const core::AccountId& account) {
  constexpr std::size_t kMarkBytes = 4;
  return core::to_hexadecimal(std::span(account.uuid().bytes).last(kMarkBytes));
}

std::string mark_of_title(const core::AccountId& account) { return mark_of(account) + '='; }

void append_lexemes(std::string& lexemes, std::string_view mark, std::string_view text) {
  for (const std::string_view word : core::words_to_index(text)) {
    if (!lexemes.empty()) lexemes += ' ';
    lexemes.append(mark).append(word);
  }
}

bool is_short_beginning(const SoughtWord& word) {
  constexpr std::size_t kShortestIndexed = 3;
  return word.kind == SoughtWord::Kind::beginning &&
         core::count_code_points(word.text) < kShortestIndexed;
}

// Words have no characters that would have to be escaped, here and in patterns.
std::string query_for(std::string_view mark, const std::vector<SoughtWord>& sought) {
  std::string query;
  for (const SoughtWord& word : sought) {
    query.append(query.empty() ? "'" : " & '").append(mark).append(word.text).append("'");
    if (word.kind == SoughtWord::Kind::beginning) query += ":*";
  }
  return query;
}

}  // namespace

std::string title_words(const std::optional<std::string>& title,
                        const std::optional<std::string>& first_heading) {
  const std::string text = core::display_title(title, first_heading).value_or("");
  std::string words(1, kEndOfRun);
  for (const std::string_view run : core::runs_of_words(text)) words.append(run) += kEndOfRun;
  return words;
}

std::string title_patterns(std::string_view sought) {
  if (sought.empty()) return {};
  std::string patterns;
  for (const SoughtWord& word : core::words_to_find(sought)) {
    patterns += patterns.empty() ? "%" : " %";
    if (word.kind != SoughtWord::Kind::part) patterns += kEndOfRun;
    patterns += word.text;
    if (word.kind == SoughtWord::Kind::word) patterns += kEndOfRun;
    patterns += '%';
  }
  return patterns.empty() ? std::string(kLikeNoTitle) : patterns;
}

std::string lexemes_of(const core::AccountId& account, std::string_view title,
                       std::string_view text) {
  std::string lexemes;
  append_lexemes(lexemes, mark_of_title(account), title);
  append_lexemes(lexemes, mark_of(account), std::string(title).append("\n").append(text));
  return lexemes;
}

std::optional<std::string> text_query(const core::AccountId& account, std::string_view text) {
  const std::vector<SoughtWord> sought = core::words_to_find(text);
  if (sought.empty()) return std::nullopt;
  return query_for(mark_of(account), sought);
}

std::optional<WordsQuery> words_query(const core::AccountId& account,
                                      const core::ListFilter& filter) {
  WordsQuery query{.text = ""};
  for (const auto& [text, mark] : {std::pair(filter.title, mark_of_title(account)),
                                   std::pair(filter.text, mark_of(account))}) {
    if (text.empty()) continue;
    std::vector<SoughtWord> sought = core::words_to_find(text);
    if (sought.empty()) return WordsQuery{.text = std::nullopt};
    if (is_short_beginning(sought.back())) {
      sought.pop_back();
      query.is_whole = false;
    }
    if (sought.empty()) continue;
    *query.text += (query.text->empty() ? "" : " & ") + query_for(mark, sought);
  }
  if (query.text->empty()) return std::nullopt;
  return query;
}

namespace {

// The queue is in the order of its accounts. It is read to its end, once in a pass.
constexpr Query<R"(
select account_id, artifact_id from unindexed_artifacts order by artifact_id desc limit 50000)">
    kWordQueue{"word_index_queue"};
constexpr std::size_t kReadAtOnce = 200;

constexpr Query<R"(
select account_id, revision, template, title, first_heading, description, content
  from (select account_id, revision, template, title, first_heading, description, content, place,
               sum(octet_length(content)) over (order by place) as bytes
          from unnest(string_to_array($artifacts, ' ')::uuid[]) with ordinality as entry (id, place)
          left join artifacts using (id)) as added_up
 where account_id is null or bytes - octet_length(content) < 16777216
 order by place)">
    kReadUnindexed{"word_index_read"};

// Locking the artifacts makes the statement compare the revisions that were committed since it
// began. Those that are being changed stay in the queue.
constexpr Query<R"(
with read as materialized (
  select account, id, revision, lexemes
    from json_to_recordset($words::json)
      as read (account uuid, id uuid, revision bigint, lexemes text)
), current as materialized (
  select artifacts.id, read.lexemes
    from read join artifacts using (id, revision)
   order by artifacts.id
     for share of artifacts skip locked
), taken as (
  delete from unindexed_artifacts
   where ctid = any(array(
     select entry.ctid
       from read
       join unindexed_artifacts entry on entry.account_id = account and entry.artifact_id = id
      where revision = 0 or id in (select id from current)
        for update of entry skip locked))
  returning artifact_id
), indexed as (
  insert into artifact_words (artifact_id, words)
  select id, array_to_tsvector(string_to_array(lower(lexemes), ' '))
    from current join taken on artifact_id = id
   order by id
  on conflict (artifact_id) do update set words = excluded.words
)
select count(*) as count from taken)">
    kRecordWords{"word_index_record"};

// Searches read the whole pending list.
constexpr Query<R"(
select gin_clean_pending_list('artifact_words_by_word'))">
    kEmptyPendingList{"word_index_empty_pending_list"};

}  // namespace

WordIndexStore::WordIndexStore(Postgres& postgres) : postgres_(postgres) {
  const Rows rows = postgres_.read(kWordQueue);
  queue_.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i)
    queue_.push_back({core::AccountId(rows[i].uuid("account_id")),
                      core::ArtifactId(rows[i].uuid("artifact_id"))});
}

std::vector<UnindexedArtifact> WordIndexStore::next() {
  const auto entries = std::span(queue_).subspan(passed_);
  std::string ids;
  for (const Entry& entry : entries.first(std::min(entries.size(), kReadAtOnce))) {
    if (!ids.empty()) ids += ' ';
    ids += core::to_hexadecimal(entry.artifact.uuid().bytes);
  }
  std::vector<UnindexedArtifact> artifacts;
  if (ids.empty()) return artifacts;
  const Rows rows = postgres_.read(kReadUnindexed, "artifacts"_a = ids);
  for (int i = 0; i < rows.size(); ++i, ++passed_) {
    const Row row = rows[i];
    UnindexedArtifact artifact{.id = queue_[passed_].artifact, .account = queue_[passed_].account};
    if (!row.is_null("account_id")) {
      artifact.revision = row.integer("revision");
      artifact.content_template = core::parse_template(row.text("template")).value();
      const auto title = row.optional_text("title");
      artifact.title = core::display_title(title, row.optional_text("first_heading")).value_or("");
      artifact.description = row.optional_text("description").value_or("");
      artifact.content = row.text("content");
    }
    artifacts.push_back(std::move(artifact));
  }
  return artifacts;
}

std::int64_t WordIndexStore::record(const std::vector<ArtifactWords>& artifacts) {
  core::JsonWriter json;
  json.begin_array();
  for (const ArtifactWords& artifact : artifacts) {
    json.begin_object();
    json.member("account", core::to_hexadecimal(artifact.account.uuid().bytes));
    json.member("id", core::to_hexadecimal(artifact.id.uuid().bytes));
    json.member("revision", artifact.revision);
    json.member("lexemes", artifact.lexemes);
    json.end_object();
  }
  json.end_array();
  return postgres_.write(kRecordWords, "words"_a = json.text())[0].integer("count");
}

void WordIndexStore::finish() { postgres_.write(kEmptyPendingList); }

}  // namespace db
