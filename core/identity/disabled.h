// Disabled: that the operator has disabled an account, an artifact or a share link. Its owner is
// told why, its viewers only that it is so.
#pragma once

#include <optional>
#include <string>

#include "core/error.h"
#include "core/text/one_line_text.h"
#include "core/text/timestamp.h"

namespace core {

// What the operator gives as the reason.
using DisablingReason = OneLineText<500>;

struct Disabled {
  Timestamp since;
  std::string reason;
};

// What is said to whoever acts for a disabled account.
inline Error account_disabled(const std::string& reason) {
  return {ErrorCode::account_disabled,
          "the operator of this service has disabled this account: " + reason};
}

class JsonWriter;

// The members disabledAt and disabledReason, if it is disabled.
void write_disabled(JsonWriter& json, const std::optional<Disabled>& disabled);

}  // namespace core
