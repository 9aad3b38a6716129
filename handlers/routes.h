// The route table: every endpoint of the service, in one place.
#pragma once

#include <vector>

#include "app/use_cases.h"
#include "core/configuration.h"
#include "core/metrics.h"
#include "fcgi/routes.h"

namespace handlers {

// The routes, bound to one thread's use cases and the configuration, which must outlive them.
fcgi::RouteTable routes(const core::Configuration& configuration, app::UseCases& use_cases);

// The same in the same order, with the names for metrics.
std::vector<core::MetricRoute> metric_routes(const core::Configuration& configuration);

}  // namespace handlers
