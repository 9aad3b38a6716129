// The client's network, by which requests are limited.
#pragma once

#include <string>

#include "core/identity/client_network.h"
#include "core/operation/configuration.h"
#include "fcgi/request.h"
#include "handlers/services.h"

namespace handlers {

inline std::string client_network(const Services& services, const fcgi::Request& request) {
  return core::client_network(request.client_address(), services.configuration.client_networks);
}

}  // namespace handlers
