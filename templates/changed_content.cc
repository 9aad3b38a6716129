#include "templates/changed_content.h"

#include <optional>
#include <utility>

#include "core/text/json_edits.h"
#include "core/text/json_writer.h"
#include "core/text/text.h"
#include "templates/registry.h"

namespace templates {
namespace {

using core::Error;
using core::ErrorCode;
using core::JsonType;
using core::JsonValue;

// The text that the page shows; nothing for a file, or content without a text.
std::optional<JsonValue> text_in(const TemplateDefinition& definition, JsonValue content) {
  for (const Source& source : definition.sources) {
    const auto member = content.find(source.name);
    if (!member) continue;
    if (!source.is_text && (member->is(JsonType::array) || member->is(JsonType::object)))
      return std::nullopt;
    if (source.is_text && member->is(JsonType::string))
      return source.is_file ? std::nullopt : member;
  }
  return std::nullopt;
}

// How content without a text can be changed.
std::string way_without_edits(core::Template id) {
  const std::string_view path = id == core::Template::table   ? "/rows/0/1"
                                : id == core::Template::chart ? "/data/datasets/0/data/0"
                                                              : "";
  if (path.empty()) return "replace it as a whole";
  return R"(change its values with set, such as {"set": [{"op": "replace", "path": ")" +
         std::string(path) + R"(", "value": 3}]})";
}

core::Result<GrownContent> with_text(const TemplateDefinition& definition, JsonValue content,
                                     const Addition& addition) {
  const auto* const added = std::get_if<AddedText>(&addition);
  if (added == nullptr)
    return append_unsupported("must have text, as the artifact's template is \"" +
                              std::string(core::to_string(definition.id)) +
                              R"(", such as {"text": "…"})");
  const auto text = text_in(definition, content);
  if (!text)
    return append_unsupported(
        "cannot add to this content, which has no text; replace it as a whole");
  core::Splices splices(content.text());
  core::append_to_string(splices, *text, added->text);
  return GrownContent{splices.applied(), core::count_code_points(added->text)};
}

}  // namespace

core::Result<std::string> with_edits(core::Template id, JsonValue content,
                                     std::span<const core::TextEdit> edits) {
  const auto text = text_in(definition_of(id), content);
  if (!text)
    return Error{ErrorCode::edit_not_found,
                 "change texts, and this content has none; " + way_without_edits(id), "edits"};
  auto edited = core::edit_text(text->exact_string(), edits);
  if (!edited) return edited.error();
  core::JsonWriter json;
  json.value(*edited);
  core::Splices splices(content.text());
  splices.replace(text->text(), json.text());
  return splices.applied();
}

core::Result<GrownContent> with_addition(core::Template id, JsonValue content,
                                         const Addition& addition) {
  const TemplateDefinition& definition = definition_of(id);
  return definition.append == nullptr ? with_text(definition, content, addition)
                                      : definition.append(content, addition);
}

}  // namespace templates
