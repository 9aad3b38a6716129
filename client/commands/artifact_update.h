// Replacing what an artifact shows, under the same links.
#pragma once

#include <optional>
#include <string>

#include "client/documents/document.h"
#include "client/service/artifact_reference.h"
#include "client/service/service_client.h"
#include "core/artifact/template.h"

namespace client {

struct NewTexts {
  std::optional<std::string> title = std::nullopt;
  std::optional<std::string> description = std::nullopt;
};

// Sends the document as the content of an artifact, in a format that the artifact's template shows:
// `shown_by` if it is known, else what the document is recognised as, else what the service says
// that the artifact's template is. The answer of the service. Throws Failure.
std::string update_artifact(ServiceClient& service, const ArtifactReference& artifact,
                            const Document& document, std::optional<core::Template> shown_by,
                            const NewTexts& texts = {});

}  // namespace client
