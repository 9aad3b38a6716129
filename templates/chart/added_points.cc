#include "templates/chart/added_points.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fields.h"
#include "core/text/json_edits.h"
#include "core/text/json_writer.h"
#include "core/text/text.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/reader/plotly.h"

namespace templates {
namespace {

using core::JsonType;
using core::JsonValue;
using core::Result;

using Names = std::initializer_list<std::string_view>;

std::string shown_label(JsonValue value) {
  return value.is(JsonType::null) ? std::string() : core::FieldReader::shown_text(value);
}

std::optional<JsonValue> list_in(JsonValue holder, Names names) {
  for (const std::string_view name : names)
    if (const auto value = holder.find(name); value && value->is(JsonType::array)) return value;
  return std::nullopt;
}

// The label of a dataset, or the name of a series; empty if it has none.
std::string name_of_dataset(JsonValue dataset) {
  for (const std::string_view name : {"label", "name"})
    if (const auto label = dataset.find(name);
        label && (label->is(JsonType::string) || label->is(JsonType::number)))
      return core::FieldReader::shown_text(*label);
  return {};
}

// The values of one dataset, and its own places on the horizontal axis, if it has any.
struct DatasetPlace {
  std::string label;
  JsonValue values;
  std::optional<JsonValue> places = {};
};

// Where the data of a chart are: datasets with labels, or records.
struct DataPlace {
  std::optional<JsonValue> labels = {};
  std::vector<DatasetPlace> datasets = {};
  std::optional<JsonValue> records = {};
};

std::optional<JsonValue> labels_in(JsonValue source, JsonValue holder) {
  for (const JsonValue& place : {holder, source})
    if (const auto labels = list_in(place, {"labels", "categories"})) return labels;
  for (const std::string_view name : {"xAxis", "xaxis", "yAxis", "yaxis"}) {
    auto axis = source.find(name);
    if (axis && axis->is(JsonType::array) && axis->begin() != axis->end()) axis = *axis->begin();
    if (!axis) continue;
    if (const auto labels = list_in(*axis, {"categories", "data"})) return labels;
  }
  return std::nullopt;
}

DataPlace data_of_figure(JsonValue figure) {
  DataPlace data;
  const auto traces = figure.find("data");
  for (const JsonValue& trace : *traces) {
    const auto orientation = trace.find("orientation");
    const bool is_horizontal =
        orientation && orientation->is(JsonType::string) && orientation->string() == "h";
    auto values = list_in(trace, {is_horizontal ? "x" : "y"});
    auto places = list_in(trace, {is_horizontal ? "y" : "x"});
    if (const auto shares = list_in(trace, {"values"})) {
      values = shares;
      places = list_in(trace, {"labels"});
    }
    if (!values || !places) return {};
    data.datasets.push_back({name_of_dataset(trace), *values, places});
  }
  return data;
}

bool has_records(JsonValue values) {
  return std::any_of(values.begin(), values.end(),
                     [](const JsonValue& value) { return value.is(JsonType::object); });
}

// Whether values have places of their own, so that labels do not tell which point each is.
bool have_own_places(JsonValue values) {
  return std::any_of(values.begin(), values.end(), [](const JsonValue& value) {
    return value.is(JsonType::object) || value.is(JsonType::array);
  });
}

// In the order in which read_chart() looks for them. Empty if there are none, or none that can
// grow.
DataPlace data_of(JsonValue source) {
  if (is_plotly_figure(source)) return data_of_figure(source);
  const auto data = source.find("data");
  const JsonValue holder = data && data->is(JsonType::object) ? *data : source;
  DataPlace found;
  found.labels = labels_in(source, holder);
  for (const JsonValue& place : {holder, source}) {
    if (const auto datasets = list_in(place, {"datasets", "series"})) {
      const auto first = datasets->begin();
      if (first != datasets->end() && !first->is(JsonType::object)) {
        found.datasets.push_back({{}, *datasets});
        return found;
      }
      for (const JsonValue& dataset : *datasets) {
        const auto values = list_in(dataset, {"data", "values"});
        if (!values) return {};
        found.datasets.push_back({name_of_dataset(dataset), *values});
      }
      return found;
    }
    if (const auto values = list_in(place, {"values"})) {
      found.datasets.push_back({{}, *values});
      return found;
    }
  }
  if (!data || !data->is(JsonType::array)) return {};
  if (has_records(*data) && found.labels) return {};
  if (has_records(*data) || (data->begin() == data->end() && !found.labels)) {
    found.records = data;
  } else {
    found.datasets.push_back({{}, *data});
  }
  return found;
}

std::string name_in_json(std::string_view name) {
  constexpr std::size_t kLongestName = 40;
  return core::string_in_json(core::first_code_points(name, kLongestName));
}

std::string values_in_words(std::size_t count, std::string_view what) {
  return std::to_string(count) + ' ' + std::string(what) + (count == 1 ? "" : "s");
}

std::vector<std::string> texts_of(JsonValue values) {
  std::vector<std::string> texts;
  for (const JsonValue& value : values) texts.emplace_back(value.text());
  return texts;
}

// The keys of values, of each of which `key_of` is that.
template <typename KeyOf>
std::vector<std::string> keys_in(JsonValue values, const KeyOf& key_of) {
  std::vector<std::string> keys;
  for (const JsonValue& value : values) keys.push_back(key_of(value));
  return keys;
}

// The same one after another.
template <typename KeyOf>
std::function<std::optional<std::string>()> each_in(JsonValue values, const KeyOf& key_of) {
  return [values, key_of, next = values.begin()]() mutable -> std::optional<std::string> {
    if (next == values.end()) return std::nullopt;
    return key_of(*next++);
  };
}

// Those that are added, not in place of others.
std::vector<std::string> without(std::vector<std::string> sent, const Replacements& replaced) {
  std::vector<bool> is_added(sent.size(), true);
  for (const auto& [place, by] : replaced)
    if (by < sent.size()) is_added[by] = false;
  std::vector<std::string> added;
  for (std::size_t i = 0; i < sent.size(); ++i)
    if (is_added[i]) added.push_back(std::move(sent[i]));
  return added;
}

// Puts values that were sent in the place of those that they replace, unless these are dropped.
void replace_elements(core::Splices& splices, JsonValue list, const std::vector<std::string>& sent,
                      const Replacements& replaced, std::size_t dropped) {
  std::size_t place = 0;
  for (const JsonValue& value : list) {
    const auto found = replaced.find(place);
    if (found != replaced.end() && place >= dropped)
      splices.replace(value.text(), sent.at(found->second));
    ++place;
  }
}

class PointAppender {
 public:
  PointAppender(JsonValue content, DataPlace data, const AddedPoints& added)
      : content_(content), data_(std::move(data)), added_(added) {}

