// An artifact and the values it is made of. Value types.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/account.h"
#include "core/enum_words.h"
#include "core/error.h"
#include "core/ids.h"
#include "core/text/http_values.h"
#include "core/text/json.h"
#include "core/text/json_writer.h"
#include "core/time.h"
#include "core/version.h"

namespace core {

// PdfState: the state of the PDF that is generated from an artifact's document.

enum class PdfProgress : std::uint8_t { rendering, ready, failed };

std::string_view to_string(PdfProgress progress);
std::optional<PdfProgress> parse_pdf_progress(std::string_view name);

struct PdfState {
  PdfProgress progress = PdfProgress::rendering;
  std::string reason = {};  // why it failed
};

// Writes the member `pdf` of an artifact, if a PDF is generated from it.
void write_pdf_state(JsonWriter& json, const std::optional<PdfState>& state);

// Template: the kinds of content that an artifact can hold.
//
// An artifact's template is chosen when it is created and never changes. All modules know the
// names, which are here; everything else is in templates/, a folder for each, listed in
// templates/registry.h.

enum class Template : std::uint8_t { markdown, chart, table, pdf, code, html, image };

// Every template by its name in the API and the database, in the order of the enumerators.
using NamedTemplate = std::pair<std::string_view, Template>;
inline constexpr std::array kTemplates{
    NamedTemplate{"markdown", Template::markdown}, NamedTemplate{"chart", Template::chart},
    NamedTemplate{"table", Template::table},       NamedTemplate{"pdf", Template::pdf},
    NamedTemplate{"code", Template::code},         NamedTemplate{"html", Template::html},
    NamedTemplate{"image", Template::image},
};

constexpr std::string_view to_string(Template value) {
  return kTemplates[static_cast<std::size_t>(value)].first;
}

// The template of that name, compared exactly; nothing for any other text.
std::optional<Template> parse_template(std::string_view name);

// A sentence that suggests the template that an unknown name probably means; empty if there is
// none.
std::string advice_on_template(std::string_view name);

// All names with `separator` between them: "markdown, chart, …".
std::string template_names(std::string_view separator);

// Artifact: content that a client stores and shares.

// `expired` is never stored: it means `expires_at <= now`. Deleted takes precedence over expired.
enum class ArtifactStatus { active, expired, deleted };

std::string_view to_string(ArtifactStatus status);
std::optional<ArtifactStatus> parse_artifact_status(std::string_view name);

// The validated input for creating an artifact.
struct NewArtifact {
  Template content_template = Template::markdown;
  std::optional<std::string> title;
  std::optional<std::string> description;
  JsonTree content;              // an object, stored as it was sent
  std::string metadata = "{}";   // a JSON object, unchanged
  std::optional<Expiry> expiry;  // as requested
  std::optional<ExternalId> external_id;
  std::optional<std::string> note;  // of its first version
};

// Facts that were found in content when it was written, and are stored with it.
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
  std::optional<JsonTree> content;
  std::optional<std::string> metadata;  // complete and already merged
  std::optional<std::optional<ExternalId>> external_id;
  std::optional<Expiry> expiry;
  std::optional<std::string> note;  // of the version that it makes
  bool appends = false;             // the content only adds to what there was
};

constexpr std::int64_t kFirstRevision = 1;

struct Artifact {
  ArtifactId id;
  AccountId account;
  std::optional<ExternalId> external_id;
  Template content_template = Template::markdown;
  std::optional<std::string> title;  // as its owner gave it
  std::optional<std::string> first_heading;
  std::optional<std::string> description;
  std::string content;
  std::int64_t content_bytes = 0;  // also where the content was not read; 0 in lists
  std::string metadata;
  ArtifactStatus status = ArtifactStatus::active;
  Timestamp created_at;
  Timestamp updated_at;
  std::optional<Timestamp> expires_at;
  std::optional<Timestamp> deleted_at;
  bool can_be_restored = false;            // deleted at most 30 days ago
  std::int64_t revision = kFirstRevision;  // incremented by each write
  VersionNumber version = kFirstVersion;
  std::optional<Disabled> disabled;
  std::optional<PdfState> pdf;  // where one is made of the content
};

// The name of an artifact in lists: its title, or else the first heading of its
// document; nothing if both are blank.
std::optional<std::string> display_title(const Artifact& artifact);
std::optional<std::string> display_title(const std::optional<std::string>& title,
                                         const std::optional<std::string>& first_heading);

// Identifies the current state of the artifact: a strong entity tag (RFC 9110, 8.8.3).
std::string entity_tag(const Artifact& artifact);
// The same for its content alone, as "csv", "md", "txt" or "file".
std::string entity_tag(const Artifact& artifact, std::string_view form);

// Whether the artifact may be changed in its current state. Tags are compared by revision and
// status, as its PDF may have been made since it was read.
bool are_met(const Preconditions& conditions, const Artifact& artifact);

// Metadata: the custom keys of an artifact, within the limits of the API specification.

// Validates an object as metadata, which messages call `name`: at most 50 keys of 1 to 64
// characters, 16 KiB of JSON. Nothing if it is valid.
std::optional<Error> check_metadata(std::string_view name, const JsonTree& object);

// `metadata` with the keys of `patch` set, or removed if their value is null; values keep their
// original text. The same text if that changes nothing. Both are JSON objects. Errors: the result
// exceeds the limits.
Result<std::string> merge_metadata(const std::string& metadata, const JsonTree& patch);

// WebPages: how pages show the documents of the template html.

enum class WebPages : std::uint8_t { on, without_scripts, off };

// RemoteImages: how pages treat images on other hosts.

// From the most to the least permissive.
enum class RemoteImages : std::uint8_t {
  on,     // shown
  click,  // each is shown after a click
  off     // not shown
};

template <>
inline constexpr auto kWords<RemoteImages> =
    std::array{Word<RemoteImages>{RemoteImages::on, "on"},
               Word<RemoteImages>{RemoteImages::click, "click", "Load when clicked"},
               Word<RemoteImages>{RemoteImages::off, "off", "Never load"}};

constexpr RemoteImages stricter(RemoteImages one, RemoteImages other) {
  return std::max(one, other);
}

}  // namespace core
