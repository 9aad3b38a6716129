#include "core/fields.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "core/artifact.h"
#include "core/link_fields.h"
#include "core/security/passwords.h"
#include "core/text/json.h"
#include "core/text/text.h"

namespace core {
namespace {

// C0 but for tabs and newlines, DEL and, as UTF-8 writes them, C1.
bool has_control_character(std::string_view lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto byte = static_cast<unsigned char>(lines[i]);
    if (byte == '\t' || byte == '\n') continue;
    if (byte < 0x20 || byte == 0x7f) return true;
    if (byte == 0xc2 && i + 1 < lines.size() && static_cast<unsigned char>(lines[i + 1]) < 0xa0)
      return true;
  }
  return false;
}

constexpr bool is_number_field(std::string_view name) {
  bool is_number = name == "baseVersion";
  for_each_link_field([&]<typename Value>(const LinkField<Value>& field) {
    if constexpr (std::is_same_v<Value, std::optional<int>> ||
                  std::is_same_v<Value, std::optional<VersionNumber>>)
      is_number |= field.name == name;
  });
  return is_number;
}

constexpr bool is_boolean_field(std::string_view name) {
  bool is_boolean = false;
  for_each_link_field([&]<typename Value>(const LinkField<Value>& field) {
    if constexpr (std::is_same_v<Value, bool> || std::is_same_v<Value, std::optional<bool>>)
      is_boolean |= field.name == name;
  });
  return is_boolean;
}

// The value that the text of a field has if a program sends it with a file; nothing if that is the
// text itself. A value of another type remains a text, which is then rejected as in a JSON body.
std::optional<JsonTree> meant_by(std::string_view name, std::string_view text) {
  const auto parsed = [](Result<JsonTree> tree) {
    return tree ? std::optional(*std::move(tree)) : std::nullopt;
  };
  if (text.empty() && !protects_link(name)) return parsed(JsonTree::parse("null"));
  if (name == "metadata" || name == "share") return parsed(JsonTree::parse_object(text));
  const bool is_meant = is_number_field(name)
                            ? is_number(text)
                            : is_boolean_field(name) && (text == "true" || text == "false");
  return is_meant ? parsed(JsonTree::parse(text)) : std::nullopt;
}

}  // namespace

bool protects_link(std::string_view field) {
  return field == "password" || field == "expiresIn" || field == "maxViews";
}

FieldReader::FieldReader(JsonTree object, BodyOf call) : object_(std::move(object)) {
  std::vector<std::string> names;
  for (const JsonValue& member : members()) names.push_back(member.name());
  check_names(names, call);
}

FieldReader::FieldReader(const FormFields& fields, BodyOf call) : form_(&fields) {
  std::vector<std::string> names;
  for (const auto& [name, text] : fields) {
    names.push_back(name);
    if (auto value = meant_by(name, text)) replace(name, std::move(value));
  }
  check_names(names, call);
}

void FieldReader::check_names(const std::vector<std::string>& names, BodyOf call) {
  MemberNameProblems problems = check_member_names(names, call);
  for (Error& error : problems.errors) fail(std::move(error));
  warnings_ = std::move(problems.warnings);
}

void FieldReader::replace(std::string_view name, std::optional<JsonTree> value) {
  replaced_.insert_or_assign(std::string(name), std::move(value));
}

std::optional<JsonTree> FieldReader::value(std::string_view name) const {
  std::optional<JsonTree> found;
  if (const auto other = replaced_.find(name); other != replaced_.end()) {
    found = other->second;
  } else if (const auto member = members().find(name)) {
    found = object_.part(*member);
  }
  if (found && found->root().is(JsonType::null)) found.reset();
  return found;
}

bool FieldReader::is_given(std::string_view name) const {
  if (const auto other = replaced_.find(name); other != replaced_.end())
    return other->second.has_value();
  return form_ != nullptr ? form_->contains(name) : members().find(name).has_value();
}

std::string FieldReader::Field::string() const {
  return tree ? tree->root().exact_string() : std::string(text);
}

std::optional<FieldReader::Field> FieldReader::field(std::string_view name) const {
  if (form_ != nullptr && !replaced_.contains(name)) {
    const auto found = form_->find(name);
    if (found == form_->end() || (is_of_page_ && found->second.empty())) return std::nullopt;
    return Field{JsonType::string, found->second};
  }
  auto tree = value(name);
  if (!tree) return std::nullopt;
  return Field{tree->root().type(), tree->text(), std::move(tree)};
}

std::optional<FieldReader::Field> FieldReader::field(std::string_view name, JsonType type) {
  auto found = field(name);
  if (!found || found->type == type) return found;
  fail(ErrorCode::invalid_request, name,
       "must be " + std::string(to_string(type)) + ", not " + std::string(to_string(found->type)));
  return std::nullopt;
}

