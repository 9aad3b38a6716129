// The options that say which service a command talks to, and how.
#pragma once

#include <optional>

#include "client/hosts/host_choice.h"
#include "client/service/artifact_reference.h"
#include "client/service/service_client.h"

namespace CLI {
class App;
}

namespace client {

struct ServiceOptions {
  std::optional<std::string> host = std::nullopt;
  std::optional<std::string> ca_certificates = std::nullopt;
  unsigned timeout_seconds = 60;
  unsigned retries = 4;

  // With ARTIFACT_SHARE_CA_CERT, where --ca-cert is not given.
  CallOptions call_options() const;
};

// --host, and those of declare_connection_options().
void declare_service_options(CLI::App& app, ServiceOptions& options);
// --ca-cert, --timeout and --retries.
void declare_connection_options(CLI::App& app, ServiceOptions& options);

// The service that is chosen (client/hosts/host_choice.h); that of the artifact's link, if it is
// named by one.
ServiceClient connect(const ServiceOptions& options);
ServiceClient connect(const ServiceOptions& options, const ArtifactReference& artifact);

}  // namespace client
