// Whether the names in a request's body are those that its call takes, or mistakes for them.
//
// A member that is misspelt must not be ignored: `pasword` would publish without a password. So a
// name that is nearly one of the service's is an error, and so is one that belongs to another call.
// Any other name is its sender's own: it is ignored, and a warning says so. What responses have
// beside (`id`, `createdAt`, …) may be sent back where something is changed, and is ignored too.
//
// Only the members of the body itself are looked at, never those of `content` or `metadata`;
// `share` is checked like the body of a share link.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/json/json_object.h"
#include "core/warning.h"

namespace core {

// The calls that have a body, by what they do.
enum class BodyOf : std::uint8_t {
  new_artifact,
  new_artifact_and_link,
  artifact_change,
  upsert,
  new_link,
  link_change,
  restoration,
};

struct MemberNameProblems {
  std::vector<Error> errors;  // invalid_request, with the wrong name as the field
  std::vector<Warning> warnings;
};

// What the call takes.
std::vector<std::string_view> names_taken_by(BodyOf call);

// Of each kind the first twenty. Does not throw.
MemberNameProblems check_member_names(const JsonObject& body, BodyOf call);

}  // namespace core
