#include "core/json/field_reader.h"

#include <charconv>

#include "core/artifact/metadata.h"
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

void FieldReader::fail(ErrorCode code, std::string message) {
  if (!error_) error_ = Error{code, std::move(message)};
}

const JsonMember* FieldReader::find(std::string_view name) const {
  const JsonMember* member = object_.find(name);
  return member == nullptr || member->type == JsonType::null ? nullptr : member;
}

const JsonMember* FieldReader::find(std::string_view name, JsonType type) {
  const JsonMember* member = find(name);
  if (member == nullptr || member->type == type) return member;
  fail(ErrorCode::invalid_request, std::string(name) + " must be " + std::string(to_string(type)) +
                                       ", not " + std::string(to_string(member->type)));
  return nullptr;
}

Template FieldReader::content_template(std::string_view name) {
  const JsonMember* member = find(name);
  if (member == nullptr) {
    fail(ErrorCode::invalid_request,
         std::string(name) + " is required: one of markdown, chart, table, pdf");
    return {};
  }
  const std::optional<Template> known =
      member->type == JsonType::string ? parse_template(member->string) : std::nullopt;
  if (!known) {
    fail(ErrorCode::invalid_template,
         std::string(name) + " must be one of \"markdown\", \"chart\", \"table\", \"pdf\"");
  }
  return known.value_or(Template{});
}

std::optional<std::string> FieldReader::text(std::string_view name, std::size_t most, Lines lines) {
  const JsonMember* member = find(name, JsonType::string);
  if (member == nullptr) return std::nullopt;
  if (count_code_points(member->string) > most) {
    fail(ErrorCode::invalid_request,
         std::string(name) + " must have at most " + std::to_string(most) + " characters");
  }
  if (has_control_character(member->string, lines)) {
    fail(ErrorCode::invalid_request,
         std::string(name) +
             (lines == Lines::many
                  ? " must not contain control characters other than tabs and newlines"
                  : " must not contain control characters"));
  }
  return member->string;
}

std::optional<std::string> FieldReader::secret(std::string_view name, std::size_t most) {
  const JsonMember* member = find(name, JsonType::string);
  if (member == nullptr) return std::nullopt;
  const std::size_t length = count_code_points(member->string);
  if (length < 1 || length > most) {
    fail(ErrorCode::invalid_request,
         std::string(name) + " must have 1 to " + std::to_string(most) + " characters");
  }
  return member->string;
}

std::optional<bool> FieldReader::boolean(std::string_view name) {
  const JsonMember* member = find(name, JsonType::boolean);
  if (member == nullptr) return std::nullopt;
  return member->text == "true";
}

std::optional<RemoteImages> FieldReader::remote_images(std::string_view name) {
  const JsonMember* member = find(name);
  if (member == nullptr) return std::nullopt;
  const auto known =
      member->type == JsonType::string ? parse_remote_images(member->string) : std::nullopt;
  if (!known) {
    fail(ErrorCode::invalid_request,
         std::string(name) + " must be one of \"on\", \"click\", \"off\"");
  }
  return known;
}

std::optional<int> FieldReader::integer(std::string_view name, int least, int most) {
  const JsonMember* member = find(name, JsonType::number);
  if (member == nullptr) return std::nullopt;
  const char* end = member->text.data() + member->text.size();
  int number = 0;
  const auto [stop, problem] = std::from_chars(member->text.data(), end, number);
  if (problem != std::errc() || stop != end || number < least || number > most) {
    fail(ErrorCode::invalid_request, std::string(name) + " must be a whole number from " +
                                         std::to_string(least) + " to " + std::to_string(most));
  }
  return number;
}

std::optional<Duration> FieldReader::duration(std::string_view name) {
  const JsonMember* member = find(name);
  if (member == nullptr) return std::nullopt;
  // What is not a string has no unit either, and gets the same message.
  Result<Duration> duration =
      Duration::parse(member->type == JsonType::string ? member->string : std::string());
  if (duration) return *duration;
  fail(duration.error().code, duration.error().message);
  return std::nullopt;
}

std::string FieldReader::required_object(std::string_view name, ErrorCode wrong_type) {
  const JsonMember* member = find(name);
  if (member == nullptr) {
    fail(ErrorCode::invalid_request, std::string(name) + " is required: a JSON object");
    return {};
  }
  if (member->type != JsonType::object) {
    fail(wrong_type,
         std::string(name) + " must be a JSON object, not " + std::string(to_string(member->type)));
  }
  return std::string(member->text);
}

std::optional<std::string> FieldReader::metadata(std::string_view name) {
  const JsonMember* member = find(name, JsonType::object);
  if (member == nullptr) return std::nullopt;
  if (const auto problem = check_metadata(name, member->text))
    fail(problem->code, problem->message);
  return std::string(member->text);
}

}  // namespace core
