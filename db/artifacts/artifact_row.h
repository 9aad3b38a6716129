// An artifact as a row of a result.
#pragma once

#include <string_view>

#include "core/artifact/artifact.h"
#include "db/connection/postgres.h"

namespace db {

// Every statement that returns artifacts begins with these columns, of a row of `artifacts` that is
// named `artifact`. {content} stands for its content or ''.
inline constexpr std::string_view kArtifactColumns = R"(
       artifact.id, artifact.account_id, artifact.template, artifact.title, artifact.description,
       {content} as content, artifact.metadata, artifact.created_at, artifact.updated_at,
       artifact.expires_at, artifact.deleted_at, artifact.version,
       coalesce(artifact.expires_at <= now(), false) as has_expired, artifact.disabled_at,
       artifact.disabled_reason,
       coalesce(artifact.deleted_at > now() - interval '30 days', false) as can_be_restored,
       artifact.external_id, artifact.first_heading)";
// These follow where the state of the PDF is wanted too.
inline constexpr std::string_view kPdfColumns = ", artifact.pdf_status, artifact.pdf_problem";

// Their places.
struct ArtifactColumn {
  enum : int {
    id,
    account_id,
    content_template,
    title,
    description,
    content,
    metadata,
    created_at,
    updated_at,
    expires_at,
    deleted_at,
    version,
    has_expired,
    disabled_at,
    disabled_reason,
    can_be_restored,
    external_id,
    first_heading,
    after_artifact,
    pdf_status = after_artifact,
    pdf_problem,
    after_pdf
  };
};

core::Artifact artifact_in(const Row& row);

// With the state of its PDF.
core::Artifact artifact_with_pdf_in(const Row& row);

}  // namespace db
