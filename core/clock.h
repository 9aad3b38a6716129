// The time by this host's clock, for IDs, logs and security.txt. Only the database's clock decides
// whether something has expired.
#pragma once

#include "core/text/timestamp.h"

namespace core {

Timestamp now();

}  // namespace core
