#include "templates/differences/difference.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>
#include <vector>

#include "core/cpu_limit.h"
#include "core/text/csv.h"
#include "core/text/text.h"
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

// Longer ones are compared by size: sparse tables have CSV far larger than their JSON.
constexpr std::size_t kLargestCsv = std::size_t{16} << 20;

// What is compared of a model.
struct ComparedText {
  std::string text;
  std::optional<core::Csv> rows = {};  // those of the text, if it is CSV
  std::vector<std::string> keys = {};  // of their columns; may be fewer
};

// Nothing for a file, and rows that cannot be written.
std::optional<ComparedText> compared_text(const TemplateDefinition& definition,
                                          const Model& model) {
  if (definition.has_form(Form::raw_csv)) {
    auto csv = model.form(Form::raw_csv);
    // A first line says what separates the fields, so that no value decides it.
    auto rows = core::Csv::parse("sep=,\n" + csv.value_or(""));
    if (!csv || !rows) return std::nullopt;
    return ComparedText{*std::move(csv), *std::move(rows), model.keys_of_columns()};
  }
  const auto text = model.text();
  return text ? std::optional(ComparedText{text->string()}) : std::nullopt;
}

// The columns of two versions.
class Columns {
 public:
  Columns(const ComparedText& from, const ComparedText& to)
      : from_(*from.rows), to_(*to.rows), partners_(count_in(from_)), is_shared_(count_in(to_)) {
    match([&](std::size_t i) { return i < from.keys.size() ? from.keys[i] : std::string(); },
          [&](std::size_t i) { return i < to.keys.size() ? to.keys[i] : std::string(); });
    match([&](std::size_t i) { return std::string(from_.field(0, i)); },
          [&](std::size_t i) { return std::string(to_.field(0, i)); });
  }

  // Of the columns from that at `first` on.
  ColumnsDifference difference(std::size_t first) const {
    ColumnsDifference found;
    std::vector<std::size_t> places;  // in `to`
    for (std::size_t i = first; i < partners_.size(); ++i) {
      if (partners_[i])
        places.push_back(*partners_[i]);
      else
        found.removed.push_back(shown(from_.field(0, i)));
    }
    for (std::size_t i = 0; i < is_shared_.size(); ++i)
      if (!is_shared_[i]) found.added.push_back(shown(to_.field(0, i)));
    if (std::is_sorted(places.begin(), places.end())) return found;
    for (std::size_t i = first; i < partners_.size(); ++i)
      if (partners_[i]) found.moved_from.push_back(shown(from_.field(0, i)));
    std::sort(places.begin(), places.end());
    for (const std::size_t place : places) found.moved_to.push_back(shown(to_.field(0, place)));
    return found;
  }

  // Whether the rows lack columns that only one version has.
  bool leaves_out() const {
    const auto is_there = [](const auto& column) { return static_cast<bool>(column); };
    const auto shared =
        static_cast<std::size_t>(std::count_if(partners_.begin(), partners_.end(), is_there));
    return shared > 0 && (shared < partners_.size() || shared < is_shared_.size());
  }

  // The rows, with the columns of both versions in the order of the earlier one. All columns where
  // the versions have none in common.
  core::TextDifference rows() const {
    std::vector<std::size_t> from_places;
    std::vector<std::size_t> to_places;
    for (std::size_t i = 0; i < partners_.size(); ++i) {
      if (!partners_[i]) continue;
      from_places.push_back(i);
      to_places.push_back(*partners_[i]);
    }
    if (from_places.empty()) {
      for (std::size_t i = 0; i < partners_.size(); ++i) from_places.push_back(i);
      for (std::size_t i = 0; i < is_shared_.size(); ++i) to_places.push_back(i);
    }
    return core::compare_texts(lines_of(from_, from_places), lines_of(to_, to_places));
  }

 private:
  static std::size_t count_in(const core::Csv& rows) {
    return rows.records() == 0 ? 0 : rows.fields(0);
  }
  static std::string shown(std::string_view heading) {
    constexpr std::size_t kLongest = 300;
    std::string name(core::whole_characters(heading, kLongest));
    return name.size() < heading.size() ? name + "…" : name;
  }

  // Makes columns that have no partner yet those of the same name; an empty name is none.
  template <typename NameInFrom, typename NameInTo>
  void match(const NameInFrom& name_in_from, const NameInTo& name_in_to) {
    std::multimap<std::string, std::size_t> left;
    for (std::size_t i = 0; i < is_shared_.size(); ++i)
      if (!is_shared_[i]) left.emplace(name_in_to(i), i);
    for (std::size_t i = 0; i < partners_.size(); ++i) {
      if (partners_[i]) continue;
      const std::string name = name_in_from(i);
      const auto found = left.find(name);
      if (name.empty() || found == left.end()) continue;
      partners_[i] = found->second;
      is_shared_[found->second] = true;
      left.erase(found);
    }
  }

