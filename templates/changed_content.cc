#include "templates/changed_content.h"

#include <cstdint>
#include <memory>
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
using core::JsonValue;

// The model of the content; null if its page shows it as JSON.
std::unique_ptr<const Model> model_of(core::Template id, JsonValue content) {
  auto reading = definition_of(id).read(content);
  return reading ? std::move(reading->model) : nullptr;
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
  const auto model = model_of(id, content);
  const auto text = model ? model->text() : std::nullopt;
  if (!text)
    return Error{ErrorCode::edit_not_found,
                 "change texts, and this content has none; " + way_without_edits(id), "edits"};
  auto edited = edit_whatever_line_breaks(text->exact_string(), edits);
  if (!edited) return edited.error();
  core::Splices splices(content.text());
  splices.replace(text->text(), core::string_in_json(*edited));
  return splices.applied();
}

core::Result<GrownContent> with_addition(core::Template id, JsonValue content,
                                         const Addition& addition) {
  const auto model = model_of(id, content);
  if (!model)
    return append_unsupported(
        "cannot add to this content, which its page shows as JSON; replace it as a whole");
  return model->grown(addition);
}

GrownContent with_added_text(JsonValue content, JsonValue text, const AddedText& addition) {
  core::Splices splices(content.text());
  core::append_to_string(splices, text, continued(text.exact_string(), addition.text));
  return {splices.applied(), core::count_code_points(addition.text)};
}

}  // namespace templates