  Result<GrownContent> append() {
    auto problem = match();
    if (!problem) problem = check_counts();
    if (problem) return *std::move(problem);
    if (added_.replaces_labels && !added_.labels)
      return append_unsupported("goes with labels, and the chart has none", "/append/key");
    if (added_.replaces_labels && any_has_own_places())
      return append_unsupported(
          "cannot find points that have an x of their own; change them with set", "/append/key");
    core::Splices splices(content_.text());
    GrownContent grown;
    Replacements by_labels;
    if (data_.labels) {
      auto found = find_labels(*data_.labels);
      if (!found) return found.error();
      by_labels = *std::move(found);
    }
    for (const DatasetPlace& dataset : data_.datasets) {
      Replacements replaced = by_labels;
      if (dataset.places) {
        auto found = find_labels(*dataset.places);
        if (!found) return found.error();
        replaced = *std::move(found);
      }
      const auto values = values_for(dataset);
      const auto added = without(values, replaced);
      const std::size_t dropped = beyond(added_.keep_last, dataset.values.size() + added.size());
      grown.appended = std::max(grown.appended, added.size());
      grown.replaced = std::max(grown.replaced, replaced.size());
      grown.dropped = std::max(grown.dropped, dropped);
      replace_elements(splices, dataset.values, values, replaced, dropped);
      core::append_elements(splices, dataset.values, added, dropped);
      if (dataset.places)
        core::append_elements(splices, *dataset.places, without(labels(), replaced), dropped);
    }
    if (data_.labels)
      core::append_elements(splices, *data_.labels, without(labels(), by_labels), grown.dropped);
    grown.content = splices.applied();
    return grown;
  }

