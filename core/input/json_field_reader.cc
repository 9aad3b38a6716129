#include "core/input/json_field_reader.h"

#include "core/artifact/metadata.h"

namespace core {

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

Template JsonFieldReader::content_template(std::string_view name) {
  const JsonMember* member = find(name);
  if (member == nullptr) {
    fail(ErrorCode::invalid_request, name, "is required: one of markdown, chart, table, pdf");
    return {};
  }
  const std::optional<Template> known = parse_template(member->string);
  if (!known) {
    fail(ErrorCode::invalid_template, name,
         "must be one of \"markdown\", \"chart\", \"table\", \"pdf\"");
  }
  return known.value_or(Template{});
}

std::string JsonFieldReader::required_object(std::string_view name, ErrorCode wrong_type) {
  const JsonMember* member = find(name);
  if (member == nullptr) {
    fail(ErrorCode::invalid_request, name, "is required: a JSON object");
    return {};
  }
  if (member->type != JsonType::object) {
    fail(wrong_type, name, "must be a JSON object, not " + std::string(to_string(member->type)));
  }
  return std::string(member->text);
}

std::optional<std::string> JsonFieldReader::metadata(std::string_view name) {
  const JsonMember* member = find(name, JsonType::object);
  if (member == nullptr) return std::nullopt;
  if (const auto problem = check_metadata(name, member->text))
    fail(problem->code, problem->field, problem->message);
  return std::string(member->text);
}

}  // namespace core
