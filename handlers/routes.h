// The route table: every endpoint of the service, in one place.
#pragma once

#include "fcgi/route.h"
#include "handlers/services.h"

namespace handlers {

// The routes, bound to one thread's services, which must outlive them.
fcgi::RouteTable routes(Services& services);

}  // namespace handlers