std::optional<std::string> FieldReader::string(std::string_view name) {
  const auto found = field(name, JsonType::string);
  if (!found) return std::nullopt;
  std::string text = found->string();
  // Browsers send a line's end as CR LF.
  if (is_of_page_) std::erase(text, '\r');
  return text;
}

std::optional<std::string> FieldReader::word(std::string_view name) const {
  const auto found = field(name);
  return found ? std::optional(found->string()) : std::nullopt;
}

std::optional<bool> FieldReader::boolean(std::string_view name) {
  if (is_of_page_)
    return has_value(name) ? std::optional(form_->at(std::string(name)) != "false") : std::nullopt;
  const auto found = field(name, JsonType::boolean);
  return found ? std::optional(found->text == "true") : std::nullopt;
}

std::optional<JsonTree> FieldReader::object(std::string_view name, ErrorCode wrong_type) {
  auto found = field(name);
  if (!found) return std::nullopt;
  if (is_of_page_ && !found->tree) {
    if (auto object = JsonTree::parse_object(found->text)) return *std::move(object);
    fail(wrong_type, name, "must be a JSON object");
    return std::nullopt;
  }
  if (found->type == JsonType::object) return std::move(found->tree);
  fail(wrong_type, name, "must be a JSON object, not " + std::string(to_string(found->type)));
  return std::nullopt;
}

void FieldReader::fail(ErrorCode code, std::string_view field, std::string_view message) {
  fail(Error{code, message, field});
}

void FieldReader::fail(Error error) {
  std::vector<Error> others = std::exchange(error.others, {});
  const auto add = [&](Error one) {
    if (!has_error(one.field)) errors_.push_back(std::move(one));
  };
  add(std::move(error));
  for (Error& other : others) add(std::move(other));
}

void FieldReader::explain(std::string_view field, std::string_view more) {
  for (Error& error : errors_)
    if (error.field == field) error.message += more;
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
  if (lines == Lines::many && has_control_character(*value))
    fail(ErrorCode::invalid_request, name,
         "must not contain control characters other than tabs and newlines");
  if (lines == Lines::one)
    if (const auto refused = refused_in_line(*value))
      fail(ErrorCode::invalid_request, name, why_refused_in_line(*refused));
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

std::optional<DisplayName> FieldReader::optional_display_name(std::string_view name) {
  return has_value(name) ? display_name(name) : std::nullopt;
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

std::optional<int> FieldReader::integer(std::string_view name, int least, int most) {
  const auto found = is_of_page_ ? field(name) : field(name, JsonType::number);
  if (!found) return std::nullopt;
  const auto value = parse_integer(found->text);
  if (!value || *value < least || *value > most) {
    fail(ErrorCode::invalid_request, name,
         "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return std::nullopt;
  }
  return static_cast<int>(*value);
}

std::optional<Duration> FieldReader::duration(std::string_view name) {
  // A value that is not a string gets the same message.
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

JsonTree FieldReader::required_object(std::string_view name, ErrorCode wrong_type) {
  auto value = object(name, wrong_type);
  if (!value) fail(ErrorCode::invalid_request, name, "is required: a JSON object");
  return std::move(value).value_or(JsonTree());
}

std::optional<JsonTree> FieldReader::metadata(std::string_view name) {
  auto value = object(name, ErrorCode::invalid_request);
  if (!value) return value;
  if (const auto problem = check_metadata(name, *value))
    fail(problem->code, problem->field, problem->message);
  return value;
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

std::optional<JsonValue> FieldReader::find(JsonValue object,
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

std::string FieldReader::shown_text(JsonValue value) {
  return value.is(JsonType::string) ? value.string() : std::string(value.text());
}

void FieldReader::fail(JsonValue value, std::string_view what, std::optional<std::int64_t> line) {
  if (problems_of_content_ == kMaximumProblems) return;
  ++problems_of_content_;
  Error error{ErrorCode::invalid_content, what, "/content" + value.pointer()};
  error.line = line;
  fail(std::move(error));
}

void FieldReader::check_line(JsonValue text) {
  if (const auto refused = refused_in_line(text.exact_string()))
    fail(text, why_refused_in_line(*refused));
}

void FieldReader::fail_type(JsonValue value, std::string_view right) {
  if (problems_of_content_ == kMaximumProblems) return;
  fail(value, "must be " + std::string(right) + ", not " + std::string(to_string(value.type())));
}

void FieldReader::fail_repeated(JsonValue object, std::string_view name) {
  fail(object, "has a duplicate key \"" + std::string(name) + "\"");
}

}  // namespace core
