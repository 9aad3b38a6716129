#include "app/artifact_edits.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "app/artifact_input.h"
#include "app/publishing_rules.h"
#include "core/cpu_limit.h"
#include "core/text/json.h"
#include "core/text/text.h"
#include "db/artifact_store.h"
#include "templates/changed_content.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;
using core::FieldReader;
using core::JsonTree;
using core::JsonType;
using core::JsonValue;
using core::Scope;
using templates::AddedPoints;
using templates::AddedRows;
using templates::AddedText;
using templates::Addition;
using templates::append_unsupported;

constexpr std::size_t kMostEdits = 1000;
constexpr std::size_t kMostAdded = 10'000;  // rows or points
constexpr int kMostKept = 1'000'000;
constexpr std::size_t kLongestColumnName = 255;

constexpr std::string_view kOneEdit = R"([{"find": "…", "replace": "…"}])";
constexpr std::string_view kOneOperation =
    R"([{"op": "replace", "path": "/rows/0/1", "value": 3}])";

void fail(FieldReader& reader, std::string_view field, std::string_view message) {
  reader.fail(ErrorCode::invalid_request, field, message);
}

// Shortens a name that is not known, for a message.
std::string shortened(std::string_view name) {
  constexpr std::size_t kLongestName = 64;
  const std::string_view shown = core::first_code_points(name, kLongestName);
  return std::string(shown) + (shown.size() < name.size() ? "…" : "");
}

// The elements of an array that has 1 to `most` of them; otherwise none, and an error.
std::vector<JsonValue> list_in(FieldReader& reader, std::string_view name, std::size_t most,
                               std::string_view example) {
  const auto list = reader.value(name);
  if (!list) {
    fail(reader, name, "must not be null");
    return {};
  }
  const JsonValue root = list->root();
  const std::size_t size = root.size();
  if (!root.is(JsonType::array) || size == 0 || size > most) {
    fail(reader, name,
         "must be an array of 1 to " + std::to_string(most) + " elements: " + std::string(example));
    return {};
  }
  return {root.begin(), root.end()};
}

// One element of a list: an object that has members of these names alone.
class ListedObject {
 public:
  ListedObject(FieldReader& reader, JsonValue object, std::string field)
      : reader_(reader), object_(object), field_(std::move(field)) {}

  // False, with an error, if it is anything else.
  bool check(std::span<const std::string_view> names, std::string_view example) {
    if (!object_.is(JsonType::object)) {
      fail(reader_, field_, "must be an object, as in " + std::string(example));
      return false;
    }
    if (const auto repeated = object_.duplicate_name())
      fail(reader_, field_, "has " + shortened(*repeated) + " twice");
    for (const JsonValue& member : object_) {
      if (std::any_of(names.begin(), names.end(),
                      [&](std::string_view name) { return member.is_named(name); }))
        continue;
      std::string all;
      for (const std::string_view name : names) all.append(all.empty() ? "" : ", ").append(name);
      fail(reader_, field_, "has " + shortened(member.name()) + "; its fields can be " + all);
    }
    return true;
  }

  std::optional<JsonValue> member(std::string_view name) const { return object_.find(name); }

  std::string string(std::string_view name, std::size_t shortest) {
    const auto value = member(name);
    std::string text = value ? value->exact_string() : std::string();
    if (!value || !value->is(JsonType::string) || text.size() < shortest)
      fail(reader_, field_of(name),
           shortest > 0 ? "must be a string that is not empty" : "must be a string");
    return text;
  }

  std::string field_of(std::string_view name) const { return field_ + '/' + std::string(name); }

 private:
  FieldReader& reader_;
  JsonValue object_;
  std::string field_;
};

std::string element(std::string_view list, std::size_t position) {
  return '/' + std::string(list) + '/' + std::to_string(position);
}

