#include "db/content_store.h"

#include "core/text/encodings.h"
#include "core/text/json_writer.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

// The size of a stored text is available without reading it.
constexpr Query<R"(
select revision, case when octet_length(content) < $below_bytes then content end as content
  from artifacts
 where id = $artifact)">
    kFindContent{"share_find_content"};

// The version may be the current one.
constexpr Query<R"(
select floor(extract(epoch from version_at) * 1000)::bigint as revision,
       case when octet_length(content) < $below_bytes then content end as content
  from artifacts
 where id = $artifact and version = $version
union all
select floor(extract(epoch from created_at) * 1000)::bigint,
       case when bytes < $below_bytes then content end
  from artifact_versions
 where artifact_id = $artifact and version = $version and erased_at is null)">
    kFindContentOfVersion{"share_find_content_of_version"};

}  // namespace

std::optional<StoredContent> ContentStore::find(const core::ContentId& id,
                                                std::int64_t below_bytes) {
  const Rows rows =
      id.version
          ? postgres_.read(kFindContentOfVersion, "artifact"_a = id.artifact,
                           "below_bytes"_a = below_bytes, "version"_a = *id.version)
          : postgres_.read(kFindContent, "artifact"_a = id.artifact, "below_bytes"_a = below_bytes);
  if (rows.empty()) return std::nullopt;
  return StoredContent{.artifact_revision = rows[0].integer("revision"),
                       .content = rows[0].optional_text("content")};
}

namespace {

constexpr Query<R"(
update artifacts
   set pdf_status = $pdf_status, pdf_problem = $pdf_problem
 where id = $artifact and revision = $revision and pdf_status = 'rendering')">
    kRecord{"pdf_state_record"};

std::optional<std::string> problem_of(const core::PdfState& state) {
  return state.reason.empty() ? std::nullopt : std::optional(state.reason);
}

}  // namespace

bool PdfStateStore::record(const core::ArtifactId& id, std::int64_t revision,
                           const core::PdfState& state) {
  return postgres_
             .write(kRecord, "artifact"_a = id, "revision"_a = revision,
                    "pdf_status"_a = core::to_string(state.progress),
                    "pdf_problem"_a = problem_of(state))
             .affected() == 1;
}

}  // namespace db
