#include "db/content_store.h"

#include "core/text/encodings.h"
#include "core/text/json_writer.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

// The size of a stored text is available without reading it.
constexpr Statement kFindContent{"share_find_content", R"(
select version, case when octet_length(content) < $2 then content end
  from artifacts
 where id = $1)"};

}  // namespace

std::optional<StoredContent> ContentStore::find(const core::ArtifactId& artifact,
                                                std::int64_t below_bytes) {
  const Rows rows = postgres_.read(kFindContent, artifact, below_bytes);
  if (rows.empty()) return std::nullopt;
  return StoredContent{rows[0].integer(0), rows[0].optional_text(1)};
}

namespace {

constexpr Statement kRecord{"pdf_state_record", R"(
update artifacts
   set pdf_status = $3, pdf_problem = $4
 where id = $1 and version = $2 and pdf_status = 'rendering')"};

std::optional<std::string> problem_of(const core::PdfState& state) {
  return state.reason.empty() ? std::nullopt : std::optional(state.reason);
}

}  // namespace

bool PdfStateStore::record(const core::ArtifactId& id, std::int64_t version,
                           const core::PdfState& state) {
  return postgres_.write(kRecord, id, version, core::to_string(state.progress), problem_of(state))
             .affected() == 1;
}

namespace {

// Of some hundred, as many as 16 MiB of content hold, at least one.
constexpr Statement kNextUnreadArtifacts{"first_heading_next", R"(
select id, version, content
  from (select id, version, content, sum(octet_length(content)) over (order by id) as bytes
          from (select id, version, content
                  from artifacts
                 where template = 'markdown' and first_heading is null and id > $1
                 order by id
                 limit 500) as unread) as added_up
 where bytes - octet_length(content) < 16777216
 order by id)"};

constexpr Statement kRecordFirstHeadings{"first_heading_record", R"(
with unlocked as (
  select artifacts.id, read.heading
    from json_to_recordset($1::json) as read (id uuid, version bigint, heading text)
    join artifacts using (id, version)
   where artifacts.first_heading is null
   order by artifacts.id
     for update of artifacts skip locked
)
update artifacts
   set first_heading = unlocked.heading
  from unlocked
 where artifacts.id = unlocked.id)"};

}  // namespace

std::vector<UnreadArtifact> FirstHeadingStore::next_after(const core::ArtifactId& last) {
  const Rows rows = postgres_.read(kNextUnreadArtifacts, last.uuid());
  std::vector<UnreadArtifact> artifacts;
  artifacts.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i) {
    artifacts.push_back(
        {core::ArtifactId(rows[i].uuid(0)), rows[i].integer(1), std::string(rows[i].text(2)), {}});
  }
  return artifacts;
}

void FirstHeadingStore::record(const std::vector<UnreadArtifact>& artifacts) {
  core::JsonWriter json;
  json.begin_array();
  for (const UnreadArtifact& artifact : artifacts) {
    json.begin_object();
    json.member("id", core::to_hexadecimal(artifact.id.uuid().bytes));
    json.member("version", artifact.version);
    json.member("heading", artifact.first_heading);
    json.end_object();
  }
  json.end_array();
  postgres_.write(kRecordFirstHeadings, json.text());
}

}  // namespace db
