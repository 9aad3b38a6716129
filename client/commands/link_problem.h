// Whether a link to an artifact of one's own opens for others.
#pragma once

#include <string>

#include "client/service/answer.h"
#include "client/service/artifact_reference.h"
#include "client/service/service_client.h"

namespace client {

// Why the link that names the artifact does not open: "it was revoked". Empty if it opens, and for
// a name that is no link. `artifact` is the service's answer about the artifact. Throws Failure if
// the service does not say.
std::string link_problem(ServiceClient& service, const ArtifactReference& reference,
                         const Answer& artifact);

}  // namespace client