 private:
  std::vector<std::string> labels() const {
    return added_.labels ? texts_of(added_.labels->root()) : std::vector<std::string>();
  }
  // Those among the labels of the chart that were sent.
  Result<Replacements> find_labels(JsonValue labels) const {
    if (!added_.replaces_labels) return Replacements();
    return match_keys("label", "/append/labels", keys_in(added_.labels->root(), shown_label),
                      added_.keep_last, each_in(labels, shown_label));
  }

  bool any_has_own_places() const {
    return std::any_of(data_.datasets.begin(), data_.datasets.end(),
                       [](const DatasetPlace& one) { return have_own_places(one.values); });
  }

  bool needs_labels() const {
    return data_.labels.has_value() ||
           std::any_of(data_.datasets.begin(), data_.datasets.end(),
                       [](const DatasetPlace& one) { return one.places.has_value(); });
  }

  // Finds which dataset of the chart each that was sent is.
  std::optional<core::Error> match() {
    sent_.resize(data_.datasets.size());
    std::size_t position = 0;
    for (const JsonValue& dataset : added_.datasets.root()) {
      const std::string field = "/append/datasets/" + std::to_string(position);
      const bool is_list = dataset.is(JsonType::array);
      const auto values = is_list ? std::optional(dataset) : list_in(dataset, {"data", "values"});
      if (!values)
        return core::Error{
            core::ErrorCode::invalid_request,
            R"(must have its values in data, such as {"label": "Sales", "data": [3]})", field};
      const std::string label = is_list ? std::string() : name_of_dataset(dataset);
      const auto place = label.empty() ? std::optional(position) : place_of_label(label, position);
      if (!place || *place >= sent_.size())
        return append_unsupported(
            label.empty() ? "is one more than the chart has: it has " + all()
                          : "has the label " + name_in_json(label) + ", but the chart has " + all(),
            field);
      if (sent_[*place])
        return append_unsupported("is the second one for the same dataset of the chart", field);
      sent_[*place] = *values;
      ++position;
    }
    return std::nullopt;
  }

  // The place of a label: of several with the same one, that in the same place.
  std::optional<std::size_t> place_of_label(const std::string& label, std::size_t position) const {
    const auto& all = data_.datasets;
    if (position < all.size() && all[position].label == label) return position;
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const DatasetPlace& one) { return one.label == label; });
    if (found != all.end()) return static_cast<std::size_t>(found - all.begin());
    // The only dataset needs no name.
    if (all.size() == 1 && all.front().label.empty()) return 0;
    return std::nullopt;
  }

  std::optional<core::Error> check_counts() const {
    const std::size_t given = labels().size();
    if (!needs_labels()) {
      if (given > 0)
        return append_unsupported(
            "cannot be added: the chart has none, as its points have an x "
            "and a y of their own",
            "/append/labels");
      return std::nullopt;
    }
    if (given == 0)
      return append_unsupported("must have a label for each new point, as the chart has labels",
                                "/append/labels");
    for (std::size_t i = 0; i < sent_.size(); ++i) {
      const DatasetPlace& dataset = data_.datasets[i];
      const std::size_t values = sent_[i] ? sent_[i]->size() : 0;
      if (values != given)
        return append_unsupported(
            "must have " + values_in_words(given, "value") + " for the dataset " + shown(i) +
                ", as there " +
                (given == 1 ? "is 1 label" : "are " + values_in_words(given, "label")) +
                "; null is a gap",
            "/append/datasets");
      const std::size_t places = (dataset.places ? *dataset.places : *data_.labels).size();
      if (dataset.values.size() != places)
        return append_unsupported(
            "cannot be added: the dataset " + shown(i) + " of the chart has " +
                values_in_words(dataset.values.size(), "value") + " for " +
                values_in_words(places, "label") + "; make them as many with set first",
            "/append/datasets");
    }
    return std::nullopt;
  }

