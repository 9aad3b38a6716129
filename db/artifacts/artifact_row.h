// An artifact as a row of a result.
#pragma once

#include <string_view>

#include "core/artifact/artifact.h"
#include "core/identity/public_id.h"
#include "db/connection/postgres.h"

namespace db {

// The columns of artifact_in(), without the content, and the id after them, of a row of `artifacts`
// that is named `artifact`.
inline constexpr std::string_view kListedColumns = R"(
       artifact.account_id, artifact.template, artifact.title, artifact.description, '',
       artifact.metadata, artifact.created_at, artifact.updated_at, artifact.expires_at,
       artifact.deleted_at, artifact.version, coalesce(artifact.expires_at <= now(), false),
       artifact.disabled_at, artifact.disabled_reason,
       coalesce(artifact.deleted_at > now() - interval '30 days', false), artifact.external_id,
       artifact.first_heading, artifact.id)";
// The index of the id, and of the first column after these.
inline constexpr int kListedId = 17;
inline constexpr int kAfterListed = 18;

// The columns in the order in which all statements that return artifacts begin.
core::Artifact artifact_in(const Row& row, const core::ArtifactId& id);

}  // namespace db
