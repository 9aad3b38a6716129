#include "templates/differences/difference.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include "core/cpu_limit.h"
#include "html/readable.h"
#include "templates/registry.h"

namespace templates {
namespace {

using core::JsonValue;

// Far more than two books take.
constexpr std::chrono::seconds kLongestComparison{2};

std::optional<TextChange> change_of(const std::optional<std::string>& from,
                                    const std::optional<std::string>& to) {
  return from == to ? std::nullopt : std::optional(TextChange{from, to});
}

// Compares contents of a template whose plain text is its source.
std::optional<ContentDifference> compare_plain_texts(const TemplateDefinition& definition,
                                                     JsonValue from, JsonValue to) {
  const auto text_of = [&](JsonValue content) {
    const auto reading = definition.read(content);
    return reading && reading->model ? reading->model->form(Form::plain_text) : std::nullopt;
  };
  const auto from_text = text_of(from);
  const auto to_text = text_of(to);
  if (!from_text || !to_text) return std::nullopt;
  ContentDifference compared{.kind = DifferenceKind::text,
                             .text = core::compare_texts(*from_text, *to_text),
                             .from_bytes = from_text->size(),
                             .to_bytes = to_text->size()};
  std::vector<std::string_view> sources;
  for (const Source& source : definition.sources) sources.push_back(source.name);
  compared.settings.compare_members(from, to, sources);
  return compared;
}

// The size that no template shows. Beyond this, readable_json() may cut the text.
constexpr std::size_t kLargestReadable = std::size_t{256} << 10;

std::string json_to_compare(JsonValue content) {
  const std::string_view text = content.text();
  return text.size() > kLargestReadable ? std::string(text) : html::readable_json(text);
}

bool has_no_difference(const ContentDifference& compared) {
  const auto& text = compared.text;
  const auto& table = compared.table;
  const bool is_same_text =
      !text || (text->is_compared && !text->is_in_line_ends && text->hunks.empty());
  const bool is_same_table =
      !table || (table->is_compared && !table->moved_columns && table->added_columns.empty() &&
                 table->removed_columns.empty() && table->renamed_columns.empty() &&
                 table->added + table->removed + table->changed + table->moved == 0);
  return compared.kind != DifferenceKind::size && is_same_text && is_same_table &&
         compared.settings.shown().empty();
}

bool is_same_page(const TemplateDefinition& definition, JsonValue from, JsonValue to) {
  const auto page_of = [&](JsonValue content) {
    const auto reading = definition.read(content);
    return reading && reading->model ? std::optional(reading->model->page({})) : std::nullopt;
  };
  const auto before = page_of(from);
  const auto after = page_of(to);
  if (!before || !after) return !before && !after;
  return before->leading_heading.str() == after->leading_heading.str() &&
         before->html.str() == after->html.str();
}

ContentDifference compare_contents(const TemplateDefinition& definition, JsonValue from,
                                   JsonValue to) {
  auto compared = definition.compare != nullptr ? definition.compare(from, to)
                                                : compare_plain_texts(definition, from, to);
  const bool is_told = compared && (!has_no_difference(*compared) || from.text() == to.text() ||
                                    is_same_page(definition, from, to));
  if (is_told) return *std::move(compared);
  // Differences that the template does not compare, such as the order of what it shows.
  return {.kind = DifferenceKind::json,
          .text = core::compare_texts(json_to_compare(from), json_to_compare(to))};
}

bool is_complete_text(const core::TextDifference& text) {
  const auto is_whole = [](const core::DifferingLine& line) {
    return line.omitted_bytes == 0 && line.omitted_lines == 0;
  };
  return text.is_compared && text.omitted.hunks == 0 &&
         std::all_of(text.hunks.begin(), text.hunks.end(), [&](const core::Hunk& hunk) {
           return std::all_of(hunk.lines.begin(), hunk.lines.end(), is_whole);
         });
}

bool is_complete_table(const GridDifference& table) {
  return table.is_compared && table.omitted_rows == 0 &&
         std::all_of(table.rows.begin(), table.rows.end(),
                     [](const RowDifference& row) { return row.omitted_cells == 0; });
}

}  // namespace

bool Difference::is_complete() const {
  if (is_content_same) return true;
  return content.kind != DifferenceKind::size && content.settings.omitted() == 0 &&
         (!content.text || is_complete_text(*content.text)) &&
         (!content.table || is_complete_table(*content.table));
}

Difference difference(core::Template id, const Compared& from, const Compared& to) {
  Difference result{.title = change_of(from.title, to.title),
                    .description = change_of(from.description, to.description),
                    .is_content_same = from.content.text() == to.content.text(),
                    .content = {},
                    .from_bytes = from.content.text().size(),
                    .to_bytes = to.content.text().size()};
  const core::CpuLimit limit(kLongestComparison, core::CpuLimit::Caller::is_watched);
  try {
    result.content = compare_contents(definition_of(id), from.content.root(), to.content.root());
  } catch (const core::CpuLimit::UsedUp&) {
    result.content = {};
  }
  result.from_bytes = result.content.from_bytes.value_or(result.from_bytes);
  result.to_bytes = result.content.to_bytes.value_or(result.to_bytes);
  return result;
}

}  // namespace templates
