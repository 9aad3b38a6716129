// Requests and responses of bulk changes.
#pragma once

#include <optional>
#include <string_view>

#include "app/artifacts/bulk_changes.h"
#include "core/result.h"
#include "fcgi/request.h"
#include "fcgi/response.h"

namespace handlers {

struct BulkRequest {
  app::BulkChanges::Request change;
  bool permanent = false;
};

// Reads filter, dryRun, limit and cursor, and `permanent` if the operation takes it. Any other
// member is an error. Errors: invalid_json, invalid_request.
enum class TakesPermanent : bool { no, yes };
core::Result<BulkRequest> read_bulk_request(const fcgi::Request& request, TakesPermanent permanent);

// `changed` is the name of the member with the number of changes.
fcgi::Response bulk_response(const BulkRequest& request, const app::BulkChanges::Step& step,
                             std::string_view changed);

}  // namespace handlers
