#include "handlers/artifact_filter.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/text/text.h"
#include "handlers/request.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;
using core::ListFilter;

constexpr std::size_t kMaximumSearchLength = 255;
constexpr std::size_t kMaximumKeyLength = 64;
constexpr std::string_view kTextParameter = "text";
constexpr std::string_view kMetadata = "metadata";

constexpr std::array<std::pair<std::string_view, core::ArtifactStatus>, 3> kArtifactStatuses{{
    {"active", core::ArtifactStatus::active},
    {"expired", core::ArtifactStatus::expired},
    {"deleted", core::ArtifactStatus::deleted},
}};

// Why a value is invalid, to follow its name; absent if it was accepted.
using ConditionProblem = std::optional<std::string>;

template <typename Value, std::size_t count>
ConditionProblem take(std::string_view text,
                      const std::array<std::pair<std::string_view, Value>, count>& choices,
                      std::optional<Value>& taken) {
  std::string names;
  for (const auto& [name, value] : choices) {
    if (text == name) {
      taken = value;
      return std::nullopt;
    }
    names.append(names.empty() ? "" : ", ").append(name);
  }
  return "must be one of " + names;
}

ConditionProblem take(std::string_view text, std::optional<core::Timestamp>& taken) {
  taken = core::Timestamp::parse(text);
  if (taken) return std::nullopt;
  return rule_of_times(text);
}

ConditionProblem take_search_text(std::string_view text, std::string& taken) {
  taken = core::trim(text);
  if (!taken.empty() && core::count_code_points(taken) <= kMaximumSearchLength) return std::nullopt;
  return "must have 1 to " + std::to_string(kMaximumSearchLength) +
         " characters other than white space";
}

ConditionProblem take_external_id(std::string_view text, std::optional<core::ExternalId>& taken) {
  taken = core::ExternalId::parse(text);
  if (taken) return std::nullopt;
  return core::invalid_external_id({}).message;
}

ConditionProblem take_metadata(std::string_view key, std::string_view value, ListFilter& filter) {
  const std::size_t length = core::count_code_points(key);
  if (length < 1 || length > kMaximumKeyLength)
    return "must name a key of 1 to " + std::to_string(kMaximumKeyLength) + " characters";
  filter.metadata.emplace(key, value);
  return std::nullopt;
}

struct FilterCondition {
  std::string_view name;
  ConditionProblem (*take)(std::string_view text, ListFilter& filter);
};

// All conditions except metadata.
constexpr std::array<FilterCondition, 8> kConditions{{
    {"template",
     [](std::string_view text, ListFilter& filter) {
       return take(text, core::kTemplates, filter.content_template);
     }},
    {"status", [](std::string_view text,
                  ListFilter& filter) { return take(text, kArtifactStatuses, filter.status); }},
    {"externalId", [](std::string_view text,
                      ListFilter& filter) { return take_external_id(text, filter.external_id); }},
    {"title", [](std::string_view text,
                 ListFilter& filter) { return take_search_text(text, filter.title); }},
    {"createdAfter",
     [](std::string_view text, ListFilter& filter) { return take(text, filter.created.after); }},
    {"createdBefore",
     [](std::string_view text, ListFilter& filter) { return take(text, filter.created.before); }},
    {"updatedAfter",
     [](std::string_view text, ListFilter& filter) { return take(text, filter.updated.after); }},
    {"updatedBefore",
     [](std::string_view text, ListFilter& filter) { return take(text, filter.updated.before); }},
}};

const FilterCondition* find_condition(std::string_view name) {
  if (name == "q") name = "title";  // as it was before
  for (const FilterCondition& condition : kConditions)
    if (condition.name == name) return &condition;
  return nullptr;
}

std::string names_of_conditions() {
  std::string names;
  for (const FilterCondition& condition : kConditions) names.append(condition.name).append(", ");
  return names.append(kMetadata);
}

