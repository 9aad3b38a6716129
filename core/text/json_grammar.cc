#include "core/text/json_grammar.h"

#include <array>
#include <cstdint>
#include <cstring>

#include "core/text/json.h"
#include "core/text/text.h"

namespace core {
namespace {

// Whether decoded text holds a surrogate, which RapidJSON lets through where a low one stands
// alone.
bool has_lone_surrogate(std::string_view text) {
  for (std::size_t at = text.find('\xed'); at != std::string_view::npos;
       at = text.find('\xed', at + 1)) {
    if (at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) >= 0xa0) return true;
  }
  return false;
}

// Words that programs write although they are not JSON, and their equivalents in JSON.
struct Mistake {
  std::string_view text;
  std::string_view advice;
};
constexpr std::string_view kNotANumber = "JSON has no NaN or Infinity: send null";
constexpr std::string_view kLowerCase = "JSON has null, true and false, in lower case";
constexpr std::array kMistakes{
    Mistake{"NaN", kNotANumber},
    Mistake{"Infinity", kNotANumber},
    Mistake{"None", kLowerCase},
    Mistake{"True", kLowerCase},
    Mistake{"False", kLowerCase},
    Mistake{"undefined", "JSON has no undefined: send null, or leave the member out"},
    Mistake{"'", "JSON has strings in double quotes"},
};

// Empty if there is none for what is at `offset`.
std::string_view advice_at(std::string_view text, std::size_t offset) {
  const std::string_view rest = text.substr(offset);
  for (const Mistake& mistake : kMistakes)
    if (rest.starts_with(mistake.text)) return mistake.advice;
  const bool is_end = rest.starts_with(']') || rest.starts_with('}');
  if (is_end && trim(text.substr(0, offset)).ends_with(','))
    return "there is a comma before the end of an array or object";
  return {};
}

}  // namespace

bool GrammarHandler::refuse(std::string why) {
  problem_ = std::move(why);
  return false;
}

bool GrammarHandler::acceptable(std::string_view decoded) {
  if (decoded.find('\0') != std::string_view::npos)
    return refuse("NUL characters (\\u0000) are not allowed");
  if (has_lone_surrogate(decoded)) return refuse("a \\u escape is half of a surrogate pair");
  return true;
}

std::string too_deep() {
  return "values are nested more than " + std::to_string(JsonTree::kMaximumDepth) + " levels deep";
}

Error invalid_json(std::string_view reason) {
  return {ErrorCode::invalid_json, std::string(kInvalidJson) + std::string(reason)};
}

Error invalid_json_at(std::string_view text, std::size_t offset, std::string_view reason) {
  Error error = invalid_json(reason);
  error.line = line_at(text, offset);
  return error;
}

Error syntax_error(std::string_view text, const rapidjson::ParseResult& parsed) {
  std::string reason(rapidjson::GetParseError_En(parsed.Code()));
  reason += " (at byte " + std::to_string(parsed.Offset()) + ")";
  // The parser stops at the mistake, or after its first character.
  for (const std::size_t back : {0U, 1U}) {
    if (parsed.Offset() < back || parsed.Offset() - back > text.size()) continue;
    const std::string_view advice = advice_at(text, parsed.Offset() - back);
    if (advice.empty()) continue;
    reason.append("; ").append(advice);
    break;
  }
  return invalid_json_at(text, parsed.Offset(), reason);
}

namespace {

// A byte in each of the eight places of a word.
constexpr std::uint64_t in_each_place(unsigned char byte) {
  return std::uint64_t{0x0101010101010101} * byte;
}

// Whether one of the eight bytes is less than `limit`, which is at most 128.
constexpr bool has_less(std::uint64_t bytes, unsigned char limit) {
  return ((bytes - in_each_place(limit)) & ~bytes & in_each_place(0x80)) != 0;
}

constexpr bool has(std::uint64_t bytes, unsigned char byte) {
  return has_less(bytes ^ in_each_place(byte), 1);
}

constexpr unsigned char kFirstPrintable = 0x20;

}  // namespace

std::size_t unescaped_length(std::string_view text) {
  std::size_t at = 0;
  for (std::uint64_t bytes = 0; at + sizeof(bytes) <= text.size(); at += sizeof(bytes)) {
    std::memcpy(&bytes, text.data() + at, sizeof(bytes));
    if (has_less(bytes, kFirstPrintable) || has(bytes, '"') || has(bytes, '\\')) break;
  }
  while (at < text.size()) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < kFirstPrintable || byte == '"' || byte == '\\') break;
    ++at;
  }
  return at;
}

}  // namespace core
