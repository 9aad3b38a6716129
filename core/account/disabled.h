// Disabled: the state of an account, artifact or share link that the operator has disabled. Owners
// see the reason, viewers do not.
#pragma once

#include <optional>
#include <string>

#include "core/error.h"
#include "core/text/one_line_text.h"
#include "core/text/timestamp.h"

namespace core {

// The operator's reason.
using DisablingReason = OneLineText<500>;

struct Disabled {
  Timestamp since;
  std::string reason;
};

// The message for clients of a disabled account.
inline Error account_disabled(const std::string& reason) {
  return {ErrorCode::account_disabled,
          "the operator of this service has disabled this account: " + reason};
}

class JsonWriter;

// The members disabledAt and disabledReason, if it is disabled.
void write_disabled(JsonWriter& json, const std::optional<Disabled>& disabled);

}  // namespace core
