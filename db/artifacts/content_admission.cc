#include "db/artifacts/content_admission.h"

#include "db/connection/postgres.h"
#include "db/connection/statement_text.h"

namespace db {
namespace {

constexpr std::string_view kRecordCreation = R"(counted as (
  insert into artifact_counts (account_id, listed_as, template, slot, count, bytes)
  select account_id, listed_as, template, pg_backend_pid() % 16, 1, bytes from artifact
      on conflict (account_id, listed_as, template, slot)
      do update set count = artifact_counts.count + excluded.count,
                    bytes = artifact_counts.bytes + excluded.bytes
), noted as (
  insert into unindexed_titles (account_id, artifact_id)
  select account_id, id from artifact
))";

}  // namespace

std::string with_recorded_creation(std::string_view sql) {
  std::string text(sql);
  replace(text, "{record_creation}", kRecordCreation);
  return text;
}

std::string limits_parameter(const core::PlanStorageLimits& limits) {
  std::string text;
  for (const core::StorageLimits& plan : {limits.free, limits.pro, limits.enterprise}) {
    if (!text.empty()) text += ' ';
    text += std::to_string(plan.bytes) + ' ' + std::to_string(plan.artifacts);
  }
  return text;
}

std::optional<core::Error> refusal_in(const Row& row, int column, std::size_t bytes) {
  if (row.is_null(column)) return std::nullopt;
  const bool is_bytes = row.text(column) == "bytes";
  const std::string most = std::to_string(row.integer(column + 1));
  const std::string used = std::to_string(row.integer(column + 2));
  std::string message = is_bytes
                            ? "the account is limited to " + most + " bytes of content and uses " +
                                  used + "; this content has " + std::to_string(bytes) + " bytes"
                            : "the account is limited to " + most + " artifacts and has " + used;
  message +=
      ". Deleted artifacts count until they are removed: delete some permanently, or "
      "ask the operator for a higher limit";
  return core::Error{core::ErrorCode::quota_exceeded, std::move(message)};
}

}  // namespace db
