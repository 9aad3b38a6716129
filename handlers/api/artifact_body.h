// ArtifactBody: the body of a request that creates or changes an artifact, in any of its forms:
// - a JSON object;
// - a file, with the fields in the query;
// - multipart/form-data, with the file in one part, and each field in a part or in the query.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/artifact.h"
#include "core/error.h"
#include "core/fields.h"
#include "core/member_names.h"
#include "core/text/form.h"
#include "core/text/json.h"
#include "fcgi/request.h"
#include "templates/sent_file.h"

namespace handlers {

// Refers to the request's body.
struct ArtifactBody {
  core::JsonTree object;                        // of a body in JSON
  std::optional<core::FormFields> sent_fields;  // of any other
  std::optional<templates::SentFile> file;
  bool is_form = false;

  // The reader of its fields, which it must outlive.
  core::FieldReader fields(core::BodyOf call) const;

  // An error of the content, which the client did not send as such, as one of the file.
  core::Error with_names_as_sent(core::Error error) const;
};

// Errors: those of body_of() and core::parse_multipart(); invalid_request for a field that is given
// twice, more than one file, a file without a byte, or a form without a file where one is required;
// unsupported_media_type for a file whose type no template takes, without a template;
// payload_too_large for fields that are.
core::Result<ArtifactBody> artifact_body_of(const fcgi::Request& request, core::BodyOf call);

}  // namespace handlers