TextEdits read_text_edits(FieldReader& reader) {
  constexpr std::array<std::string_view, 3> kNames{"find", "replace", "occurrence"};
  TextEdits edits;
  for (const JsonValue& value : list_in(reader, "edits", kMostEdits, kOneEdit)) {
    ListedObject one(reader, value, element("edits", edits.size()));
    core::TextEdit& edit = edits.emplace_back();
    if (!one.check(kNames, kOneEdit)) continue;
    edit.find = one.string("find", 1);
    edit.replace = one.string("replace", 0);
    const auto occurrence = one.member("occurrence");
    if (!occurrence || occurrence->is(JsonType::null)) continue;
    edit.occurrence = core::parse_integer(occurrence->text());
    if (!edit.occurrence || *edit.occurrence < 1)
      fail(reader, one.field_of("occurrence"), "must be a whole number from 1");
  }
  return edits;
}

ContentOperations read_operations(FieldReader& reader) {
  using Kind = core::JsonOperation::Kind;
  constexpr std::array<std::string_view, 3> kNames{"op", "path", "value"};
  ContentOperations operations;
  const auto set = reader.value("set");
  for (const JsonValue& value : list_in(reader, "set", kMostEdits, kOneOperation)) {
    ListedObject one(reader, value, element("set", operations.size()));
    core::JsonOperation& operation = operations.emplace_back();
    if (!one.check(kNames, kOneOperation)) continue;
    const std::string op = one.string("op", 0);
    operation.kind = op == "replace" ? Kind::replace : op == "remove" ? Kind::remove : Kind::add;
    if (op != "add" && op != "replace" && op != "remove")
      fail(reader, one.field_of("op"), R"(must be one of "add", "replace", "remove")");
    const std::string path = one.string("path", 0);
    auto steps = core::parse_pointer(path);
    if (!steps || steps->empty())
      fail(reader, one.field_of("path"),
           "must be a JSON Pointer (RFC 6901) to something within the content, such as /rows/0/1; "
           "an update replaces all of the content");
    operation.path = std::move(steps).value_or(std::vector<std::string>());
    const auto given = one.member("value");
    const bool removes = operation.kind == Kind::remove;
    if (removes == given.has_value())
      fail(reader, one.field_of("value"),
           removes ? "cannot be given with remove" : "is required, with add and replace");
    if (given) operation.value = set->part(*given);
  }
  return operations;
}

// The arrays of an addition.
std::optional<JsonTree> array_in(FieldReader& fields, std::string_view name,
                                 std::string_view example) {
  auto array = fields.value(name);
  if (!array) return std::nullopt;
  const std::size_t size = array->root().size();
  if (array->root().is(JsonType::array) && size >= 1 && size <= kMostAdded) return array;
  fail(fields, name, "must be an array of 1 to 10000 elements, such as " + std::string(example));
  return std::nullopt;
}

// The error of a field of `append`, as seen from the whole body.
Error within_append(Error error) {
  const auto move_field = [](Error& moved) {
    moved.field = moved.field.empty() ? "append" : "/append/" + moved.field;
  };
  move_field(error);
  std::for_each(error.others.begin(), error.others.end(), move_field);
  return error;
}

std::optional<Addition> read_append(FieldReader& reader) {
  const auto append = reader.value("append");
  if (!append || !append->root().is(JsonType::object)) {
    fail(reader, "append",
         append ? R"(must be an object, such as {"text": "…"} or {"rows": [["Oslo", 3]]})"
                : "must not be null");
    return std::nullopt;
  }
  FieldReader fields(*append);
  if (auto problem = core::check_members(append->root())) fields.fail(*std::move(problem));
  constexpr std::array<std::string_view, 6> kNames{"text",     "rows",     "labels",
                                                   "datasets", "keepLast", "key"};
  for (const JsonValue& member : append->root()) {
    const std::string name = member.name();
    if (std::find(kNames.begin(), kNames.end(), name) == kNames.end())
      fail(fields, shortened(name),
           "is not a field of append, which has text, rows, or labels and datasets, and keepLast "
           "and key");
  }
  auto addition = read_addition(fields);
  if (auto problem = fields.problem()) {
    reader.fail(within_append(*std::move(problem)));
    return std::nullopt;
  }
  return addition;
}

