#include "db/artifacts/pdf_state_store.h"

#include "db/connection/postgres.h"

namespace db {
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

}  // namespace db
