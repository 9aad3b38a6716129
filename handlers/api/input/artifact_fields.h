// The parameter `fields` of lists: the members of an artifact that the response contains.
#pragma once

#include <bitset>
#include <string_view>

#include "core/artifact/artifact.h"
#include "core/json/json_writer.h"
#include "core/result.h"

namespace handlers {

class ArtifactFields {
 public:
  // Parses names separated by commas. Errors: invalid_request.
  static core::Result<ArtifactFields> parse(std::string_view text);

  // Writes an object with `id` and those of these members that the artifact has.
  void write(core::JsonWriter& json, const core::Artifact& artifact) const;

 private:
  static constexpr std::size_t kMaximum = 16;
  std::bitset<kMaximum> chosen_;
};

}  // namespace handlers
