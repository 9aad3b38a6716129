#include "handlers/dashboard/artifacts/sent_content.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/text/json_edits.h"
#include "core/text/json_writer.h"
#include "core/text/text.h"
#include "templates/registry.h"
#include "templates/sent_file.h"

namespace handlers::dashboard {
namespace {

using core::ErrorCode;

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// Browsers take seconds to show a field with more than that.
constexpr std::size_t kMostBytesInField = std::size_t{1} << 20;

}  // namespace

std::string megabytes(std::size_t bytes) {
  constexpr std::size_t kMegabyte = std::size_t{1} << 20;
  return bytes < kMegabyte ? std::to_string(bytes >> 10) + " kB"
                           : std::to_string(bytes / kMegabyte) + " MB";
}

core::Result<ContentOrigin> content_origin(const core::Artifact& artifact) {
  auto content = core::JsonTree::parse(std::string(artifact.content));
  if (!content) return content.error();
  auto source = templates::source_of(artifact.content_template, content->root());
  if (source.text.size() > kMostBytesInField) {
    source.text.clear();
    source.is_file = true;
  }
  return ContentOrigin{artifact.id, artifact.content_template, *std::move(content),
                       std::move(source)};
}

namespace {

// Whether a text is that of a binary file, which nothing can be made of.
bool has_bytes_of_file(std::string_view text) {
  constexpr std::string_view kInTexts = "\t\n\f\r\b\x1b";
  return text.starts_with("%PDF-") || std::any_of(text.begin(), text.end(), [&](char c) {
           return static_cast<unsigned char>(c) < 0x20 &&
                  kInTexts.find(c) == std::string_view::npos;
         });
}

// The document of the form; nothing if there is none, which is an error.
std::optional<templates::Document> document_in(const fcgi::Request& request,
                                               core::FieldReader& reader) {
  if (const core::FormPart* file = request.form_file()) {
    std::string_view bytes = file->content;
    if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
    return templates::Document{templates::bare_file_name(file->filename.value_or("")),
                               std::string(bytes),
                               {},
                               std::string(request.form_field("alt"))};
  }
  templates::Document document{{}, std::string(request.form_field(kText))};
  // Browsers send a line's end as CR LF.
  std::erase(document.bytes, '\r');
  if (core::is_blank(document.bytes)) {
    reader.fail(ErrorCode::invalid_request, kText, "is missing; paste it here, or choose a file");
    return std::nullopt;
  }
  if (has_bytes_of_file(document.bytes)) {
    reader.fail(ErrorCode::invalid_request, kText,
                "has the bytes of a file, which a text field damages; choose the file instead");
    return std::nullopt;
  }
  return document;
}

// The content with another text for those who do not see its picture, if one was typed.
core::JsonTree with_alt(const ContentOrigin& origin, std::string_view alt) {
  const auto& definition = templates::definition_of(origin.content_template);
  if (!definition.has_form(templates::Form::picture) || core::is_blank(alt)) return origin.content;
  core::JsonWriter text;
  text.value(alt);
  const std::array<core::JsonOperation, 1> added{
      {{.path = {"alt"}, .value = *core::JsonTree::parse(std::string(text.text()))}}};
  return *core::JsonTree::parse(*core::edit_json(origin.content.root(), added));
}

// The content that the form's text makes of that of another artifact; nothing if there is an error.
std::optional<SentContent> changed_content(const fcgi::Request& request,
                                           const ContentOrigin& origin, core::FieldReader& reader) {
  std::string text(request.form_field(kText));
  std::erase(text, '\r');
  if (origin.source.is_file)
    return SentContent{origin.content_template, with_alt(origin, request.form_field("alt")), {}};
  auto content = templates::with_source(origin.content.root(), origin.source, text);
  if (content) return SentContent{origin.content_template, *std::move(content), {}};
  core::Error problem = content.error();
  problem.field = kText;
  reader.fail(std::move(problem));
  return std::nullopt;
}

}  // namespace

std::optional<SentContent> read_content(const fcgi::Request& request,
                                        const core::Configuration& configuration,
                                        const ContentOrigin* origin, core::FieldReader& reader) {
  const auto wanted = reader.optional_template("template");
  const std::string_view text = request.form_field(kText);
  const bool has_file = request.form_file() != nullptr;
  if (has_file && origin == nullptr && !core::is_blank(text)) {
    reader.fail(ErrorCode::invalid_request, kFile,
                "cannot be sent together with a text; remove one of them");
    return std::nullopt;
  }
  const bool changes_origin = origin != nullptr && !has_file &&
                              wanted == origin->content_template &&
                              origin->source.is_file == core::is_blank(text);
  if (changes_origin) return changed_content(request, *origin, reader);
  const auto document = document_in(request, reader);
  if (!document || reader.has_error("template")) return std::nullopt;
  const std::string_view place = has_file ? kFile : kText;
  const auto format = wanted ? templates::format_shown_by(*wanted, *document)
                             : templates::recognised_format(*document);
  if (!format) {
    core::Error problem = format.error();
    // The template may be right where a line is wrong.
    if (problem.field != "template" || problem.line) problem.field = place;
    reader.fail(std::move(problem));
    return std::nullopt;
  }
  // The API takes files that are larger than JSON.
  if (format->media_type.empty() && document->bytes.size() > configuration.max_body_bytes) {
    reader.fail(ErrorCode::payload_too_large, place,
                "must not exceed " + megabytes(configuration.max_body_bytes) + " as " +
                    std::string(templates::to_string(*format)));
    return std::nullopt;
  }
  auto content = core::JsonTree::parse(templates::content_of(*document, *format));
  if (!content) {
    core::Error problem = content.error();
    problem.field = place;
    reader.fail(std::move(problem));
    return std::nullopt;
  }
  const bool is_titled = templates::has_own_title(*document, *format);
  return SentContent{format->shown_by, *std::move(content),
                     is_titled ? std::string() : document->name};
}

}  // namespace handlers::dashboard
