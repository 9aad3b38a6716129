// POST /artifacts/delete-matching
#include "app/artifacts/bulk_changes.h"
#include "handlers/api/input/bulk_request.h"
#include "handlers/endpoints.h"

namespace handlers {

core::Result<fcgi::Response> delete_matching(app::BulkChanges& bulk_changes,
                                             const fcgi::Request& request,
                                             const app::Actor& actor) {
  using Deletion = app::BulkChanges::Deletion;
  const auto bulk = read_bulk_request(request, TakesPermanent::yes);
  if (!bulk) return bulk.error();
  const auto step = bulk_changes.delete_artifacts(
      actor, bulk->change, bulk->permanent ? Deletion::permanent : Deletion::soft);
  if (!step) return step.error();
  return bulk_response(*bulk, *step, "deleted");
}

}  // namespace handlers