// Names that belong inside one of the fields.
void refuse_parts(FieldReader& reader) {
  struct Part {
    std::string_view name;
    std::string_view place;
  };
  constexpr std::array<Part, 12> kParts{{{"find", R"("edits": [{"find": …}])"},
                                         {"replace", R"("edits": [{"replace": …}])"},
                                         {"occurrence", R"("edits": [{"occurrence": …}])"},
                                         {"text", R"("append": {"text": …})"},
                                         {"rows", R"("append": {"rows": …})"},
                                         {"labels", R"("append": {"labels": …})"},
                                         {"datasets", R"("append": {"datasets": …})"},
                                         {"keepLast", R"("append": {"keepLast": …})"},
                                         {"key", R"("append": {"key": …})"},
                                         {"op", R"("set": [{"op": …}])"},
                                         {"path", R"("set": [{"path": …}])"},
                                         {"value", R"("set": [{"value": …}])"}}};
  for (const Part& part : kParts)
    if (reader.is_given(part.name))
      fail(reader, part.name,
           "is not a field of this request; did you mean " + std::string(part.place) + "?");
}

Error too_large(std::size_t bytes, std::size_t most) {
  return {ErrorCode::payload_too_large, "the content would have " + std::to_string(bytes) +
                                            " bytes, and can have at most " + std::to_string(most)};
}

// The condition that an artifact is still as it was read.
core::Preconditions if_still(const core::Artifact& artifact) {
  return {.if_match = core::EntityTags::parse(core::entity_tag(artifact)),
          .if_none_match = std::nullopt};
}

// The new content, and how much of it is new.
struct EditedContent {
  std::string text;
  core::JsonTree content = {};  // the text, once it is read
  std::optional<std::size_t> edited = {};
  std::optional<std::size_t> appended = {};
  std::optional<std::size_t> replaced = {};
  std::optional<std::size_t> dropped = {};
};

bool has_key(const Addition& addition) {
  if (const auto* rows = std::get_if<AddedRows>(&addition)) return rows->key.has_value();
  const auto* points = std::get_if<AddedPoints>(&addition);
  return points != nullptr && points->replaces_labels;
}

core::Result<EditedContent> edited_by(const TextEdits& edits, core::Template id,
                                      JsonValue content) {
  auto text = templates::with_edits(id, content, edits);
  if (!text) return text.error();
  return EditedContent{.text = *std::move(text), .edited = edits.size()};
}

core::Result<EditedContent> edited_by(const ContentOperations& operations, core::Template /*id*/,
                                      JsonValue content) {
  auto text = core::edit_json(content, operations);
  if (!text) {
    Error error = text.error();
    if (const auto csv = content.find("csv");
        error.code == ErrorCode::edit_not_found && csv && csv->is(JsonType::string))
      error.message += "; the table is CSV, which edits change";
    return error;
  }
  return EditedContent{.text = *std::move(text), .edited = operations.size()};
}

core::Result<EditedContent> edited_by(const Addition& addition, core::Template id,
                                      JsonValue content) {
  auto grown = templates::with_addition(id, content, addition);
  if (!grown) return grown.error();
  EditedContent edited{.text = std::move(grown->content), .appended = grown->appended};
  if (!std::holds_alternative<AddedText>(addition)) edited.dropped = grown->dropped;
  if (has_key(addition)) edited.replaced = grown->replaced;
  return edited;
}

// All that the content does not allow, to whoever may not read it.
Error refused_addition() {
  return append_unsupported(
      "cannot be added to the content as it is: it does not fit, or there would be too much; "
      "whoever has artifacts:read is told more");
}

// About what an edit of content of this size costs, as RequestAdmission counts it. Its content is
// read twice, before and after. Measured for a MiB: each passage takes 0.3 ms to find, one with an
// occurrence up to 30 ms, and an operation up to 10 ms, where reading it takes 25 ms.
std::size_t cost_of(const ContentEdit& edit, std::size_t bytes) {
  std::size_t passes = 3;
  if (const auto* edits = std::get_if<TextEdits>(&edit)) {
    const auto counted = std::count_if(edits->begin(), edits->end(), [](const core::TextEdit& one) {
      return one.occurrence.value_or(1) > 1;
    });
    passes += edits->size() / 64 + static_cast<std::size_t>(counted);
  } else if (const auto* operations = std::get_if<ContentOperations>(&edit)) {
    passes += operations->size() / 2;
  }
  return bytes * passes;
}

