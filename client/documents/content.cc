#include "client/documents/content.h"

#include <initializer_list>
#include <optional>
#include <utility>

#include "client/command_line.h"
#include "core/text/encodings.h"

namespace client {
namespace {

using core::JsonType;
using core::JsonValue;

// The first of these members whose value is a string.
std::optional<std::string> text_of(JsonValue content, std::initializer_list<const char*> names) {
  for (const char* const name : names) {
    const auto value = content.find(name);
    if (value && value->is(JsonType::string)) return value->string();
  }
  return std::nullopt;
}

std::optional<std::string> pdf_of(JsonValue content) {
  auto data = text_of(content, {"data", "base64", "file", "pdf"});
  if (!data) return text_of(content, {"html", "markdown", "text", "url"});
  auto bytes = core::decode_file(*std::move(data));
  if (!bytes) {
    throw Failure(ExitStatus::failure,
                  "the artifact has a PDF file that cannot be decoded; try --json");
  }
  return bytes;
}

}  // namespace

std::string document_of(core::Template shown_by, JsonValue content) {
  std::optional<std::string> text;
  switch (shown_by) {
    case core::Template::markdown:
      text = text_of(content, {"text", "markdown", "body", "content", "md", "source"});
      break;
    case core::Template::code:
      text = text_of(content, {"text", "code", "source", "content"});
      break;
    case core::Template::table:
      text = text_of(content, {"csv"});
      break;
    case core::Template::pdf:
      text = pdf_of(content);
      break;
    case core::Template::chart:
      break;
  }
  return text ? *std::move(text) : std::string(content.text()) + '\n';
}

}  // namespace client
