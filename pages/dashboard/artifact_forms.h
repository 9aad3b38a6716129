// The pages on which an artifact is changed and deleted.
#pragma once

#include <string_view>

#include "core/artifact/artifact.h"
#include "pages/dashboard/frame.h"

namespace pages::dashboard {

struct ArtifactEdit {
  Viewer viewer;
  const core::Artifact& artifact;
  // As they stand in the form.
  std::string_view title;
  std::string_view description;
  std::string_view expires_in;  // kKeepExpiry, a duration, or empty: never
  std::string_view problem;     // what was wrong with what was typed; may be empty
};

// What the form sends for an expiry that is to stay.
inline constexpr std::string_view kKeepExpiry = "keep";

html::Html edit_artifact_page(const ArtifactEdit& edit);

// Asks whether the artifact is to be deleted, and how. `problem` is what was wrong with the
// confirmation.
html::Html delete_artifact_page(const Viewer& viewer, const core::Artifact& artifact,
                                std::string_view problem);

}  // namespace pages::dashboard
