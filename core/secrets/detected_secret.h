// DetectedSecret: the facts about what looks like a secret, for a warning or an error; never the
// secret itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace core {

class JsonWriter;

struct DetectedSecret {
  std::string_view kind;  // of its rule, which is constant: "github_token"
  std::int64_t line = 1;  // in the text at the warning's or error's field
  std::int64_t column = 1;
};

// The member `secret`; nothing if there is none.
void write_detected_secret(JsonWriter& json, const std::optional<DetectedSecret>& secret);

}  // namespace core