// All that a request may spend on edits, however often the artifact changes meanwhile.
constexpr std::chrono::seconds kLongestEditing{5};

core::Result<EditedContent> edited_content(const core::Artifact& artifact, const ContentEdit& edit,
                                           std::size_t most_bytes, std::chrono::nanoseconds most) {
  const core::CpuLimit limit(most, core::CpuLimit::Caller::is_watched);
  try {
    const auto tree = JsonTree::parse(std::string_view(artifact.content));
    if (!tree) return tree.error();
    auto edited = std::visit(
        [&](const auto& kind) { return edited_by(kind, artifact.content_template, tree->root()); },
        edit);
    if (!edited) return edited;
    const std::size_t bytes = edited->text.size();
    if (bytes > most_bytes && bytes > artifact.content.size()) return too_large(bytes, most_bytes);
    auto content = JsonTree::parse(std::move(edited->text));
    // Only values that were set can make it deeper than the service takes.
    if (!content) return Error{ErrorCode::invalid_request, content.error().message, "set"};
    edited->content = *std::move(content);
    return edited;
  } catch (const core::CpuLimit::UsedUp&) {
    return Error{ErrorCode::invalid_request,
                 "the change takes too long in content of this size; send less of it at once"};
  }
}

}  // namespace

std::optional<Addition> read_addition(FieldReader& fields) {
  const bool has_text = fields.is_given("text");
  const bool has_rows = fields.is_given("rows");
  const bool has_points = fields.is_given("datasets") || fields.is_given("labels");
  const auto keep_last = fields.integer("keepLast", 1, kMostKept);
  if (int{has_text} + int{has_rows} + int{has_points} != 1) {
    fail(fields, "",
         "needs exactly one of text, for documents and code; rows, for tables; and labels with "
         "datasets, for charts");
    return std::nullopt;
  }
  const auto kept = keep_last ? std::optional(static_cast<std::size_t>(*keep_last)) : std::nullopt;
  const auto key = fields.text("key", kLongestColumnName, FieldReader::Lines::one);
  if (fields.has_value("key") && key.value_or("").empty())
    fail(fields, "key", R"(must be the name of a column, such as "Day")");
  if (has_text) {
    for (const std::string_view name : {"keepLast", "key"})
      if (fields.has_value(name))
        fail(fields, name, "goes with rows, and with labels and datasets");
    const auto text = fields.value("text");
    AddedText added{text ? text->root().exact_string() : std::string()};
    if (added.text.empty()) fail(fields, "text", "must be a string that is not empty");
    return added;
  }
  if (has_rows) {
    auto rows = array_in(fields, "rows", R"([["Oslo", 3]])");
    if (!rows) fail(fields, "rows", "must not be null");
    return AddedRows{std::move(rows).value_or(JsonTree()), kept, key};
  }
  if (key && *key != "label") fail(fields, "key", R"(must be "label" with labels and datasets)");
  AddedPoints points{.labels = array_in(fields, "labels", R"(["June"])"),
                     .datasets = {},
                     .keep_last = kept,
                     .replaces_labels = key.has_value()};
  auto datasets = array_in(fields, "datasets", R"([{"label": "Sales", "data": [3]}])");
  if (!datasets)
    fail(fields, "datasets", R"(is required, such as [{"label": "Sales", "data": [3]}])");
  points.datasets = std::move(datasets).value_or(JsonTree());
  return points;
}

