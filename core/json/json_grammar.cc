#include "core/json/json_grammar.h"

#include "core/json/json_object.h"

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
  return "values are nested more than " + std::to_string(JsonObject::kMaximumDepth) +
         " levels deep";
}

Error invalid_json(std::string_view reason) {
  return {ErrorCode::invalid_json, "invalid JSON: " + std::string(reason)};
}

}  // namespace core
