// The IDs in a request's path. Only for endpoints whose routes have a placeholder for them.
#pragma once

#include <stdexcept>

#include "fcgi/request.h"

namespace handlers {

template <typename Id>
const Id& id_in_path(const fcgi::Request& request) {
  const Id* id = request.path_id<Id>();
  if (id == nullptr) throw std::logic_error("the route has no placeholder for this kind of ID");
  return *id;
}

inline const core::ArtifactId& artifact_id(const fcgi::Request& request) {
  return id_in_path<core::ArtifactId>(request);
}
inline const core::ExternalId& external_id(const fcgi::Request& request) {
  return id_in_path<core::ExternalId>(request);
}
inline const core::ShareId& share_id(const fcgi::Request& request) {
  return id_in_path<core::ShareId>(request);
}
inline const core::KeyId& key_id(const fcgi::Request& request) {
  return id_in_path<core::KeyId>(request);
}
inline const core::GrantId& app_id(const fcgi::Request& request) {
  return id_in_path<core::GrantId>(request);
}
inline const core::UserId& user_id(const fcgi::Request& request) {
  return id_in_path<core::UserId>(request);
}

}  // namespace handlers
