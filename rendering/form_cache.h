// FormCache: the forms of artifacts for programs (templates/form.h).
#pragma once

#include <string>
#include <utility>

#include "runtime/version_cache.h"
#include "templates/form.h"

namespace rendering {

using templates::Form;

struct FormText {
  std::string text;
  bool exists = true;  // false if the content has no such form

  std::size_t bytes() const { return sizeof *this + text.size(); }
};

class FormCache : public runtime::VersionCache<FormText, std::pair<core::ArtifactId, Form>> {
 public:
  explicit FormCache(std::size_t maximum_bytes) : VersionCache(maximum_bytes, maximum_bytes / 2) {}
};

}  // namespace rendering
