#include "core/input/content_reader.h"

#include <algorithm>
#include <utility>

namespace core {
namespace {

constexpr std::size_t kMaximumProblems = 20;

// "a string, a number or an object"
std::string in_words(std::initializer_list<JsonType> types) {
  std::string words;
  for (const JsonType& type : types) {
    if (&type != types.begin()) words += &type + 1 == types.end() ? " or " : ", ";
    words += to_string(type);
  }
  return words;
}

}  // namespace

std::optional<JsonValue> ContentReader::find(JsonValue object,
                                             std::initializer_list<std::string_view> names,
                                             std::initializer_list<JsonType> types) {
  std::optional<JsonValue> wrong;
  for (const std::string_view name : names) {
    std::optional<JsonValue> found;
    for (const JsonValue& member : object) {
      if (!member.is_named(name)) continue;
      if (found) fail_repeated(object, name);
      if (!found) found = member;
    }
    if (!found || found->is(JsonType::null)) continue;
    if (std::find(types.begin(), types.end(), found->type()) != types.end()) return found;
    if (!wrong) wrong = found;
  }
  if (wrong) fail_type(*wrong, in_words(types));
  return std::nullopt;
}

std::string ContentReader::shown_text(JsonValue value) {
  return value.is(JsonType::string) ? value.string() : std::string(value.text());
}

void ContentReader::fail(JsonValue value, std::string_view what) {
  if (problems_ == kMaximumProblems) return;
  ++problems_;
  Error problem{ErrorCode::invalid_content, std::string(what), "/content" + value.pointer()};
  const auto is_same = [&](const Error& earlier) { return earlier.field == problem.field; };
  const bool is_known = error_ && (is_same(*error_) || std::any_of(error_->others.begin(),
                                                                   error_->others.end(), is_same));
  if (!is_known) add_problem(error_, std::move(problem));
}

void ContentReader::fail_type(JsonValue value, std::string_view right) {
  if (problems_ == kMaximumProblems) return;
  fail(value, "must be " + std::string(right) + ", not " + std::string(to_string(value.type())));
}

void ContentReader::fail_repeated(JsonValue object, std::string_view name) {
  fail(object, "has a duplicate key \"" + std::string(name) + "\"");
}

}  // namespace core
