#include "handlers/path_ids.h"

namespace handlers {

core::ArtifactId artifact_id(const fcgi::Request& request) {
  return core::ArtifactId::parse(request.path_part("artifact_id")).value();
}

core::ExternalId external_id(const fcgi::Request& request) {
  return core::ExternalId::parse_path_segment(request.path_part("external_id")).value();
}

core::ShareId share_id(const fcgi::Request& request) {
  return core::ShareId::parse(request.path_part("share_id")).value();
}

}  // namespace handlers
