// The options of a new artifact and its share link, and the request that they make.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client/commands/options/artifact_options.h"
#include "client/documents/artifact_request.h"
#include "client/documents/document.h"
#include "client/documents/local_images.h"
#include "client/documents/recognition/recognition.h"
#include "client/service/request_body.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace client {

struct SharingOptions {
  std::optional<std::string> shown_by = std::nullopt;  // --template
  std::optional<std::string> title = std::nullopt;
  std::optional<std::string> description = std::nullopt;
  MetadataEntries metadata;
  std::optional<std::string> expires = std::nullopt;
  bool asks_for_password = false;
  bool generates_password = false;
  std::optional<std::uint32_t> maximum_views = std::nullopt;
  bool allows_download = false;

  // --template.
  std::optional<core::Template> wanted_template() const;
  // What the document is sent as: what it is recognised as, unless --template says otherwise.
  Format format_of(const Document& document) const;
  // Asked for or generated; nothing if neither is wanted. `input_is_document`: standard input is
  // not there for passwords.
  std::optional<std::string> password(bool input_is_document) const;
  // The body of POST /artifacts/share.
  RequestBody request(const Document& document, Format format,
                      const std::optional<std::string>& password) const;
  // The body of PUT /artifacts/by-external-id/{external_id}, with `share`.
  RequestBody upsert(const Document& document, Format format,
                     const std::optional<std::string>& password, const Report& report) const;

 private:
  ArtifactRequest artifact_fields(const Document& document, Format format) const;
  // With the name of the file, by which the artifact is known in lists where it has no title.
  MetadataEntries all_metadata(const Document& document) const;
  std::vector<ArtifactRequest::Field> link_fields(const std::optional<std::string>& password) const;
};

// Those that are declared.
std::vector<CLI::Option*> declare_sharing_options(CLI::App& app, SharingOptions& options);

}  // namespace client
