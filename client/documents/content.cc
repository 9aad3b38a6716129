#include "client/documents/content.h"

#include "client/command_line.h"
#include "core/text/encodings.h"
#include "templates/documents/document_content.h"

namespace client {
namespace {

using core::JsonValue;

std::string json_of(JsonValue content) { return std::string(content.text()) + '\n'; }

std::string bytes_of(const JsonValue& file) {
  auto bytes = core::decode_file(file.string());
  if (!bytes) {
    throw Failure(ExitStatus::failure,
                  "the artifact has a file that cannot be decoded; try --json");
  }
  return *std::move(bytes);
}

}  // namespace

std::string document_of(core::Template shown_by, JsonValue content) {
  if (shown_by == core::Template::chart) return json_of(content);
  if (shown_by == core::Template::table) {
    const auto csv = content.find("csv");
    return csv && csv->is(core::JsonType::string) ? csv->string() : json_of(content);
  }
  templates::ContentSource source = templates::source_of(shown_by, content);
  if (source.is_file) return bytes_of(*content.find(source.member));
  return source.member.empty() ? json_of(content) : std::move(source.text);
}

}  // namespace client
