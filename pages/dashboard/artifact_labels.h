// What the dashboard calls artifacts and their states.
#pragma once

#include <string>
#include <string_view>

#include "core/artifact/artifact.h"
#include "html/html.h"

namespace pages::dashboard {

// The title, or what stands for it where there is none.
std::string_view label_of(const core::Artifact& artifact);

// Its state; that the operator has disabled it before all else.
html::Html status_badge(const core::Artifact& artifact);

// Where the artifact's page is, and what is behind that: "/dashboard/artifacts/art_…/edit".
std::string path_of(const core::ArtifactId& artifact, std::string_view rest = {});

// The link at the top of a page that belongs to an artifact, back to the artifact's own.
html::Html breadcrumb(const core::Artifact& artifact);

}  // namespace pages::dashboard
