#include "db/artifact_rows.h"

#include <utility>

#include "core/version.h"
#include "db/connection/values.h"
#include "db/moderation.h"

namespace db {
namespace {

core::ArtifactStatus status_of(bool deleted, bool expired) {
  if (deleted) return core::ArtifactStatus::deleted;
  return expired ? core::ArtifactStatus::expired : core::ArtifactStatus::active;
}

}  // namespace

core::Artifact artifact_in(const Row& row) {
  core::Artifact artifact;
  artifact.id = core::ArtifactId(row.uuid("id"));
  artifact.account = core::AccountId(row.uuid("account_id"));
  artifact.content_template = core::parse_template(row.text("template")).value();
  artifact.title = row.optional_text("title");
  artifact.description = row.optional_text("description");
  artifact.metadata = row.text("metadata");
  artifact.created_at = row.timestamp("created_at");
  artifact.updated_at = row.timestamp("updated_at");
  artifact.expires_at = row.optional_timestamp("expires_at");
  artifact.deleted_at = row.optional_timestamp("deleted_at");
  artifact.revision = row.integer("revision");
  artifact.status = status_of(artifact.deleted_at.has_value(), row.boolean("has_expired"));
  artifact.disabled = disabled_in(row);
  artifact.can_be_restored = row.boolean("can_be_restored");
  if (!row.is_null("external_id"))
    artifact.external_id = core::ExternalId::parse(row.text("external_id"));
  artifact.first_heading = row.optional_text("first_heading");
  artifact.version = core::VersionNumber(static_cast<int>(row.integer("version")));
  return artifact;
}

core::Artifact artifact_with_pdf_in(const Row& row) {
  core::Artifact artifact = artifact_in(row);
  if (!row.is_null("pdf_status")) {
    artifact.pdf = {core::parse_pdf_progress(row.text("pdf_status")).value(),
                    row.optional_text("pdf_problem").value_or("")};
  }
  return artifact;
}

std::optional<std::string> text_of(const std::optional<core::ExternalId>& id) {
  return id ? std::optional(id->text()) : std::nullopt;
}

TextArray author_parameter(const core::Principal& principal) {
  core::Author author = core::author_of(principal);
  return {std::move(author.type), std::move(author.id), std::move(author.name)};
}

core::Error external_id_taken() {
  return {core::ErrorCode::external_id_conflict, "is that of another artifact of the account",
          "externalId"};
}

}  // namespace db
