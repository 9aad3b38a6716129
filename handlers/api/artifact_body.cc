#include "handlers/api/artifact_body.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/text/form.h"
#include "core/text/http_values.h"
#include "core/text/json.h"
#include "core/text/text.h"
#include "handlers/request.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;
using templates::SentFile;

constexpr std::string_view kFilePart = "file";
constexpr std::string_view kFileName = "filename";
constexpr std::string_view kAlt = "alt";
constexpr std::string_view kKeepMetadata = "keepMetadata";
constexpr std::string_view kContent = "content";  // which is the file
// The limit for all fields of a form together, which take more memory than a file.
constexpr std::size_t kMaximumFieldBytes = std::size_t{256} * 1024;

// Collects the fields and the file.
class BodyReader {
 public:
  std::optional<Error> add_field(const std::string& name, const std::string& text) {
    if (name == kFileName) {
      filename_ = text;
      return std::nullopt;
    }
    if (name == kAlt) {
      alt_ = text;
      return std::nullopt;
    }
    if (name == kKeepMetadata) {
      keeps_metadata_ = text == "true";
      if (keeps_metadata_ || text == "false" || text.empty()) return std::nullopt;
      return Error{ErrorCode::invalid_request, "must be true or false", name};
    }
    field_bytes_ += name.size() + text.size();
    if (field_bytes_ > kMaximumFieldBytes) {
      return Error{ErrorCode::payload_too_large, "the fields beside the file must not exceed " +
                                                     std::to_string(kMaximumFieldBytes) + " bytes"};
    }
    if (!fields_.emplace(name, text).second)
      return Error{ErrorCode::invalid_request, "is given more than once", name};
    return std::nullopt;
  }

  // A password, say, does not belong in an address, as addresses are logged.
  std::optional<Error> add_query(const fcgi::Request& request, core::BodyOf call) {
    static const std::vector<std::string_view> known{
        "template", "title", kFileName, "expiresIn", "externalId", kAlt, kKeepMetadata};
    const std::vector<std::string_view> of_body = core::names_taken_by(call);
    for (const auto& [name, text] : request.query_fields()) {
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        Error problem = fcgi::unknown_query_parameter(name, known);
        if (std::find(of_body.begin(), of_body.end(), name) != of_body.end())
          problem.message += "; send \"" + name + "\" with the file in a form, multipart/form-data";
        return problem;
      }
      if (auto problem = add_field(name, text)) return problem;
    }
    return std::nullopt;
  }

  std::optional<Error> add_part(const core::FormPart& part) {
    is_form_ = true;
    if (!part.filename && part.name != kFilePart) {
      const std::string text(part.content);
      if (!core::is_utf8(text) || text.find('\0') != std::string::npos)
        return Error{ErrorCode::invalid_request, "must be text in UTF-8", part.name};
      return add_field(part.name, text);
    }
    // Browsers send this for a file field in which no file was selected.
    if (part.filename == "" && part.content.empty()) return std::nullopt;
    if (file_) return Error{ErrorCode::invalid_request, "the request has more than one file"};
    const auto type = core::MediaType::parse(part.content_type);
    if (type && type->type.starts_with("text/") && type->has_other_charset())
      return core::not_utf8();
    file_ = SentFile{media_type_of(part.filename.value_or(""), type ? type->type : std::string()),
                     part.filename.value_or(""), part.content};
    return std::nullopt;
  }

  void set_file(std::string media_type, std::string_view bytes) {
    file_ = SentFile{std::move(media_type), {}, bytes};
  }
  bool has_file() const { return file_.has_value(); }

  core::Result<ArtifactBody> finish() {
    if (file_ && file_->bytes.empty())
      return Error{ErrorCode::invalid_request, "the file is empty: it has no bytes"};
    if (file_ && !filename_.empty()) {
      file_->name = filename_.substr(filename_.find_last_of("/\\") + 1);
      file_->media_type = media_type_of(file_->name, file_->media_type);
    }
    if (file_) {
      file_->alt = alt_;
      file_->keeps_metadata = keeps_metadata_;
    }
    // Text without a template may be fields in JSON whose type was forgotten.
    if (file_ && !templates::takes_files_of(file_->media_type) &&
        core::form_value(fields_, "template").empty()) {
      return Error{ErrorCode::unsupported_media_type,
                   "the Content-Type must be application/json for a JSON object, or that of a "
                   "file: " +
                       templates::file_media_types() +
                       "; for any other text, say how to show it, such as template=code"};
    }
    return ArtifactBody{{}, std::move(fields_), std::move(file_), is_form_};
  }

 private:
  // Many programs send unknown types as application/octet-stream or text/plain, and Windows sends
  // CSV as Excel's type. In these cases the extension determines the type.
  static std::string media_type_of(std::string_view name, const std::string& given) {
    const std::string_view by_name = templates::media_type_of_name(name);
    return templates::takes_files_of(given) || by_name.empty() ? given : std::string(by_name);
  }

  core::FormFields fields_;
  std::size_t field_bytes_ = 0;
  std::string filename_;
  std::string alt_;
  bool keeps_metadata_ = false;
  std::optional<SentFile> file_;
  bool is_form_ = false;
};

// Whether the file is this member of the content, or all of it.
bool is_file(std::string_view member) {
  constexpr std::array<std::string_view, 5> kMembers{"text", "csv", "html", "markdown", "data"};
  return std::find(kMembers.begin(), kMembers.end(), member) != kMembers.end();
}

void name_file(Error& error, bool is_form) {
  constexpr std::string_view kWithinContent = "/content/";
  // Says the same as the warning, which names the place in the content that is stored.
  if (error.secret) return;
  if (error.field.starts_with(kWithinContent)) {
    const std::string place = error.field.substr(kWithinContent.size());
    if (!is_file(place)) error.message = "has /" + place + ", which " + error.message;
  } else if (error.field != kContent && error.field != "/content") {
    return;
  }
  // A form has the file in a part; as the whole body it has no name.
  error.field = is_form ? kFilePart : std::string_view();
  if (!is_form) error.message = "the file " + error.message;
}

}  // namespace

Error ArtifactBody::with_names_as_sent(Error error) const {
  if (!file) return error;
  name_file(error, is_form);
  for (Error& other : error.others) name_file(other, is_form);
  return error;
}

core::FieldReader ArtifactBody::fields(core::BodyOf call) const {
  if (sent_fields) return {*sent_fields, call};
  return {object, call};
}

core::Result<ArtifactBody> artifact_body_of(const fcgi::Request& request, core::BodyOf call) {
  // The dispatcher has rejected a body that is neither JSON nor a file.
  const std::optional<core::MediaType>& type = request.media_type();
  if (!type || !(type->is_multipart() || templates::may_be_file(type->type))) {
    auto object = body_of(request);
    if (!object) return object.error();
    return ArtifactBody{*std::move(object), std::nullopt, std::nullopt};
  }

  BodyReader reader;
  if (type->is_multipart()) {
    const auto parts = core::parse_multipart(request.body(), type->parameter("boundary"));
    if (!parts) return parts.error();
    for (const core::FormPart& part : *parts)
      if (auto problem = reader.add_part(part)) return *std::move(problem);
    if (!reader.has_file() && call != core::BodyOf::artifact_change) {
      return Error{ErrorCode::invalid_request, "is required: a part with the file",
                   std::string(kFilePart)};
    }
  } else {
    reader.set_file(type->type, request.body());
  }
  if (auto problem = reader.add_query(request, call)) return *std::move(problem);
  return reader.finish();
}

}  // namespace handlers
