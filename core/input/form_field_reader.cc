#include "core/input/form_field_reader.h"

#include "core/json/json_object.h"

namespace core {

std::optional<bool> FormFieldReader::boolean(std::string_view name) {
  return word(name) ? std::optional(true) : std::nullopt;
}

std::optional<std::string> FormFieldReader::object(std::string_view name, ErrorCode wrong_type) {
  auto text = word(name);
  if (text && !JsonObject::parse(*text)) fail(wrong_type, name, "must be a JSON object");
  return text;
}

std::optional<std::string> FormFieldReader::string(std::string_view name) {
  auto text = word(name);
  // Browsers send a line's end as CR LF.
  if (text) std::erase(*text, '\r');
  return text;
}

std::optional<std::string> FormFieldReader::word(std::string_view name) const {
  const auto field = fields_.find(name);
  if (field == fields_.end() || field->second.empty()) return std::nullopt;
  return field->second;
}

}  // namespace core
