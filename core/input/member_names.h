// Whether the names in a request's body are those that its call takes, or mistakes for them.
//
// Members that nobody knows are ignored, so that a body may carry what is somebody's own. But one
// that is misspelt would be ignored as well, and `pasword` publish without a password. So a name
// that is nearly one of the service's is refused, and one that belongs to another call. What
// answers have beside (`id`, `createdAt`, `expiresAt`, …) may be sent back, and is ignored.
//
// Only the members of the body itself are looked at, never those of `content` or `metadata`;
// `share` is checked like the body of a share link.
#pragma once

#include <cstdint>
#include <optional>

#include "core/error.h"
#include "core/json/json_object.h"

namespace core {

// The calls that have a body, by what they take.
enum class BodyOf : std::uint8_t { artifact, artifact_and_link, link, upsert };

// invalid_request, with the wrong name and the right one, if there is such a mistake.
std::optional<Error> check_member_names(const JsonObject& body, BodyOf call);

}  // namespace core
