// The columns maximum_expiry_seconds, password_required and refuses_secrets of a row, which keys
// and grants have.
#pragma once

#include "core/identity/publishing_limits.h"
#include "db/connection/postgres.h"

namespace db {

// `column` is the first of the three.
inline core::PublishingLimits limits_in(const Row& row, int column) {
  core::PublishingLimits limits;
  if (const auto seconds = row.optional_integer(column))
    limits.maximum_expiry = core::Duration::of_seconds(*seconds);
  limits.password_required = row.boolean(column + 1);
  limits.refuses_secrets = row.boolean(column + 2);
  return limits;
}

}  // namespace db