Error invalid_condition(const std::string& field, const std::string& rule) {
  return {ErrorCode::invalid_request, rule, field};
}

std::optional<Error> take_metadata(core::JsonValue wanted, const std::string& field,
                                   ListFilter& filter) {
  if (!wanted.is(core::JsonType::object))
    return invalid_condition(field,
                             "must be an object, not " + std::string(to_string(wanted.type())));
  if (auto problem = core::check_members(wanted)) return problem;
  if (wanted.size() == 0) return invalid_condition(field, "must have at least one key");
  for (const core::JsonValue& entry : wanted) {
    const bool is_text = entry.is(core::JsonType::string);
    if (!is_text && !entry.is(core::JsonType::number) && !entry.is(core::JsonType::boolean))
      return invalid_condition(field, "must have strings, numbers and booleans as values, not " +
                                          std::string(to_string(entry.type())));
    const auto problem = take_metadata(
        entry.name(), is_text ? entry.exact_string() : std::string(entry.text()), filter);
    if (problem) return invalid_condition(field, *problem);
  }
  return std::nullopt;
}

// The key in metadata[KEY] or, as it was before, metadata.KEY; empty for another parameter.
std::string_view metadata_key_in(std::string_view parameter) {
  if (!parameter.starts_with(kMetadata)) return {};
  parameter.remove_prefix(kMetadata.size());
  if (parameter.starts_with('.')) return parameter.substr(1);
  if (!parameter.starts_with('[') || !parameter.ends_with(']')) return {};
  return parameter.substr(1, parameter.size() - 2);
}

bool is_condition(std::string_view name) {
  return name == kMetadata || find_condition(name) != nullptr;
}

// A member that is a condition.
std::optional<Error> take_member(core::JsonValue member, const std::string& field,
                                 ListFilter& filter) {
  const std::string name = member.name();
  if (name == kMetadata) return take_metadata(member, field, filter);
  if (!member.is(core::JsonType::string))
    return invalid_condition(field,
                             "must be a string, not " + std::string(to_string(member.type())));
  if (const auto problem = find_condition(name)->take(member.exact_string(), filter))
    return invalid_condition(field, *problem);
  return std::nullopt;
}

}  // namespace

core::Result<ListFilter> filter_in(const fcgi::Request& request) {
  ListFilter filter;
  for (const auto& [name, value] : request.query_fields()) {
    ConditionProblem problem;
    if (const FilterCondition* condition = find_condition(name))
      problem = condition->take(value, filter);
    else if (name == kTextParameter)
      problem = take_search_text(value, filter.text);
    else if (name.starts_with(kMetadata))
      problem = take_metadata(std::string(metadata_key_in(name)), value, filter);
    if (problem) return Error{ErrorCode::invalid_request, name + ' ' + *problem};
  }
  return filter;
}

core::Result<ListFilter> filter_in(core::JsonValue object, std::string_view name) {
  ListFilter filter;
  for (const core::JsonValue& member : object) {
    const std::string condition = member.name();
    const std::string field = '/' + std::string(name) + '/' + condition;
    if (!is_condition(condition)) {
      const std::string rule = "a filter takes " + names_of_conditions();
      return condition.size() > kMaximumKeyLength
                 ? invalid_condition(std::string(name), "has an unknown field; " + rule)
                 : invalid_condition(field, "is unknown; " + rule);
    }
    if (auto problem = take_member(member, field, filter)) return *std::move(problem);
  }
  return filter;
}

core::Result<ListFilter> filter_among(core::JsonValue object) {
  ListFilter filter;
  std::optional<core::Error> found;
  for (const core::JsonValue& member : object) {
    const std::string name = member.name();
    if (!is_condition(name) || member.is(core::JsonType::null)) continue;
    if (auto problem = take_member(member, name, filter))
      core::add_problem(found, *std::move(problem));
  }
  if (found) return *std::move(found);
  return filter;
}

}  // namespace handlers
