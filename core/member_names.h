// Checks the member names of a request's body against those that its call accepts.
//
// A misspelled member must not be ignored: `pasword` would publish without a password. So a name
// that is similar to an accepted one is an error, and so is a name that belongs to another call, or
// by which other services protect a link (`pwd`, `ttl`).
// Any other name is ignored with a warning. Further members of responses (`id`, `createdAt`, …) may
// be sent back in a change, and are ignored too.
//
// The names that only an upload has are unknown to all other calls.
//
// Only the members of the body itself are checked, never those of `content` or `metadata`; `share`
// is checked like the body of a share link.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/warning.h"

namespace core {

// The calls that have a body, by what they do.
enum class BodyOf : std::uint8_t {
  new_artifact,
  new_artifact_and_link,
  artifact_change,
  artifact_edit,
  upsert,
  new_link,
  link_change,
  restoration,
  version_restoration,
  upload,
};

struct MemberNameProblems {
  std::vector<Error> errors;  // invalid_request, with the wrong name as the field
  std::vector<Warning> warnings;
};

// The names that the call accepts.
std::vector<std::string_view> names_taken_by(BodyOf call);

// Returns the first twenty errors and the first twenty warnings. Does not throw.
MemberNameProblems check_member_names(const std::vector<std::string>& names, BodyOf call);

}  // namespace core
