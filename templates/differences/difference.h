// How two versions of an artifact differ, for programs and for people.
//
// Bounded in time, memory and size, whatever the versions are: what is too large is compared in
// part, or by its size only, and the result says so. Pure functions, thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/artifact.h"
#include "core/text/json.h"
#include "core/text/json_writer.h"
#include "templates/differences/content_difference.h"

namespace templates {

// The parts of a version that are compared.
struct Compared {
  std::optional<std::string> title;
  std::optional<std::string> description;
  core::JsonTree content;
};

// A title or description.
struct TextChange {
  std::optional<std::string> from;
  std::optional<std::string> to;
};

struct Difference {
  std::optional<TextChange> title;        // absent if it is the same
  std::optional<TextChange> description;  // absent if it is the same
  bool is_content_same = false;           // to the byte
  ContentDifference content;
  std::size_t from_bytes = 0;
  std::size_t to_bytes = 0;

  bool is_same() const { return !title && !description && is_content_same; }
  // Whether nothing is left out.
  bool is_complete() const;
};

// Both are valid for the template. Never throws core::CpuLimit::UsedUp: what takes too long is
// compared by size.
Difference difference(core::Template id, const Compared& from, const Compared& to);

}  // namespace templates
