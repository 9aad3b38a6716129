#include "core/secrets/detected_secret.h"

#include "core/json/json_writer.h"

namespace core {

void write_detected_secret(JsonWriter& json, const std::optional<DetectedSecret>& secret) {
  if (!secret) return;
  json.key("secret").begin_object();
  json.member("kind", secret->kind).member("line", secret->line).member("column", secret->column);
  json.end_object();
}

}  // namespace core
