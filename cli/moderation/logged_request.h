// What the workers' log says of a request, by its id.
#pragma once

#include <istream>
#include <optional>
#include <string>

#include "core/identity/public_id.h"

namespace cli {

struct LoggedRequest {
  std::string line;  // as it stands in the log
  std::optional<core::AccountId> account;
  std::optional<core::ArtifactId> artifact;
};

// The request in the workers' log, or nginx's access log; nothing if it is not there.
std::optional<LoggedRequest> find_request(std::istream& log, const core::RequestId& id);

}  // namespace cli
