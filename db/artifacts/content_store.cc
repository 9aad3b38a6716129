#include "db/artifacts/content_store.h"

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

}  // namespace db
