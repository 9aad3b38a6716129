#include "db/content_store.h"

#include "core/text/encodings.h"
#include "core/text/json_writer.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

// The size of a stored text is available without reading it.
constexpr Statement kFindContent{"share_find_content", R"(
select revision, case when octet_length(content) < $2 then content end
  from artifacts
 where id = $1)"};

// The version may be the current one.
constexpr Statement kFindContentOfVersion{"share_find_content_of_version", R"(
select floor(extract(epoch from version_at) * 1000)::bigint,
       case when octet_length(content) < $2 then content end
  from artifacts
 where id = $1 and version = $3
union all
select floor(extract(epoch from created_at) * 1000)::bigint,
       case when bytes < $2 then content end
  from artifact_versions
 where artifact_id = $1 and version = $3 and erased_at is null)"};

}  // namespace

std::optional<StoredContent> ContentStore::find(const core::ContentId& id,
                                                std::int64_t below_bytes) {
  const Rows rows = id.version ? postgres_.read(kFindContentOfVersion, id.artifact, below_bytes,
                                                id.version->value())
                               : postgres_.read(kFindContent, id.artifact, below_bytes);
  if (rows.empty()) return std::nullopt;
  return StoredContent{rows[0].integer(0), rows[0].optional_text(1)};
}

namespace {

constexpr Statement kRecord{"pdf_state_record", R"(
update artifacts
   set pdf_status = $3, pdf_problem = $4
 where id = $1 and revision = $2 and pdf_status = 'rendering')"};

std::optional<std::string> problem_of(const core::PdfState& state) {
  return state.reason.empty() ? std::nullopt : std::optional(state.reason);
}

}  // namespace

bool PdfStateStore::record(const core::ArtifactId& id, std::int64_t revision,
                           const core::PdfState& state) {
  return postgres_.write(kRecord, id, revision, core::to_string(state.progress), problem_of(state))
             .affected() == 1;
}

}  // namespace db
