// PublishingLimits: limits on what a program may publish, in addition to its scopes, so that an
// agent can share, but not beyond what its owner intended. Those of an API key are set when it is
// created, those of an app when a user allows it. They never change.
#pragma once

#include <optional>

#include "core/text/duration.h"

namespace core {

struct PublishingLimits {
  // No artifact or link may be made to live longer than this from now; absent: as long as the
  // account may.
  std::optional<Duration> maximum_expiry;
  // Links that it creates or changes must have a password.
  bool password_required = false;
  // Content with what looks like a secret is refused instead of published with a warning.
  bool refuses_secrets = false;
};

}  // namespace core
