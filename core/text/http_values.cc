#include "core/text/http_values.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "core/text/text.h"

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

// Takes a quoted string, without its quotes. A backslash escapes a quote or a backslash; before
// anything else it is a character, as in the paths that some programs send.
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

// A position, capped at the largest that fits. Nothing if the text is not a number.
std::optional<std::size_t> parse_position(std::string_view text) {
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  std::size_t position = 0;
  const auto outcome = std::from_chars(text.data(), text.data() + text.size(), position);
  return outcome.ec == std::errc() ? position : std::numeric_limits<std::size_t>::max();
}

// The part after "bytes=", in any case; nothing for another unit.
std::optional<std::string_view> ranges_in(std::string_view header) {
  constexpr std::string_view kUnit = "bytes=";
  if (!starts_with_ignoring_case(header, kUnit)) return std::nullopt;
  return trim(header.substr(kUnit.size()));
}

bool is_of_tag(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte == 0x21 || (byte >= 0x23 && byte != 0x7f);
}

// Removes the entity tag that `list` begins with, and returns it; empty if there is none.
std::string_view take_tag(std::string_view& list) {
  const std::size_t quote = list.starts_with("W/") ? 2 : 0;
  if (list.substr(quote, 1) != "\"") return {};
  const auto* const end = std::find_if_not(list.begin() + quote + 1, list.end(), is_of_tag);
  if (end == list.end() || *end != '"') return {};
  const std::string_view tag(list.begin(), end + 1);
  list.remove_prefix(tag.size());
  return tag;
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
  // "utf8" is not a registered name, but many send it.
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

RangeRequest RangeRequest::parse(std::string_view header) {
  const auto range = ranges_in(header);
  if (!range) return {};
  const std::size_t dash = range->find('-');
  if (dash == std::string_view::npos) return {};
  const std::string_view before = range->substr(0, dash);
  const std::string_view behind = range->substr(dash + 1);

  RangeRequest request;
  request.first_ = parse_position(before);
  request.last_ = parse_position(behind);
  const bool is_malformed = (!before.empty() && !request.first_) ||
                            (!behind.empty() && !request.last_) ||
                            (request.first_ && request.last_ && *request.last_ < *request.first_);
  return is_malformed ? RangeRequest() : request;
}

FilePart RangeRequest::of(std::size_t size) const {
  if (!first_ && !last_) return WholeFile{};
  if (!first_) {
    if (*last_ == 0 || size == 0) return UnsatisfiableRange{};
    return ByteRange{size - std::min(*last_, size), size - 1};
  }
  if (*first_ >= size) return UnsatisfiableRange{};
  return ByteRange{*first_, std::min(last_.value_or(size - 1), size - 1)};
}

EntityTags EntityTags::parse(std::string_view list) {
  EntityTags tags;
  while (!list.empty()) {
    const std::string_view entry = take_until(list, ',');
    if (entry == "*")
      tags.any_ = true;
    else
      tags.tags_.emplace_back(entry);
  }
  return tags;
}

std::optional<EntityTags> EntityTags::parse_strictly(std::string_view list) {
  EntityTags tags;
  tags.any_ = trim(list) == "*";
  if (tags.any_) return tags;
  // A list may have empty elements (RFC 9110, 5.6.1).
  constexpr std::string_view kSeparators = ", \t";
  for (list = trim(list, kSeparators); !list.empty(); list = trim(list, kSeparators)) {
    const std::string_view tag = take_tag(list);
    if (tag.empty()) return std::nullopt;
    tags.tags_.emplace_back(tag);
    const std::string_view rest = trim(list);
    if (!rest.empty() && rest.front() != ',') return std::nullopt;
  }
  if (tags.tags_.empty()) return std::nullopt;
  return tags;
}

bool EntityTags::match_strongly(std::string_view tag) const {
  return any_ || std::find(tags_.begin(), tags_.end(), tag) != tags_.end();
}

bool EntityTags::match_weakly(std::string_view tag) const {
  return match_strongly(tag) || match_strongly("W/" + std::string(tag));
}

}  // namespace core
