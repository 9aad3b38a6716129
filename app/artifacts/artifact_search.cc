#include "app/artifacts/artifact_search.h"

#include "runtime/admission.h"

namespace app {

core::Result<db::FoundArtifacts> ArtifactSearch::find(const core::AccountId& account,
                                                      const core::ListRequest& request) {
  if (auto found = store_.search_by_index(account, request)) return *std::move(found);
  const auto turn = admission_.enter(runtime::CostlyWork::search, account.to_string());
  if (!turn) return turn.error();
  return store_.search_by_walk(account, request);
}

core::Result<db::CountedArtifacts> ArtifactSearch::count(
    const core::AccountId& account, const core::ListFilter& filter,
    const std::optional<core::ListCursor>& after) {
  const auto turn = admission_.enter(runtime::CostlyWork::search, account.to_string());
  if (!turn) return turn.error();
  return store_.count(account, filter, after);
}

}  // namespace app
