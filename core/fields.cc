#include "core/fields.h"

#include <algorithm>
#include <utility>

#include "core/artifact.h"
#include "core/security/passwords.h"
#include "core/text/json.h"
#include "core/text/json_object.h"
#include "core/text/text.h"

namespace core {
namespace {

// C0, DEL and, as UTF-8 writes them, C1.
bool has_control_character(std::string_view text, FieldReader::Lines lines) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (lines == FieldReader::Lines::many && (byte == '\t' || byte == '\n')) continue;
    if (byte < 0x20 || byte == 0x7f) return true;
    if (byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0)
      return true;
  }
  return false;
}

}  // namespace

void FieldReader::fail(ErrorCode code, std::string_view field, std::string_view message) {
  fail(Error{code, message, field});
}

void FieldReader::fail(Error error) {
  std::vector<Error> others = std::exchange(error.others, {});
  const auto add = [&](Error one) {
    if (!error_) error_ = one;
    if (!has_error(one.field)) errors_.push_back(std::move(one));
  };
  add(std::move(error));
  for (Error& other : others) add(std::move(other));
}

void FieldReader::explain(std::string_view field, std::string_view more) {
  const auto add_to = [&](Error& error) {
    if (error.field == field) error.message += more;
  };
  if (error_) add_to(*error_);
  std::for_each(errors_.begin(), errors_.end(), add_to);
}

std::optional<Error> FieldReader::problem() const {
  std::optional<Error> all;
  for (const Error& error : errors_) add_problem(all, error);
  return all;
}

bool FieldReader::has_error(std::string_view field) const {
  return std::any_of(errors_.begin(), errors_.end(),
                     [&](const Error& error) { return error.field == field; });
}

std::optional<std::string> FieldReader::text(std::string_view name, std::size_t most, Lines lines) {
  auto value = string(name);
  if (!value) return std::nullopt;
  if (count_code_points(*value) > most) {
    fail(ErrorCode::invalid_request, name,
         "must have at most " + std::to_string(most) + " characters");
  }
  if (has_control_character(*value, lines)) {
    fail(ErrorCode::invalid_request, name,
         lines == Lines::many ? "must not contain control characters other than tabs and newlines"
                              : "must not contain control characters");
  }
  return value;
}

std::optional<std::string> FieldReader::secret(std::string_view name, std::size_t most) {
  auto value = string(name);
  if (!value) return std::nullopt;
  const std::size_t length = count_code_points(*value);
  if (length < 1 || length > most) {
    fail(ErrorCode::invalid_request, name,
         "must have 1 to " + std::to_string(most) + " characters");
  }
  return value;
}

std::optional<DisplayName> FieldReader::display_name(std::string_view name) {
  const std::string text = word(name).value_or("");
  auto value = DisplayName::parse(text);
  if (!value) fail(ErrorCode::invalid_request, name, why_not_one_line(text, DisplayName::kMaximum));
  return value;
}

std::optional<Email> FieldReader::email(std::string_view name) {
  const std::string text = word(name).value_or("");
  auto value = Email::parse(text);
  if (!value) fail(ErrorCode::invalid_request, name, why_not_email(text));
  return value;
}

std::optional<Role> FieldReader::role(std::string_view name) {
  const auto value = parse_role(word(name).value_or(""));
  if (!value) fail(ErrorCode::invalid_request, name, "must be one of \"owner\", \"member\"");
  return value;
}

std::optional<std::string> FieldReader::new_password(std::string_view name,
                                                     std::string_view user_email) {
  std::string value = word(name).value_or("");
  if (const auto problem = check_new_password(name, value, user_email)) {
    fail(problem->code, name, problem->message);
    return std::nullopt;
  }
  return value;
}

std::optional<RemoteImages> FieldReader::remote_images(std::string_view name) {
  const auto value = word(name);
  if (!value) return std::nullopt;
  const auto known = parse_remote_images(*value);
  if (!known) {
    fail(ErrorCode::invalid_request, name, "must be one of \"on\", \"click\", \"off\"");
  }
  return known;
}

