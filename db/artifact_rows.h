// Artifacts as rows: the columns that statements name, and how values become parameters.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/artifact.h"
#include "core/error.h"
#include "core/ids.h"
#include "db/connection/postgres.h"

namespace db {

// An artifact as a row of a result.

// Every statement that returns artifacts begins with these columns, of a row of `artifacts` that is
// named `artifact`. {content} stands for its content or ''.
inline constexpr std::string_view kArtifactColumns = R"(
       artifact.id, artifact.account_id, artifact.template, artifact.title, artifact.description,
       {content} as content, artifact.metadata, artifact.created_at, artifact.updated_at,
       artifact.expires_at, artifact.deleted_at, artifact.revision,
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
    revision,
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

// Parts of the statements that create an artifact with an external ID.

// Replaces {unless_taken}, which follows the insert into artifacts: with an external ID, nothing is
// inserted if another artifact of the account has it. Without one, there is nothing to pay for.
std::string with_external_id(std::string_view sql, bool has_external_id);

std::optional<std::string> text_of(const std::optional<core::ExternalId>& id);

// An external_id_conflict.
core::Error external_id_taken();

// The state of a PDF as a parameter of the statements that write content.

inline std::optional<std::string_view> pdf_status(const std::optional<core::PdfState>& state) {
  return state ? std::optional(core::to_string(state->progress)) : std::nullopt;
}

// For statements that read artifacts template by template, as the indexes are ordered.

// `sql` with each {templates} replaced by an SQL array of all template names.
inline std::string with_every_template(std::string_view sql) {
  constexpr std::string_view kPlaceholder = "{templates}";
  const std::string array = "array['" + core::template_names("', '") + "']";
  std::string text(sql);
  for (std::size_t at = 0; (at = text.find(kPlaceholder, at)) != std::string::npos;
       at += array.size())
    text.replace(at, kPlaceholder.size(), array);
  return text;
}

}  // namespace db
