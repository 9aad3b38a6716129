#include "templates/code/code_content.h"

#include <algorithm>
#include <string_view>

#include "core/input/content_reader.h"
#include "core/text/ascii.h"
#include "core/text/markdown_writer.h"
#include "core/text/utf8.h"
#include "templates/file_name.h"

namespace templates {
namespace {

using core::JsonType;
using core::JsonValue;

constexpr std::size_t kLongestFileName = 120;
constexpr std::size_t kLongestLanguage = 40;

// "C++" as "c++"; empty if it cannot be the name of a language.
std::string language_named(std::string_view name) {
  if (name.size() > kLongestLanguage) return {};
  std::string language = core::in_lower_case(name);
  const bool is_name = std::all_of(language.begin(), language.end(), [](char c) {
    return core::is_letter_or_digit(c) ||
           std::string_view("+#-._").find(c) != std::string_view::npos;
  });
  return is_name ? language : std::string();
}

std::string_view extension_of(std::string_view filename) {
  const std::size_t dot = filename.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : filename.substr(dot + 1);
}

std::string safe_name(std::string_view filename) {
  const std::string bare = bare_file_name(filename);
  std::string_view name = core::first_code_points(bare, kLongestFileName);
  while (name.starts_with(' ')) name.remove_prefix(1);
  while (name.ends_with(' ') || name.ends_with('.')) name.remove_suffix(1);
  return std::string(name);
}

}  // namespace

core::Result<std::optional<Code>> read_code(JsonValue content) {
  core::ContentReader fields;
  if (!content.is(JsonType::object)) fields.fail_type(content, "an object");
  const auto text = fields.find(content, {"text", "code", "source", "content"}, {JsonType::string});
  const auto language = fields.find(content, {"language", "lang"}, {JsonType::string});
  const auto filename = fields.find(content, {"filename", "file", "name"}, {JsonType::string});
  if (fields.error()) return *fields.error();
  if (!text) return std::optional<Code>();

  Code code{text->string(), {}, filename ? safe_name(filename->string()) : std::string()};
  if (language) code.language = language_named(language->string());
  if (code.language.empty()) code.language = language_named(extension_of(code.filename));
  return std::optional(std::move(code));
}

std::string text_of_code(const Code& code) { return code.text; }

std::string code_to_markdown(const Code& code) {
  return core::markdown_code_block(code.text, code.language);
}

}  // namespace templates
