// POST /artifacts/shares/revoke-matching
#include "app/artifacts/bulk_changes.h"
#include "handlers/api/input/bulk_request.h"
#include "handlers/endpoints.h"

namespace handlers {

core::Result<fcgi::Response> revoke_matching(app::BulkChanges& bulk_changes,
                                             const fcgi::Request& request,
                                             const app::Actor& actor) {
  const auto bulk = read_bulk_request(request, TakesPermanent::no);
  if (!bulk) return bulk.error();
  const auto step = bulk_changes.revoke_links(actor, bulk->change);
  if (!step) return step.error();
  return bulk_response(*bulk, *step, "revoked");
}

}  // namespace handlers
