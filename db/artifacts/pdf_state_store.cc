#include "db/artifacts/pdf_state_store.h"

#include "db/connection/postgres.h"

namespace db {
namespace {

constexpr Statement kSet{"pdf_state_set", R"(
update artifacts set pdf_status = $2, pdf_problem = $3 where id = $1)"};

constexpr Statement kRecord{"pdf_state_record", R"(
update artifacts
   set pdf_status = $3, pdf_problem = $4
 where id = $1 and version = $2 and pdf_status = 'rendering')"};

std::optional<std::string> problem_of(const core::PdfState& state) {
  return state.reason.empty() ? std::nullopt : std::optional(state.reason);
}

}  // namespace

void PdfStateStore::set(const core::ArtifactId& id, const std::optional<core::PdfState>& state) {
  const auto status =
      state ? std::optional<std::string_view>(core::to_string(state->progress)) : std::nullopt;
  postgres_.write(kSet, id, status, state ? problem_of(*state) : std::nullopt);
}

void PdfStateStore::record(const core::ArtifactId& id, std::int64_t version,
                           const core::PdfState& state) {
  postgres_.write(kRecord, id, version, core::to_string(state.progress), problem_of(state));
}

}  // namespace db