core::Result<ArtifactEdit> read_artifact_edit(FieldReader& reader) {
  refuse_parts(reader);
  const bool has_edits = reader.has_value("edits");
  const bool has_set = reader.has_value("set");
  const bool has_append = reader.has_value("append");
  const int edits = int{has_edits} + int{has_set} + int{has_append};
  if (edits > 1) fail(reader, "", "give at most one of edits, append and set");
  ArtifactEdit edit{.content = {}, .change = read_artifact_change(reader)};
  constexpr std::array<std::string_view, 5> kFields{"title", "description", "metadata", "expiresIn",
                                                    "externalId"};
  const bool has_field = std::any_of(kFields.begin(), kFields.end(),
                                     [&](std::string_view name) { return reader.is_given(name); });
  if (edits == 0 && !has_field && !reader.error()) {
    fail(
        reader, "",
        "give what is to change: one of edits, append and set, or fields such as title; to replace "
        "the content, use PUT");
  }
  if (has_edits) edit.content = read_text_edits(reader);
  if (has_set) edit.content = read_operations(reader);
  if (has_append)
    if (auto addition = read_append(reader)) edit.content = *std::move(addition);
  if (auto problem = reader.problem()) return *std::move(problem);
  return edit;
}

core::Result<std::optional<EditedArtifact>> ArtifactEdits::edit_once(
    const core::Principal& principal, const core::Artifact& artifact, const ArtifactEdit& edit,
    std::chrono::nanoseconds most) {
  const bool may_read = principal.may_read_artifacts();
  auto edited = edited_content(artifact, *edit.content, most_bytes_, most);
  if (!edited) return may_read ? edited.error() : refused_addition();
  ArtifactChangeInput change = edit.change;
  change.fields.content = std::move(edited->content);
  const auto* const addition = std::get_if<Addition>(&*edit.content);
  change.fields.appends = addition != nullptr;
  std::vector<core::Warning> warnings;
  if (addition != nullptr && !may_read)
    if (auto refusal = examine_for_secrets(principal, *addition, warnings))
      return *std::move(refusal);
  auto changed = artifacts_.change(principal, artifact.id, std::move(change), if_still(artifact));
  if (!changed) {
    if (changed.error().code == ErrorCode::precondition_failed)
      return std::optional<EditedArtifact>();
    const bool tells_of_content = changed.error().code == ErrorCode::invalid_content;
    return tells_of_content && !may_read ? refused_addition() : changed.error();
  }
  core::append(changed->warnings, std::move(warnings));
  EditedArtifact result{*std::move(changed)};
  if (may_read) {
    result.edited = edited->edited;
    result.appended = edited->appended;
    result.replaced = edited->replaced;
    result.dropped = edited->dropped;
  }
  return std::optional(std::move(result));
}

core::Result<EditedArtifact> ArtifactEdits::edit(const core::Principal& principal,
                                                 const core::ArtifactId& id,
                                                 const ArtifactEdit& edit,
                                                 const core::Preconditions& conditions) {
  if (auto refusal = principal.refuse(Scope::artifacts_write)) return *std::move(refusal);
  if (!edit.content) {
    auto changed = artifacts_.change(principal, id, edit.change, conditions);
    if (!changed) return changed.error();
    return EditedArtifact{*std::move(changed)};
  }
  // Whether a part is found tells what the content is.
  const auto* const addition = std::get_if<Addition>(&*edit.content);
  if (addition == nullptr || has_key(*addition))
    if (auto refusal = principal.refuse(Scope::artifacts_read)) return *std::move(refusal);
  auto artifact = own_artifact(store_, principal, id, Artifacts::Content::if_cheap);
  if (!artifact) return artifact.error();
  return admission_.run(
      cost_of(*edit.content, static_cast<std::size_t>(artifact->content_bytes)), principal.account,
      [&]() -> core::Result<EditedArtifact> {
        const core::ThreadTime spent;
        for (bool is_read = !artifact->content.empty();; is_read = false) {
          if (!is_read) artifact = own_artifact(store_, principal, id, Artifacts::Content::with);
          if (!artifact) return artifact.error();
          if (auto refusal = refuse_change(*artifact, conditions)) return *std::move(refusal);
          if (auto refusal = artifacts_.refuse_base(principal, edit.change.base_version, *artifact))
            return *std::move(refusal);
          auto edited = edit_once(principal, *artifact, edit, kLongestEditing - spent.passed());
          if (!edited) return edited.error();
          if (*edited) return **std::move(edited);
          if (spent.passed() >= kLongestEditing || core::CallerSocket::is_closed())
            return runtime::too_busy();
        }
      });
}

}  // namespace app