  static std::string lines_of(const core::Csv& rows, const std::vector<std::size_t>& places) {
    core::CsvWriter writer(',', "\n");
    for (std::size_t record = 0; record < rows.records(); ++record) {
      core::CpuLimit::check();
      for (const std::size_t place : places)
        writer.add_field(place < rows.fields(record) ? rows.field(record, place)
                                                     : std::string_view());
      writer.end_record();
    }
    return std::move(writer).text();
  }

  const core::Csv& from_;
  const core::Csv& to_;
  std::vector<std::optional<std::size_t>> partners_;  // in `to`, of the columns of `from`
  std::vector<bool> is_shared_;                       // of the columns of `to`
};

// The settings of the model, and the members of the content in addition to what it shows. Lists and
// objects beside rows may be columns.
std::string settings_of(const TemplateDefinition& definition, const Model& model) {
  const bool has_rows = definition.has_form(Form::raw_csv);
  std::string lines = model.settings();
  if (definition.sources.empty()) return lines;
  for (const JsonValue& member : model.content()) {
    const bool is_source =
        std::any_of(definition.sources.begin(), definition.sources.end(),
                    [&](const Source& source) { return member.is_named(source.name); });
    const bool is_group = member.is(core::JsonType::array) || member.is(core::JsonType::object);
    if (is_source || (has_rows && is_group)) continue;
    lines += member.name() + ": ";
    // An empty text is a value, too.
    lines += member.is(core::JsonType::string) && member.text() != "\"\""
                 ? member.string()
                 : std::string(member.text());
    lines += '\n';
  }
  return lines;
}

// Nothing if the text of one of them cannot be written.
std::optional<ContentDifference> compare_models(const TemplateDefinition& definition,
                                                const Model& from, const Model& to) {
  ContentDifference compared;
  compared.settings =
      core::compare_texts(settings_of(definition, from), settings_of(definition, to));
  const auto before = compared_text(definition, from);
  const auto after = compared_text(definition, to);
  if (definition.has_form(Form::raw_csv)) {
    if (!before || !after) return std::nullopt;
    if (std::max(before->text.size(), after->text.size()) > kLargestCsv) return compared;
    const Columns columns(*before, *after);
    const bool is_chart = definition.id == core::Template::chart;
    compared.kind = is_chart ? DifferenceKind::chart : DifferenceKind::table;
    // The labels of a chart come before its series.
    compared.columns = columns.difference(is_chart && !before->keys.empty() ? 1 : 0);
    compared.leaves_columns_out = columns.leaves_out();
    compared.text = columns.rows();
    return compared;
  }
  if (before && after) {
    compared.kind = DifferenceKind::text;
    compared.text = core::compare_texts(before->text, after->text);
  }
  const auto bytes_of = [](const std::optional<ComparedText>& text, const Model& model) {
    return text ? std::optional(text->text.size()) : model.file_bytes();
  };
  compared.from_bytes = bytes_of(before, from);
  compared.to_bytes = bytes_of(after, to);
  if (!compared.from_bytes && !compared.to_bytes) return std::nullopt;
  return compared;
}

bool has_no_difference(const ContentDifference& compared) {
  return compared.kind != DifferenceKind::size &&
         (!compared.text || !compared.text->has_difference()) &&
         (!compared.columns || compared.columns->is_empty()) && !compared.settings.has_difference();
}

bool is_same_page(const Model& from, const Model& to) {
  const RenderedContent before = from.page({});
  const RenderedContent after = to.page({});
  return before.leading_heading.str() == after.leading_heading.str() &&
         before.html.str() == after.html.str();
}

ContentDifference compare_contents(const TemplateDefinition& definition, JsonValue from,
                                   JsonValue to) {
  const auto before = definition.read(from);
  const auto after = definition.read(to);
  if (before && after && before->model && after->model) {
    auto compared = compare_models(definition, *before->model, *after->model);
    if (compared && (!has_no_difference(*compared) || from.text() == to.text() ||
                     is_same_page(*before->model, *after->model)))
      return *std::move(compared);
  }
  // What the template does not show, or not as text, such as the order of records.
  return {.kind = DifferenceKind::json,
          .text = core::compare_texts(lines_of_json(from.text()), lines_of_json(to.text()))};
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

}  // namespace

bool Difference::is_complete() const {
  if (is_content_same) return true;
  return content.kind != DifferenceKind::size && !content.leaves_columns_out &&
         is_complete_text(content.settings) && (!content.text || is_complete_text(*content.text));
}

std::string lines_of_json(std::string_view json) {
  constexpr std::size_t kLargest = std::size_t{256} << 10;
  return json.size() > kLargest ? std::string(json) : html::readable_json(json);
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
