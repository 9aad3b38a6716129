// The time by this host's clock, for ids and logs. Whether something has expired is decided by the
// database's clock alone.
#pragma once

#include "core/text/timestamp.h"

namespace core {

Timestamp now();

}  // namespace core
