// What cannot be derived from the registry of templates agrees with it.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "core/text/json.h"
#include "templates/registry.h"

namespace templates {
namespace {

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(std::filesystem::path(SOURCE_FOLDER) / path);
  EXPECT_TRUE(file) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// The list that the column's check allows after all migrations: 'markdown', 'chart', …
std::string templates_in_database() {
  std::set<std::filesystem::path> migrations;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(SOURCE_FOLDER) / "db" / "migrations"))
    migrations.insert(entry.path());
  std::string list;
  for (const auto& migration : migrations) {
    const std::string sql = read_file(migration);
    constexpr std::string_view kArray = "return array[";
    const std::size_t function = sql.rfind("function every_template() ");
    if (function == std::string::npos) continue;
    const std::size_t begin = sql.find(kArray, function) + kArray.size();
    list = sql.substr(begin, sql.find(']', begin) - begin);
  }
  return list;
}

core::JsonValue member_at(core::JsonValue value, std::initializer_list<std::string_view> path) {
  for (const std::string_view name : path) {
    const auto member = value.find(name);
    if (!member) throw std::runtime_error("the API's description has no " + std::string(name));
    value = *member;
  }
  return value;
}

TEST(TemplateRegistry, HasEachTemplateInOrderWithItsNames) {
  std::set<std::string_view> labels;
  for (const auto& [name, id] : core::kTemplates) {
    const TemplateDefinition& definition = definition_of(id);
    EXPECT_EQ(definition.id, id) << name;
    EXPECT_TRUE(labels.insert(definition.label).second) << name;
    EXPECT_FALSE(definition.plural.empty()) << name;
  }
}

TEST(TemplateRegistry, IsWhatTheDatabaseAllows) {
  EXPECT_EQ(templates_in_database(), "'" + core::template_names("', '") + "'");
}

TEST(TemplateRegistry, IsWhatTheApiDescriptionEnumerates) {
  static constexpr std::string_view kParts[] = {
#include "pages/openapi_document.inc"
  };
  std::string text;
  for (const std::string_view& part : kParts) text += part;  // without the base URL between them
  const auto document = core::JsonTree::parse(text);
  ASSERT_TRUE(document);
  std::string names;
  for (const core::JsonValue& name :
       member_at(document->root(), {"components", "schemas", "Template", "enum"})) {
    if (!names.empty()) names += ", ";
    names += name.string();
  }
  EXPECT_EQ(names, core::template_names(", "));
  for (const auto& [schema, choice] :
       {std::pair("Content", "anyOf"), std::pair("TemplateContent", "oneOf")}) {
    const core::JsonValue contents =
        member_at(document->root(), {"components", "schemas", schema, choice});
    EXPECT_EQ(static_cast<std::size_t>(std::distance(contents.begin(), contents.end())),
              core::kTemplates.size())
        << schema;
  }
}

TEST(TemplateRegistry, HasTheFormsThatTheApiDescriptionDocumentsAndNginxCompresses) {
  static constexpr std::string_view kParts[] = {
#include "pages/openapi_document.inc"
  };
  std::string text;
  for (const std::string_view& part : kParts) text += part;  // without the base URL between them
  const auto document = core::JsonTree::parse(text);
  ASSERT_TRUE(document);
  const core::JsonValue forms = member_at(
      document->root(), {"paths", "/a/{artifact_id}", "get", "responses", "200", "content"});
  std::set<std::string> documented;
  for (const core::JsonValue& form : forms) documented.insert(form.name());
  std::set<std::string> offered{"text/html", "application/json", "image/*"};
  const std::string nginx = read_file("nginx/artifact-share.conf.in");
  const std::size_t begin = nginx.find("gzip_types ");
  ASSERT_NE(begin, std::string::npos);
  const std::string compressed = nginx.substr(begin, nginx.find(';', begin) - begin) + " ";
  for (const TemplateDefinition* definition : all_templates()) {
    for (const Form form : kForms) {
      if (!definition->has_form(form)) continue;
      const std::string type(media_type_of(form));
      offered.insert(type);
      EXPECT_NE(compressed.find(" " + type + " "), std::string::npos) << type;
    }
  }
  EXPECT_EQ(documented, offered);
}

}  // namespace
}  // namespace templates
