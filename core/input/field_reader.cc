#include "core/input/field_reader.h"

#include <algorithm>
#include <utility>

#include "core/account/password_rule.h"
#include "core/artifact/metadata.h"
#include "core/json/json_tree.h"
#include "core/text/utf8.h"

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

}  // namespace core
