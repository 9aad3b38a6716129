// Artifact: content that a client stores and shares.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/account/disabled.h"
#include "core/artifact/entity_tags.h"
#include "core/artifact/external_id.h"
#include "core/artifact/pdf_state.h"
#include "core/artifact/template.h"
#include "core/identity/public_id.h"
#include "core/text/expiry.h"
#include "core/text/timestamp.h"

namespace core {

// `expired` is never stored: it means `expires_at <= now`. Deleted takes precedence over expired.
enum class ArtifactStatus { active, expired, deleted };

std::string_view to_string(ArtifactStatus status);
std::optional<ArtifactStatus> parse_artifact_status(std::string_view name);

// The validated input for creating an artifact.
struct NewArtifact {
  Template content_template = Template::markdown;
  std::optional<std::string> title;
  std::optional<std::string> description;
  std::string content;           // a JSON object, unchanged
  std::string metadata = "{}";   // a JSON object, unchanged
  std::optional<Expiry> expiry;  // as requested
  std::optional<ExternalId> external_id;
};

// What was found in content when it was written, and is stored beside it.
struct ContentFacts {
  // As plain text; empty if the document has none, absent for templates without headings.
  std::optional<std::string> first_heading;
  std::optional<PdfState> pdf;  // of the PDF that is made of it; absent if none is
};

// The validated input for changing an artifact; absent members stay unchanged.
struct ArtifactChange {
  // Present but empty: cleared.
  std::optional<std::optional<std::string>> title;
  std::optional<std::optional<std::string>> description;
  std::optional<std::string> content;
  std::optional<std::string> metadata;  // complete and already merged
  std::optional<Expiry> expiry;
};

constexpr std::int64_t kFirstVersion = 1;

struct Artifact {
  ArtifactId id;
  AccountId account;
  std::optional<ExternalId> external_id;
  Template content_template = Template::markdown;
  std::optional<std::string> title;  // as its owner gave it
  std::optional<std::string> first_heading;
  std::optional<std::string> description;
  std::string content;
  std::string metadata;
  ArtifactStatus status = ArtifactStatus::active;
  Timestamp created_at;
  Timestamp updated_at;
  std::optional<Timestamp> expires_at;
  std::optional<Timestamp> deleted_at;
  bool can_be_restored = false;          // deleted at most 30 days ago
  std::int64_t version = kFirstVersion;  // incremented by each write
  std::optional<Disabled> disabled;
  std::optional<PdfState> pdf;  // where one is made of the content
};

// What an artifact is called where it is listed: its title, or else the first heading of its
// document; nothing if both are blank.
std::optional<std::string> display_title(const Artifact& artifact);
std::optional<std::string> display_title(const std::optional<std::string>& title,
                                         const std::optional<std::string>& first_heading);

// Identifies the current state of the artifact: a strong entity tag (RFC 9110, 8.8.3).
std::string entity_tag(const Artifact& artifact);

// The entity tag of an artifact as it was created.
std::string entity_tag_of_new(const ArtifactId& id, const std::optional<PdfState>& pdf);

// The same for clients without headers, as a word, whatever the state of its PDF; and the condition
// that an artifact still is of that version.
std::string version_word(const Artifact& artifact);
Preconditions if_still(std::string_view version_word);

// Whether a change may be made of the artifact as it is. Its PDF may have been made since it was
// read: tags are compared by version and status.
bool are_met(const Preconditions& conditions, const Artifact& artifact);

}  // namespace core
