// Replacing what an artifact shows, under the same links.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "client/commands/options/artifact_options.h"
#include "client/documents/document.h"
#include "client/documents/local_images.h"
#include "client/documents/recognition/recognition.h"
#include "client/service/artifact_reference.h"
#include "client/service/request_body.h"
#include "client/service/service_client.h"
#include "core/artifact/template.h"

namespace client {

struct ArtifactChange {
  std::optional<std::string> title = std::nullopt;
  std::optional<std::string> description = std::nullopt;
  MetadataEntries metadata;
};

// Puts the document to the path of an artifact that may exist, in a format that its template shows:
// `shown_by` if it is known, else what the document is recognised as, else what the service says
// that the artifact's template is; as text only if it is text. `request` makes the body. The answer
// of the service. Throws Failure.
std::string put_document(ServiceClient& service, const std::string& path, const Document& document,
                         std::optional<core::Template> shown_by,
                         const std::function<RequestBody(Format, const Report&)>& request);

// Sends the document as the content of an artifact.
std::string update_artifact(ServiceClient& service, const ArtifactReference& artifact,
                            const Document& document, std::optional<core::Template> shown_by,
                            const ArtifactChange& change = {});

}  // namespace client
