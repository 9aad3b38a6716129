// Host: a service, and what it is called with.
#pragma once

#include <optional>
#include <string>

#include "client/service/service_url.h"
#include "core/identity/api_key.h"

namespace client {

struct Host {
  ServiceUrl service;
  core::ApiKey key;
  // A file of certificate authorities, in PEM, that is trusted instead of the system's.
  std::optional<std::string> ca_certificates = std::nullopt;
};

}  // namespace client
