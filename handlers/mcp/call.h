// Call: what a method of the protocol is called with, for one request.
#pragma once

#include <memory>
#include <string>

#include "app/actor.h"
#include "core/operation/configuration.h"
#include "fcgi/request.h"
#include "handlers/mcp/protocol.h"

namespace app {
class ArtifactPreviews;
class Artifacts;
class RequestAdmission;
class ShareLinks;
class ShareViews;
}  // namespace app

namespace handlers::mcp {

// The use cases that the protocol gives access to.
struct UseCases {
  app::Artifacts& artifacts;
  app::ArtifactPreviews& artifact_previews;
  app::ShareLinks& share_links;
  app::ShareViews& share_views;
  app::RequestAdmission& request_admission;
};

struct Call {
  const core::Configuration& configuration;
  const UseCases& use_cases;
  const fcgi::Request& request;
  const app::Actor& actor;
  Protocol protocol;
  // To be kept until the response is written; may be null.
  std::shared_ptr<const void> turn = {};
};

}  // namespace handlers::mcp