  std::string shown(std::size_t i) const {
    const std::string& label = data_.datasets[i].label;
    return label.empty() ? "in place " + std::to_string(i) : name_in_json(label);
  }
  std::string all() const {
    constexpr std::size_t kMostNamed = 20;
    std::string names;
    for (std::size_t i = 0; i < std::min(data_.datasets.size(), kMostNamed); ++i)
      names += (i == 0 ? "" : ", ") + shown(i);
    return names + (data_.datasets.size() > kMostNamed ? ", …" : "") +
           "; set adds one, with add and the path of its place";
  }

  std::vector<std::string> values_for(const DatasetPlace& dataset) const {
    const auto& values = sent_[static_cast<std::size_t>(&dataset - data_.datasets.data())];
    return values ? texts_of(*values) : std::vector<std::string>();
  }

  JsonValue content_;
  DataPlace data_;
  const AddedPoints& added_;
  std::vector<std::optional<JsonValue>> sent_;  // the new values of each dataset
};

Result<GrownContent> with_records(JsonValue content, JsonValue records, const AddedRows& added) {
  std::size_t position = 0;
  for (const JsonValue& record : added.rows.root()) {
    if (!record.is(JsonType::object))
      return append_unsupported("must be an object, as the records of the chart are",
                                "/append/rows/" + std::to_string(position));
    ++position;
  }
  Replacements replaced;
  if (added.key) {
    const auto key_of = [&key = *added.key](JsonValue record) {
      const auto value = record.find(key);
      return value ? shown_label(*value) : std::string();
    };
    auto found = match_keys(*added.key, "/append/rows", keys_in(added.rows.root(), key_of),
                            added.keep_last, each_in(records, key_of));
    if (!found) return found.error();
    replaced = *std::move(found);
  }
  const auto texts = texts_of(added.rows.root());
  const auto appended = without(texts, replaced);
  GrownContent grown;
  grown.appended = appended.size();
  grown.replaced = replaced.size();
  grown.dropped = beyond(added.keep_last, records.size() + appended.size());
  core::Splices splices(content.text());
  replace_elements(splices, records, texts, replaced, grown.dropped);
  core::append_elements(splices, records, appended, grown.dropped);
  grown.content = splices.applied();
  return grown;
}

// The grown content, if it is read as a chart of the same kind. Only records may have new series.
Result<GrownContent> as_read_again(Result<GrownContent> grown, const Chart& before,
                                   bool are_records) {
  if (!grown) return grown;
  const auto tree = core::JsonTree::parse(std::string_view(grown->content));
  if (!tree) return tree.error();
  const auto after = read_chart(tree->root());
  if (!after || !*after || (*after)->kind != before.kind ||
      (*after)->vega_lite.has_value() != before.vega_lite.has_value() ||
      (!are_records && (*after)->datasets.size() != before.datasets.size()))
    return append_unsupported(
        "cannot add these, with which the chart would be read in another way; send the whole "
        "content");
  return grown;
}

}  // namespace

Result<GrownContent> with_added_points(JsonValue content, const Chart& chart,
                                       const Addition& addition) {
  constexpr std::string_view kPoints =
      R"({"labels": ["June"], "datasets": [{"label": "Sales", "data": [3]}]})";
  const auto* const rows = std::get_if<AddedRows>(&addition);
  const auto* const points = std::get_if<AddedPoints>(&addition);
  if (rows == nullptr && points == nullptr)
    return append_unsupported("must have points, as this is a chart, such as " +
                              std::string(kPoints));
  DataPlace data;
  if (chart.vega_lite) {
    if (const auto inline_data = chart.vega_lite->find("data"))
      data.records = list_in(*inline_data, {"values"});
  } else {
    data = data_of(source_of_chart(content));
  }
  if (data.records && rows != nullptr)
    return as_read_again(with_records(content, *data.records, *rows), chart, true);
  if (data.records)
    return append_unsupported(
        "must have rows, as the chart's data are records; each has the same keys as those that are "
        R"(there, such as {"rows": [{"month": "June", "sales": 3}]})");
  if (data.datasets.empty())
    return append_unsupported(
        "cannot add points to data of this form; add them with set, or replace the content");
  if (points == nullptr)
    return append_unsupported("must have labels and datasets, as the chart has these, such as " +
                              std::string(kPoints));
  return as_read_again(PointAppender(content, std::move(data), *points).append(), chart, false);
}

}  // namespace templates
