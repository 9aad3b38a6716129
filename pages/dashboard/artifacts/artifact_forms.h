// The pages for editing and deleting an artifact.
#pragma once

#include <string_view>

#include "core/artifact.h"
#include "pages/dashboard/frame.h"

namespace pages::dashboard {

struct ArtifactEdit {
  Viewer viewer;
  const core::Artifact& artifact;
  // As the form shows them.
  std::string_view title;
  std::string_view description;
  std::string_view expires_in;  // kKeepExpiry, a duration, or empty: never
  std::string_view problem;     // the error in the submitted form; may be empty
};

// The form's value for an unchanged expiry.
inline constexpr std::string_view kKeepExpiry = "keep";

html::Html edit_artifact_page(const ArtifactEdit& edit);

// Asks for confirmation of a deletion, and whether it is permanent. `problem` is the error in the
// submitted form.
html::Html delete_artifact_page(const Viewer& viewer, const core::Artifact& artifact,
                                std::string_view problem);

}  // namespace pages::dashboard
