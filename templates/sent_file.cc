#include "templates/sent_file.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/text/csv.h"
#include "core/text/encodings.h"
#include "core/text/json_writer.h"
#include "core/text/text.h"
#include "templates/documents/document_content.h"
#include "templates/documents/recognition.h"
#include "templates/registry.h"

namespace templates {
namespace {

using core::Error;
using core::ErrorCode;

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kJsonType = "application/json";

std::string in_words(const std::vector<std::string_view>& types) {
  std::string words;
  for (const std::string_view type : types) words.append(words.empty() ? "" : ", ").append(type);
  return words;
}

constexpr std::string_view kPlainText = "text/plain";

bool takes_texts(const TemplateDefinition& definition) {
  return std::any_of(definition.files.begin(), definition.files.end(),
                     [](const FileType& type) { return type.form == FileType::Form::text; });
}

Error not_taken(const TemplateDefinition& definition, std::string_view media_type) {
  std::vector<std::string_view> types;
  for (const FileType& type : definition.files) types.push_back(type.media_type);
  if (takes_texts(definition)) types.push_back(kPlainText);
  return {ErrorCode::unsupported_media_type, "the template \"" +
                                                 std::string(core::to_string(definition.id)) +
                                                 "\" takes files of the types " + in_words(types) +
                                                 ", not " + std::string(media_type)};
}

// Whether its name and its text tell what the file is.
bool is_document(const TemplateDefinition& definition, std::string_view media_type) {
  return definition.files.empty() || (media_type == kPlainText && takes_texts(definition)) ||
         (definition.id == core::Template::table && media_type == kJsonType);
}

core::Result<core::JsonTree> content_of_document(core::Template id, const SentFile& file) {
  std::string_view bytes = file.bytes;
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  std::string name = bare_file_name(file.name);
  if (name.empty() && file.media_type == kJsonType) name = "file.json";
  const Document document{std::move(name), std::string(bytes)};
  const auto format = format_shown_by(id, document);
  if (!format) {
    Error problem = format.error();
    problem.code = ErrorCode::invalid_content;
    problem.field = "content";
    return problem;
  }
  // An object, in each format of these templates.
  return core::JsonTree::parse(content_of(document, *format));
}

std::optional<Error> check_text(std::string_view text) {
  if (!core::is_utf8(text))
    return Error{ErrorCode::invalid_content, "the file must be text in UTF-8"};
  if (text.find('\0') != std::string_view::npos)
    return Error{ErrorCode::invalid_content, "the file must not contain NUL characters"};
  return std::nullopt;
}

bool is_of(const FileType& type, std::string_view bytes) {
  return bytes.substr(0, type.most_before + type.beginning.size()).find(type.beginning) !=
         std::string_view::npos;
}

// Many programs write binary files in base64.
Error wrong_beginning(const FileType& type, std::string_view bytes) {
  const std::string in_base64 = core::to_base64(core::as_bytes(type.beginning.substr(0, 3)));
  std::string message = "must be of the type " + std::string(type.media_type) +
                        ", which begins with " + std::string(type.beginning);
  if (bytes.starts_with(in_base64)) message += "; send the file itself, not base64";
  return {ErrorCode::invalid_content, message, "/content/" + std::string(type.member)};
}

// What was said of the file that is said of pictures only; empty for nothing.
std::string_view field_of_picture(const SentFile& file) {
  if (!file.alt.empty()) return "alt";
  return file.keeps_metadata ? "keepMetadata" : "";
}

}  // namespace

const std::string& file_media_types() {
  static const std::string names = [] {
    std::vector<std::string_view> types;
    for (const TemplateDefinition* definition : all_templates())
      for (const FileType& type : definition->files)
        if (std::find(types.begin(), types.end(), type.media_type) == types.end())
          types.push_back(type.media_type);
    return in_words(types);
  }();
  return names;
}

bool takes_files_of(std::string_view media_type) {
  return std::any_of(all_templates().begin(), all_templates().end(), [&](const auto* definition) {
    return definition->file_type(media_type) != nullptr;
  });
}

bool may_be_file(std::string_view media_type) {
  return media_type.starts_with("text/") || takes_files_of(media_type);
}

std::string_view media_type_of_name(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return {};
  const std::string extension = core::in_lower_case(name.substr(dot + 1));
  for (const TemplateDefinition* definition : all_templates()) {
    for (const FileType& type : definition->files) {
      const auto known = core::split_words(type.extensions);
      if (std::find(known.begin(), known.end(), extension) != known.end()) return type.media_type;
    }
  }
  return {};
}

std::optional<core::Template> template_for(const SentFile& file) {
  for (const TemplateDefinition* definition : all_templates()) {
    const FileType* const type = definition->file_type(file.media_type);
    if (type != nullptr && !type->only_if_named) return definition->id;
  }
  return std::nullopt;
}

std::optional<Error> refuse_file(core::Template id, std::string_view media_type) {
  const TemplateDefinition& definition = definition_of(id);
  if (definition.file_type(media_type) != nullptr || is_document(definition, media_type))
    return std::nullopt;
  return not_taken(definition, media_type);
}

std::string_view usual_media_type(core::Template id) {
  const auto& files = definition_of(id).files;
  return files.empty() ? std::string_view() : files.front().media_type;
}

core::Result<core::JsonTree> content_of(core::Template id, const SentFile& file) {
  const TemplateDefinition& definition = definition_of(id);
  const FileType* type = definition.file_type(file.media_type);
  const bool is_recognised = type == nullptr && is_document(definition, file.media_type);
  if (type == nullptr && !is_recognised) return not_taken(definition, file.media_type);
  if (type != nullptr && !is_of(*type, file.bytes)) return wrong_beginning(*type, file.bytes);
  if (is_recognised || !type->is_picture)
    if (const std::string_view field = field_of_picture(file); !field.empty())
      return Error{ErrorCode::invalid_request, "is for pictures only", field};
  if (is_recognised) return content_of_document(id, file);

  SentFile bare = file;
  if (type->form == FileType::Form::text) {
    if (bare.bytes.starts_with(kByteOrderMark)) bare.bytes.remove_prefix(kByteOrderMark.size());
    if (auto problem = check_text(bare.bytes)) return *std::move(problem);
  }
  return core::JsonTree::parse(content_with(*type, bare));
}

// Put together without a writer of JSON, which would search megabytes of base64 for what needs an
// escape.
std::string content_with(const FileType& type, const SentFile& file) {
  std::string content = "{";
  const auto keep = [&](std::string_view member, const std::string& text) {
    if (!text.empty())
      content += core::string_in_json(member) + ':' + core::string_in_json(text) + ',';
  };
  if (type.keeps_name) keep("filename", file.name);
  if (type.is_picture) keep("alt", file.alt);
  if (type.is_picture && file.keeps_metadata) content += R"("keepMetadata":true,)";
  content += core::string_in_json(type.member) + ':';
  if (type.form == FileType::Form::base64) {
    const std::string base64 = core::to_base64(core::as_bytes(file.bytes));
    content.reserve(content.size() + base64.size() + 3);
    content.append("\"").append(base64).append("\"");
  } else if (type.delimiter != 0 && core::delimiter_of(file.bytes) != type.delimiter) {
    // Where the text alone says something else, its first line says what the type says.
    content +=
        core::string_in_json(std::string("sep=") + type.delimiter + '\n' + std::string(file.bytes));
  } else {
    content += core::string_in_json(file.bytes);
  }
  content += '}';
  return content;
}

namespace {

// The length of a character at the beginning of a text if file names must not contain it, otherwise
// 0: C0, DEL and C1; quotes; characters that file systems reject; marks that change the direction
// of the text and so can disguise an extension.
std::size_t refused_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x20 || first == 0x7f) return 1;
  if (std::string_view("\"'`<>:|?*%;").find(text.front()) != std::string_view::npos) return 1;
  if (first == 0xc2 && text.size() > 1 && static_cast<unsigned char>(text[1]) < 0xa0) return 2;
  // U+061C, U+200E and U+200F, U+2028 to U+202E, U+2066 to U+2069.
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  if (first == 0xd8 && byte(1) == 0x9c) return 2;
  if (first != 0xe2) return 0;
  const unsigned last = byte(2);
  if (byte(1) == 0x80 && (last == 0x8e || last == 0x8f || (last >= 0xa8 && last <= 0xae))) return 3;
  if (byte(1) == 0x81 && last >= 0xa6 && last <= 0xa9) return 3;
  return 0;
}

}  // namespace

std::string bare_file_name(std::string_view path) {
  const std::size_t folders = path.find_last_of("/\\");
  if (folders != std::string_view::npos) path.remove_prefix(folders + 1);
  std::string kept;
  while (!path.empty()) {
    const std::size_t refused = refused_length(path);
    if (refused == 0) kept += path.front();
    path.remove_prefix(std::max<std::size_t>(refused, 1));
  }
  return kept;
}

}  // namespace templates
