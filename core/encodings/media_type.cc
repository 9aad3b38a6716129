#include "core/encodings/media_type.h"

#include <algorithm>

#include "core/text/ascii.h"
#include "core/text/split.h"

namespace core {
namespace {

constexpr std::string_view kBlanks = " \t";

bool is_token_character(char c) {
  return is_letter_or_digit(c) ||
         std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_token_character);
}

void skip_space(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
}

// Takes the longest token, which may be empty.
std::string_view take_token(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_token_character);
  const auto length = static_cast<std::size_t>(end - text.begin());
  const std::string_view token = text.substr(0, length);
  text.remove_prefix(length);
  return token;
}

// Takes a quoted string, without its quotes. A backslash stands before a quote or a backslash;
// before anything else it is one itself, as in the paths that some programs send.
std::optional<std::string> take_quoted(std::string_view& text) {
  std::string value;
  for (std::size_t i = 1; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"') {
      text.remove_prefix(i + 1);
      return value;
    }
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '\\' && (next == '"' || next == '\\')) {
      c = next;
      ++i;
    }
    value += c;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::map<std::string, std::string, std::less<>>> parse_parameters(
    std::string_view text) {
  std::map<std::string, std::string, std::less<>> parameters;
  for (;;) {
    skip_space(text);
    if (text.empty()) return parameters;
    if (text.front() == ';') {
      text.remove_prefix(1);
      continue;
    }
    std::string name = in_lower_case(take_token(text));
    if (name.empty() || !text.starts_with('=')) return std::nullopt;
    text.remove_prefix(1);
    std::optional<std::string> value =
        text.starts_with('"') ? take_quoted(text) : std::optional(std::string(take_token(text)));
    if (!value) return std::nullopt;
    parameters.emplace(std::move(name), *std::move(value));
    skip_space(text);
    if (!text.empty() && text.front() != ';') return std::nullopt;
  }
}

Error not_utf8() {
  return {ErrorCode::unsupported_media_type,
          "text and JSON must be in UTF-8; the charset of their Content-Type can only be utf-8"};
}

std::string_view MediaType::parameter(std::string_view name) const {
  const auto found = parameters.find(name);
  return found == parameters.end() ? std::string_view() : std::string_view(found->second);
}

bool MediaType::has_other_charset() const {
  const std::string charset = in_lower_case(parameter("charset"));
  // Without the hyphen it is no registered name, but many send it.
  return !charset.empty() && charset != "utf-8" && charset != "utf8";
}

std::optional<MediaType> MediaType::parse(std::string_view text) {
  const std::size_t end = std::min(text.find(';'), text.size());
  const std::string_view type = trim(text.substr(0, end), kBlanks);
  const std::size_t slash = type.find('/');
  if (slash == std::string_view::npos || !is_token(type.substr(0, slash)) ||
      !is_token(type.substr(slash + 1)))
    return std::nullopt;
  return MediaType{in_lower_case(type),
                   parse_parameters(text.substr(end))
                       .value_or(std::map<std::string, std::string, std::less<>>())};
}

}  // namespace core
