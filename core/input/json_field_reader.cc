#include "core/input/json_field_reader.h"

#include <utility>

namespace core {

JsonFieldReader::JsonFieldReader(const JsonObject& object, BodyOf call) : object_(object) {
  MemberNameProblems problems = check_member_names(object, call);
  for (Error& error : problems.errors) fail(std::move(error));
  warnings_ = std::move(problems.warnings);
}

const JsonMember* JsonFieldReader::find(std::string_view name) const {
  const JsonMember* member = object_.find(name);
  return member == nullptr || member->type == JsonType::null ? nullptr : member;
}

const JsonMember* JsonFieldReader::find(std::string_view name, JsonType type) {
  const JsonMember* member = find(name);
  if (member == nullptr || member->type == type) return member;
  fail(ErrorCode::invalid_request, name,
       "must be " + std::string(to_string(type)) + ", not " + std::string(to_string(member->type)));
  return nullptr;
}

std::optional<std::string> JsonFieldReader::string(std::string_view name) {
  const JsonMember* member = find(name, JsonType::string);
  return member == nullptr ? std::nullopt : std::optional(member->string);
}

std::optional<std::string> JsonFieldReader::number(std::string_view name) {
  const JsonMember* member = find(name, JsonType::number);
  return member == nullptr ? std::nullopt : std::optional(std::string(member->text));
}

std::optional<std::string> JsonFieldReader::word(std::string_view name) const {
  const JsonMember* member = find(name);
  return member == nullptr ? std::nullopt : std::optional(member->string);
}

std::optional<bool> JsonFieldReader::boolean(std::string_view name) {
  const JsonMember* member = find(name, JsonType::boolean);
  if (member == nullptr) return std::nullopt;
  return member->text == "true";
}

std::optional<std::string> JsonFieldReader::object(std::string_view name, ErrorCode wrong_type) {
  const JsonMember* member = find(name);
  if (member == nullptr) return std::nullopt;
  if (member->type != JsonType::object) {
    fail(wrong_type, name, "must be a JSON object, not " + std::string(to_string(member->type)));
  }
  return std::string(member->text);
}

}  // namespace core
