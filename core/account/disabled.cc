#include "core/account/disabled.h"

#include "core/json/json_writer.h"

namespace core {

void write_disabled(JsonWriter& json, const std::optional<Disabled>& disabled) {
  if (!disabled) return;
  json.member("disabledAt", disabled->since.rfc3339());
  json.member("disabledReason", disabled->reason);
}

}  // namespace core
