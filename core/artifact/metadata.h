// Metadata: the custom keys of an artifact, within the limits of the API specification.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/json/json_object.h"
#include "core/result.h"

namespace core {

// Validates an object as metadata, which messages call `name`: at most 50 keys of 1 to 64
// characters, 16 KiB of JSON. Nothing if it is valid.
std::optional<Error> check_metadata(std::string_view name, std::string_view text);

// `metadata` with the keys of `patch` set, or removed if their value is null; values keep their
// original text. The same text if that changes nothing. Both are JSON objects. Errors: the result
// exceeds the limits.
Result<std::string> merge_metadata(const std::string& metadata, const std::string& patch);

}  // namespace core
