// Artifacts as rows: what statements give of them, and how values become parameters.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/artifact.h"
#include "core/error.h"
#include "core/ids.h"
#include "core/principal.h"
#include "core/text/encodings.h"
#include "db/connection/postgres.h"

namespace db {

// An artifact as a row of a result.

// Statements that return artifacts have the columns of summary_of() (0001_schema.sql), and the
// version.

// Without its content.
core::Artifact artifact_in(const Row& row);

// With the state of its PDF.
core::Artifact artifact_with_pdf_in(const Row& row);

// An external ID as a parameter.
std::optional<std::string> text_of(const std::optional<core::ExternalId>& id);

// IDs as a parameter that a statement splits: string_to_array($artifacts, ' ')::uuid[].
template <typename Id>
std::string id_list(const std::vector<Id>& ids) {
  std::string list;
  for (const Id& id : ids)
    list.append(list.empty() ? "" : " ").append(core::to_hexadecimal(id.uuid().bytes));
  return list;
}

// Who writes a version, as a parameter: type, id, name.
TextArray author_parameter(const core::Principal& principal);

// An external_id_conflict.
core::Error external_id_taken();

// The state of a PDF as a parameter of the statements that write content.

inline std::optional<std::string_view> pdf_status(const std::optional<core::PdfState>& state) {
  return state ? std::optional(core::to_string(state->progress)) : std::nullopt;
}

}  // namespace db