std::optional<int> FieldReader::integer(std::string_view name, int least, int most) {
  const auto text = number(name);
  if (!text) return std::nullopt;
  const auto value = parse_integer(*text);
  if (!value || *value < least || *value > most) {
    fail(ErrorCode::invalid_request, name,
         "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return std::nullopt;
  }
  return static_cast<int>(*value);
}

std::optional<Duration> FieldReader::duration(std::string_view name) {
  // What is not a string has no unit either, and gets the same message.
  const auto value = word(name);
  if (!value) return std::nullopt;
  const Result<Duration> duration = Duration::parse(*value);
  if (duration) return *duration;
  fail(duration.error().code, name, duration.error().message);
  return std::nullopt;
}

std::optional<Expiry> FieldReader::expiry(std::string_view name) {
  const auto value = word(name);
  if (!value) return std::nullopt;
  const Result<Expiry> expiry = Expiry::parse(*value);
  if (expiry) return *expiry;
  fail(expiry.error().code, name, expiry.error().message);
  return std::nullopt;
}

Template FieldReader::content_template(std::string_view name) {
  const auto value = word(name);
  if (!value) {
    fail(ErrorCode::invalid_request, name, "is required: one of " + template_names(", "));
    return {};
  }
  const std::optional<Template> known = parse_template(*value);
  if (!known) {
    const std::string advice = advice_on_template(*value);
    fail(ErrorCode::invalid_template, name,
         "must be one of \"" + template_names("\", \"") + "\"" + (advice.empty() ? "" : "; ") +
             advice);
  }
  return known.value_or(Template{});
}

std::optional<Template> FieldReader::optional_template(std::string_view name) {
  return word(name) ? std::optional(content_template(name)) : std::nullopt;
}

std::string FieldReader::required_object(std::string_view name, ErrorCode wrong_type) {
  auto value = object(name, wrong_type);
  if (!value) fail(ErrorCode::invalid_request, name, "is required: a JSON object");
  return std::move(value).value_or("");
}

std::optional<std::string> FieldReader::metadata(std::string_view name) {
  auto value = object(name, ErrorCode::invalid_request);
  if (!value || has_error(name)) return value;
  if (const auto problem = check_metadata(name, *value))
    fail(problem->code, problem->field, problem->message);
  return value;
}

std::optional<bool> FormFieldReader::boolean(std::string_view name) {
  return word(name) ? std::optional(true) : std::nullopt;
}

std::optional<std::string> FormFieldReader::object(std::string_view name, ErrorCode wrong_type) {
  auto text = word(name);
  if (text && !JsonObject::parse(*text)) fail(wrong_type, name, "must be a JSON object");
  return text;
}

std::optional<std::string> FormFieldReader::string(std::string_view name) {
  auto text = word(name);
  // Browsers send a line's end as CR LF.
  if (text) std::erase(*text, '\r');
  return text;
}

std::optional<std::string> FormFieldReader::word(std::string_view name) const {
  const auto field = fields_.find(name);
  if (field == fields_.end() || field->second.empty()) return std::nullopt;
  return field->second;
}

JsonFieldReader::JsonFieldReader(const JsonObject& object, BodyOf call) : object_(object) {
  MemberNameProblems problems = check_member_names(object, call);
  for (Error& error : problems.errors) fail(std::move(error));
  warnings_ = std::move(problems.warnings);
}

const JsonMember* JsonFieldReader::find(std::string_view name) const {
  const JsonMember* member = object_.find(name);
  return member == nullptr || member->type == JsonType::null ? nullptr : member;
}

const JsonMember* JsonFieldReader::find(std::string_view name, JsonType type) {
  const JsonMember* member = find(name);
  if (member == nullptr || member->type == type) return member;
  fail(ErrorCode::invalid_request, name,
       "must be " + std::string(to_string(type)) + ", not " + std::string(to_string(member->type)));
  return nullptr;
}

std::optional<std::string> JsonFieldReader::string(std::string_view name) {
  const JsonMember* member = find(name, JsonType::string);
  return member == nullptr ? std::nullopt : std::optional(member->string);
}

std::optional<std::string> JsonFieldReader::number(std::string_view name) {
  const JsonMember* member = find(name, JsonType::number);
  return member == nullptr ? std::nullopt : std::optional(std::string(member->text));
}

std::optional<std::string> JsonFieldReader::word(std::string_view name) const {
  const JsonMember* member = find(name);
  return member == nullptr ? std::nullopt : std::optional(member->string);
}

std::optional<bool> JsonFieldReader::boolean(std::string_view name) {
  const JsonMember* member = find(name, JsonType::boolean);
  if (member == nullptr) return std::nullopt;
  return member->text == "true";
}

std::optional<std::string> JsonFieldReader::object(std::string_view name, ErrorCode wrong_type) {
  const JsonMember* member = find(name);
  if (member == nullptr) return std::nullopt;
  if (member->type != JsonType::object) {
    fail(wrong_type, name, "must be a JSON object, not " + std::string(to_string(member->type)));
  }
  return std::string(member->text);
}

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
