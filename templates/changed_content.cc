#include "templates/changed_content.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

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

// Line breaks: LF, or CR LF as Windows writes them.
enum class LineBreaks : std::uint8_t { none, lf, crlf, mixed };

LineBreaks line_breaks_in(std::string_view text) {
  LineBreaks found = LineBreaks::none;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos;
       end = text.find('\n', end + 1)) {
    const std::string_view line = text.substr(0, end);
    const LineBreaks one = line.ends_with("\r\r") ? LineBreaks::mixed
                           : line.ends_with('\r') ? LineBreaks::crlf
                                                  : LineBreaks::lf;
    if (found == LineBreaks::none) found = one;
    if (found != one) return LineBreaks::mixed;
  }
  return found;
}

// With all line breaks as LF, or as CR LF. Other CRs stay.
std::string with_lf(std::string_view text) {
  std::string converted;
  converted.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\r' || text.substr(i + 1, 1) != "\n") converted += text[i];
  return converted;
}

std::string with_crlf(std::string_view text) {
  std::string converted;
  converted.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' && (i == 0 || text[i - 1] != '\r')) converted += '\r';
    converted += text[i];
  }
  return converted;
}

// The addition with the line breaks of the text, so that it begins a line, as a line of a log, a
// heading or a line of code does.
std::string continued(std::string_view text, const std::string& added) {
  const auto is_line_end = [](char c) { return c == '\n' || c == '\r'; };
  const bool begins_line = text.empty() || is_line_end(text.back()) || is_line_end(added.front());
  const std::string addition = begins_line ? added : '\n' + added;
  return line_breaks_in(text) == LineBreaks::crlf ? with_crlf(addition) : addition;
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
  core::append_to_string(splices, *text, continued(text->exact_string(), added->text));
  return GrownContent{splices.applied(), core::count_code_points(added->text)};
}

// Models and scripts write LF. So passages are found where only line breaks differ, and what
// replaces them gets those of the text. A text that has both keeps them, and is searched as it is.
core::Result<std::string> edit_whatever_line_breaks(std::string text,
                                                    std::span<const core::TextEdit> edits) {
  const LineBreaks breaks = line_breaks_in(text);
  if (breaks == LineBreaks::mixed) return core::edit_text(std::move(text), edits);
  std::vector<core::TextEdit> converted(edits.begin(), edits.end());
  for (core::TextEdit& edit : converted) {
    edit.find = with_lf(edit.find);
    edit.replace = with_lf(edit.replace);
  }
  if (breaks != LineBreaks::crlf) return core::edit_text(std::move(text), converted);
  auto edited = core::edit_text(with_lf(text), converted);
  return edited ? with_crlf(*edited) : edited;
}

}  // namespace

core::Result<std::string> with_edits(core::Template id, JsonValue content,
                                     std::span<const core::TextEdit> edits) {
  const auto text = text_in(definition_of(id), content);
  if (!text)
    return Error{ErrorCode::edit_not_found,
                 "change texts, and this content has none; " + way_without_edits(id), "edits"};
  auto edited = edit_whatever_line_breaks(text->exact_string(), edits);
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
