// Replacing what an artifact shows, under the same links.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "client/commands/options.h"
#include "client/documents/document.h"
#include "client/documents/images.h"
#include "client/documents/recognition.h"
#include "client/documents/request.h"
#include "client/service/address.h"
#include "client/service/service.h"
#include "core/artifact.h"
#include "core/descriptor.h"

namespace client {

struct UpdateFields {
  std::optional<std::string> title = std::nullopt;
  std::optional<std::string> description = std::nullopt;
  std::optional<std::string> external_id = std::nullopt;
  MetadataEntries metadata;
  std::optional<std::string> note = std::nullopt;
  // The version that must be the current one.
  std::optional<std::uint32_t> base_version = std::nullopt;
};

// Sends the document by PUT to the path of an artifact that may exist, in a format that its
// template shows: that of `shown_by` if given, else the recognised one, else that of the artifact's
// template, which the service reports. Tables, charts and PDFs are not
// converted to text then. `request` makes the body.
// Returns the response. Throws Failure.
std::string put_document(ServiceClient& service, const std::string& path, const Document& document,
                         std::optional<core::Template> shown_by,
                         const std::function<RequestBody(Format, const Report&)>& request,
                         ServiceClient::Replaces replaces = ServiceClient::Replaces::anything);

// Sends the document as the content of an artifact.
std::string update_artifact(ServiceClient& service, const NamedArtifact& artifact,
                            const Document& document, std::optional<core::Template> shown_by,
                            const UpdateFields& change = {});

// FileWatch: waits until a file changes, whether it is written in place or replaced by a new file
// of the same name, as editors do.
class FileWatch {
 public:
  // Throws std::system_error if the file's folder cannot be watched.
  explicit FileWatch(const std::string& path);

  // Returns when the file exists, differs from its state at the last call (or at construction), and
  // has not changed for a moment; or after `longest`, if given.
  void wait_for_change(std::optional<std::chrono::milliseconds> longest = std::nullopt);

 private:
  // The differences between two states of a file.
  struct State {
    std::uint64_t inode = 0;
    std::int64_t size = 0;
    std::int64_t modified_seconds = 0;
    std::int64_t modified_nanoseconds = 0;
    friend bool operator==(const State&, const State&) = default;
  };

  std::optional<State> state() const;
  // Waits for an event in the folder, at most this long.
  void wait_for_event(int milliseconds) const;

  std::string path_;
  core::Descriptor events_;
  std::optional<State> seen_;
};

}  // namespace client
