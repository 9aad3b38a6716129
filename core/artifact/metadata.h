// Metadata: the custom keys of an artifact, within the contract's limits.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/json/json_object.h"
#include "core/result.h"

namespace core {

// What is wrong with an object as metadata, where `name` is what to call it; nothing if it is fine:
// at most 50 keys of 1 to 64 characters, 16 KiB of JSON.
std::optional<Error> check_metadata(std::string_view name, std::string_view text);

// `metadata` with the keys of `patch` set, or taken out where their value is null; values keep the
// text that they were sent with. Both are JSON objects. Errors: the result is past the limits.
Result<std::string> merge_metadata(const std::string& metadata, const std::string& patch);

}  // namespace core
