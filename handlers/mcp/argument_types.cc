#include "handlers/mcp/argument_types.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/artifact.h"
#include "core/text/json_writer.h"
#include "templates/registry.h"

namespace handlers::mcp {
namespace {

using core::FieldReader;
using core::JsonTree;
using core::JsonType;
using core::JsonValue;
using core::JsonWriter;

void write_content_schema(const Tool& tool, const templates::TemplateDefinition& definition,
                          JsonWriter& json) {
  if (tool.content == ContentArguments::by_schema) {
    json.raw(definition.content_schema);
    return;
  }
  json.begin_object().member("type", "object");
  json.member("description", "New content, such as " + std::string(definition.example));
  json.end_object();
}

// Without `oneOf` at the top level, which several clients refuse.
JsonTree written_schema(const Tool& tool) {
  JsonWriter json;
  json.begin_object();
  json.member("type", "object");
  json.key("properties").begin_object();
  if (tool.takes_content()) {
    for (const templates::TemplateDefinition* one : templates::all_templates()) {
      if (one->content_schema.empty()) continue;
      json.key(core::to_string(one->id));
      write_content_schema(tool, *one, json);
    }
  }
  for (const Argument& argument : tool.arguments) json.key(argument.name).raw(argument.schema);
  json.end_object();
  const bool has_required =
      std::any_of(tool.arguments.begin(), tool.arguments.end(),
                  [](const Argument& argument) { return argument.required == Required::yes; });
  if (has_required) {
    json.key("required").begin_array();
    for (const Argument& argument : tool.arguments)
      if (argument.required == Required::yes) json.value(argument.name);
    json.end_array();
  }
  json.member("additionalProperties", false);
  json.end_object();
  return *JsonTree::parse(json.text());
}

// Whether the array or string that is this member of the schema has the word.
bool names(JsonValue schema, std::string_view member, std::string_view word) {
  const auto value = schema.find(member);
  if (!value) return false;
  if (value->is(JsonType::string)) return value->string() == word;
  return std::any_of(value->begin(), value->end(),
                     [&](JsonValue element) { return element.string() == word; });
}

bool expects(JsonValue schema, JsonType type) {
  switch (type) {
    case JsonType::null:
      return names(schema, "type", "null");
    case JsonType::boolean:
      return names(schema, "type", "boolean");
    case JsonType::number:
      return names(schema, "type", "integer") || names(schema, "type", "number");
    case JsonType::string:
      return names(schema, "type", "string");
    case JsonType::array:
      return names(schema, "type", "array");
    case JsonType::object:
      return names(schema, "type", "object");
  }
  return false;
}

bool is_empty_string(JsonValue value) {
  return value.is(JsonType::string) && value.exact_string().empty();
}

enum class Protection : std::uint8_t { matters, does_not_matter };

// Whether a client has sent the member only because it sends all.
bool is_unused(JsonValue schema, JsonValue schema_of_object, const std::string& name,
               JsonValue value, Protection protection) {
  if (!schema.find("type")) return false;
  if (value.is(JsonType::null)) return !expects(schema, JsonType::null);
  if (!is_empty_string(value) || names(schema_of_object, "required", name)) return false;
  return protection == Protection::does_not_matter || !core::protects_link(name);
}

// The JSON that a string stands for.
std::optional<JsonTree> meant_by(JsonValue schema, JsonValue value) {
  if (!value.is(JsonType::string)) return std::nullopt;
  auto meant = JsonTree::parse(value.exact_string());
  if (!meant || !expects(schema, meant->root().type())) return std::nullopt;
  const bool is_number = meant->root().is(JsonType::number);
  if (expects(schema, JsonType::string) && !is_number) return std::nullopt;
  return *std::move(meant);
}

void write_by_schema(JsonValue schema, JsonValue value, JsonWriter& json) {
  if (const auto meant = meant_by(schema, value))
    return write_by_schema(schema, meant->root(), json);
  const auto properties = schema.find("properties");
  const auto items = schema.find("items");
  if (value.is(JsonType::object) && properties) {
    json.begin_object();
    for (const JsonValue& member : value) {
      const std::string name = member.name();
      const auto of_member = properties->find(name);
      if (of_member && is_unused(*of_member, schema, name, member, Protection::matters)) continue;
      json.key(name);
      if (of_member) {
        write_by_schema(*of_member, member, json);
      } else {
        json.raw(member.text());
      }
    }
    json.end_object();
  } else if (value.is(JsonType::array) && items) {
    json.begin_array();
    for (const JsonValue& element : value) write_by_schema(*items, element, json);
    json.end_array();
  } else {
    json.raw(value.text());
  }
}

}  // namespace

const JsonTree& input_schema_of(const Tool& tool) {
  static const std::map<std::string_view, JsonTree> kSchemas = [] {
    std::map<std::string_view, JsonTree> schemas;
    for (const Tool* one : all_tools()) schemas.emplace(one->name, written_schema(*one));
    return schemas;
  }();
  return kSchemas.at(tool.name);
}

void read_by_schema(const Tool& tool, FieldReader& arguments) {
  const JsonValue schema = input_schema_of(tool).root();
  const JsonValue properties = schema.find("properties").value();
  // What only reads publishes nothing.
  const Protection protection =
      tool.nature.is_read_only ? Protection::does_not_matter : Protection::matters;
  for (const JsonValue& member : arguments.members()) {
    const std::string name = member.name();
    const auto of_member = properties.find(name);
    if (!of_member) {
      if (member.is(JsonType::null)) arguments.replace(name, std::nullopt);
      continue;
    }
    if (is_unused(*of_member, schema, name, member, protection)) {
      arguments.replace(name, std::nullopt);
      continue;
    }
    if (tool.takes_content() && core::parse_template(name)) continue;
    JsonWriter json;
    write_by_schema(*of_member, member, json);
    if (json.text() == member.text()) continue;
    if (auto read = JsonTree::parse(json.text())) arguments.replace(name, *std::move(read));
  }
}

}  // namespace handlers::mcp
