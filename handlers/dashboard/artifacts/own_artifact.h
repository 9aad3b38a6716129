// The artifact of a dashboard page, and how pages name it.
#pragma once

#include <string>
#include <string_view>

#include "app/artifacts.h"
#include "core/artifact.h"
#include "core/error.h"
#include "core/text/form.h"
#include "handlers/endpoint.h"
#include "html/html.h"

namespace handlers::dashboard {

using Content = app::Artifacts::Content;

// The artifact in the path. Errors: not_found(), also for another account's artifact.
core::Result<core::Artifact> own_artifact(const Context& context, Content content);

// What it is called, or a placeholder if it has neither a title nor a heading.
std::string label_of(const core::Artifact& artifact);

// Its state; disabled takes precedence over all others.
html::Html status_badge(const core::Artifact& artifact);

// The path of the artifact's page, with a suffix: "/dashboard/artifacts/art_…/edit".
std::string path_of(const core::ArtifactId& artifact, std::string_view rest = {});

// The path of the list of artifacts with those of these parameters that it has: search, template,
// status, sort and cursor, and what became of chosen artifacts.
std::string path_of_list(const core::FormFields& parameters);

// What pages with share links load besides, for their <head>.
html::Html link_assets();

// The breadcrumb of a subordinate page, which links to the artifact's page.
html::Html breadcrumb(const core::Artifact& artifact);

}  // namespace handlers::dashboard
