#include "core/link_fields.h"

#include "core/text/json_writer.h"

namespace core {
namespace {

void write_option(JsonWriter& json, std::string_view name, bool value) { json.member(name, value); }

template <typename Enum>
requires std::is_enum_v<Enum>
void write_option(JsonWriter& json, std::string_view name, Enum value) {
  json.member(name, word_of(value));
}

void write_option(JsonWriter& json, std::string_view name,
                  const std::optional<VersionNumber>& value) {
  if (value) {
    json.member(name, value->value());
  } else {
    json.member(name, "latest");
  }
}

void write_option(JsonWriter& json, std::string_view name,
                  const std::optional<DisplayName>& value) {
  if (value) json.member(name, value->text());
}

void write_option(JsonWriter& json, std::string_view name, const std::optional<int>& value) {
  if (value) json.member(name, *value);
}

template <typename Value>
void write_option(JsonWriter& json, std::string_view name, const std::optional<Value>& value) {
  if (value) write_option(json, name, *value);
}

}  // namespace

void write_link_options(JsonWriter& json, const LinkOptions& options) {
  for_each_link_field(
      [&](const auto& field) { write_option(json, field.name, options.*field.member); });
}

}  // namespace core
