// A request in the log of the workers.
#pragma once

#include <istream>
#include <optional>
#include <string>

#include "core/identity/public_id.h"

namespace cli {

struct LoggedRequest {
  std::string line;  // of the log, unchanged
  std::optional<core::AccountId> account;
  std::optional<core::ArtifactId> artifact;
};

// Searches the log of the workers, or the access log of nginx. Clients may use an ID of their own
// several times; this gives the first request.
std::optional<LoggedRequest> find_request(std::istream& log, const std::string& id);

}  // namespace cli
