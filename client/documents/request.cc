#include "client/documents/request.h"

#include "core/security/tokens.h"
#include "core/text/json_writer.h"
#include "templates/documents/document_content.h"
#include "templates/registry.h"

namespace client {
namespace {

// In base64 still less than the 10 MiB that the service accepts as JSON.
constexpr std::size_t kLargestInJson = std::size_t{5} * 1024 * 1024;

// As browsers write it (WHATWG HTML, 4.10.21.8).
std::string quoted_parameter(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"') {
      text += "%22";
    } else if (c == '\r') {
      text += "%0D";
    } else if (c == '\n') {
      text += "%0A";
    } else {
      text += c;
    }
  }
  return text + '"';
}

// multipart/form-data (RFC 7578).
class Form {
 public:
  void add(std::string_view name, std::string_view text) { add_part(name, {}, text); }
  void add_file(std::string_view filename, std::string_view media_type, std::string_view bytes) {
    add_part(
        "file",
        "; filename=" + quoted_parameter(filename) + "\r\nContent-Type: " + std::string(media_type),
        bytes);
  }
  RequestBody finish() && {
    bytes_.append("--").append(boundary_).append("--\r\n");
    return {"multipart/form-data; boundary=" + boundary_, std::move(bytes_)};
  }

 private:
  void add_part(std::string_view name, std::string_view more, std::string_view content) {
    bytes_.append("--").append(boundary_).append("\r\nContent-Disposition: form-data; name=");
    bytes_.append(quoted_parameter(name))
        .append(more)
        .append("\r\n\r\n")
        .append(content)
        .append("\r\n");
  }

  // Occurs in no document.
  const std::string boundary_ = core::SecretToken::generate().text();
  std::string bytes_;
};

constexpr const char* kJsonType = "application/json";

void write_fields(core::JsonWriter& json, const std::vector<ArtifactRequest::Field>& fields) {
  for (const auto& field : fields) {
    json.key(field.name);
    if (field.is_json) {
      json.raw(field.text);
    } else {
      json.value(field.text);
    }
  }
}

std::string object_of(const std::vector<ArtifactRequest::Field>& fields) {
  core::JsonWriter json;
  json.begin_object();
  write_fields(json, fields);
  json.end_object();
  return json.text();
}

}  // namespace

void ArtifactRequest::add_object(std::string name, const std::vector<Field>& fields) {
  add_json(std::move(name), object_of(fields));
}

RequestBody ArtifactRequest::without_document() const { return {kJsonType, object_of(fields_)}; }

RequestBody ArtifactRequest::with(const Document& document, Format format) const {
  const templates::FileType* const type =
      templates::definition_of(format.shown_by).file_type(format.media_type);
  // As a file, a picture keeps the alt of the one before.
  const bool keeps_alt = type != nullptr && type->is_picture && document.alt.empty();
  if (type != nullptr && (keeps_alt || document.bytes.size() > kLargestInJson)) {
    Form form;
    // An empty part stands for null.
    for (const Field& field : fields_)
      form.add(field.name, field.is_json && field.text == "null" ? "" : field.text);
    if (!document.alt.empty()) form.add("alt", document.alt);
    if (document.keeps_metadata) form.add("keepMetadata", "true");
    form.add_file(filename_of(document, format), format.media_type, file_of(document, format));
    return std::move(form).finish();
  }
  core::JsonWriter json;
  json.begin_object();
  write_fields(json, fields_);
  json.key("content").raw(content_of(document, format));
  json.end_object();
  return {kJsonType, json.text()};
}

}  // namespace client
