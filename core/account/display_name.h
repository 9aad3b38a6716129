// DisplayName: the name that a user gives to an API key or an account.
#pragma once

#include "core/text/one_line_text.h"

namespace core {

using DisplayName = OneLineText<100>;

}  // namespace core
