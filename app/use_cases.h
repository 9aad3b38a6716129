// UseCases: everything that the service does for somebody, for one thread of a worker. Endpoints
// get those that they use, by the way in which handlers/routes.cc binds them.
//
// One thread's, as the stores are. All that it is given outlives it.
#pragma once

#include "app/artifacts.h"
#include "app/idempotency.h"
#include "app/service_status.h"
#include "app/share_links.h"
#include "app/share_views.h"

namespace app {

struct UseCases {
  Artifacts artifacts;
  Idempotency idempotency;
  ShareLinks share_links;
  ShareViews share_views;
  ServiceStatus service_status;
};

}  // namespace app
