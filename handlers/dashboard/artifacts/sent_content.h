// The content that the form of an artifact sends: as a text or a file, and made of the content of
// another artifact where it began with that.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/artifact.h"
#include "core/configuration.h"
#include "core/error.h"
#include "core/fields.h"
#include "core/text/json.h"
#include "fcgi/request.h"
#include "templates/documents/document_content.h"

namespace handlers::dashboard {

// The fields of the form that have the content.
inline constexpr std::string_view kText = "text";
inline constexpr std::string_view kFile = "file";

// A number of bytes for messages: "32 MB".
std::string megabytes(std::size_t bytes);

// The content of another artifact, which the form begins with. What its text field does not show
// stays as it is. A large one is not shown but replaced, as a file is.
struct ContentOrigin {
  core::ArtifactId artifact;
  core::Template content_template = core::Template::markdown;
  core::JsonTree content;
  templates::ContentSource source;
};

// Takes an artifact that was read with its content (with_content()).
core::Result<ContentOrigin> content_origin(const core::Artifact& artifact);

// The template and the content that the form has, as its file or its text. What is wrong goes to
// the reader; then there is nothing.
struct SentContent {
  core::Template content_template = core::Template::markdown;
  core::JsonTree content;
  std::string title;  // where the form has none; may be empty
};
std::optional<SentContent> read_content(const fcgi::Request& request,
                                        const core::Configuration& configuration,
                                        const ContentOrigin* origin, core::FieldReader& reader);

}  // namespace handlers::dashboard
