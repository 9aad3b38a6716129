// FormCache: the forms of artifacts for programs: JSON (the content alone), Markdown and CSV.
#pragma once

#include <string>
#include <utility>

#include "rendering/version_cache.h"

namespace rendering {

enum class Form { json, markdown, csv };

struct FormText {
  std::string text;
  bool exists = true;  // false if the content has no such form

  std::size_t bytes() const { return sizeof *this + text.size(); }
};

class FormCache : public VersionCache<FormText, std::pair<core::ArtifactId, Form>> {
 public:
  explicit FormCache(std::size_t maximum_bytes) : VersionCache(maximum_bytes, maximum_bytes / 2) {}
};

}  // namespace rendering
