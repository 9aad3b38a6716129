// Reads the fields of a JSON body, a form, or an artifact's content.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/account.h"
#include "core/artifact.h"
#include "core/enum_words.h"
#include "core/error.h"
#include "core/member_names.h"
#include "core/text/form.h"
#include "core/text/json.h"
#include "core/time.h"
#include "core/warning.h"

namespace core {

// Whether a field of a share link limits who can open it: the password, the expiry and the view
// limit. An empty value of these is an error, as a script whose variable is not set must not
// publish without them.
bool protects_link(std::string_view field);

// FieldReader: reads the fields of an input into domain types: the members of a JSON object, or the
// fields of a form. The rules and the error messages are the same for both. What is inside a
// member, such as an artifact's content, is found in its tree, by find() with an object.
//
// Read every field, then check problem(), which has the first error of each field; error() is the
// first of them. Reading a field that is absent, null or, in a form, empty returns nothing. Fields
// that are not read are ignored. Not thread-safe. A form must outlive its reader.
class FieldReader {
 public:
  // For find() with an object.
  FieldReader() = default;
  // The members of an object, whose names are checked elsewhere.
  explicit FieldReader(JsonTree object) : object_(std::move(object)) {}
  // Checks the names of the members first, as core/member_names.h says: those that are mistakes are
  // its first errors.
  FieldReader(JsonTree object, BodyOf call);
  // The form of a page: an unchecked checkbox is absent or "false", and line breaks in texts become
  // newlines.
  explicit FieldReader(const FormFields& form) : form_(&form), is_of_page_(true) {}
  // The fields that a program sends with a file, in a form or a query: the members of a body, each
  // with its type in JSON. An empty field is null, except for those that protect a link.
  FieldReader(const FormFields& fields, BodyOf call);
  FieldReader(const FieldReader&) = delete;
  FieldReader& operator=(const FieldReader&) = delete;

  // Reads `value` in place of the field; nothing: as if the field were absent.
  void replace(std::string_view name, std::optional<JsonTree> value);

  // Whether the field is present, even if null or empty: in a change, that removes the value.
  bool is_given(std::string_view name) const;
  // Whether the field is present and has a value: not null or, in a form, not empty.
  bool has_value(std::string_view name) const { return field(name).has_value(); }
  // A member of any type that is not null, as the root of a tree. Forms have none.
  std::optional<JsonTree> value(std::string_view name) const;
  // All members, also those that are replaced.
  JsonValue members() const { return object_.root(); }

  // A string of at most `most` code points. On one line, it has nothing that refused_in_line()
  // finds; on many, no control characters but tabs and newlines.
  enum class Lines : std::uint8_t { one, many };
  std::optional<std::string> text(std::string_view name, std::size_t most, Lines lines);

  // A string of 1 to `most` code points, any characters.
  std::optional<std::string> secret(std::string_view name, std::size_t most);

  // The field if it is a string, an empty text if it is anything else.
  std::optional<std::string> word(std::string_view name) const;

  std::optional<bool> boolean(std::string_view name);
  std::optional<int> integer(std::string_view name, int least, int most);
  // One of the words of an enumeration.
  template <typename Enum>
  std::optional<Enum> one_of(std::string_view name) {
    const auto given = word(name);
    if (!given) return std::nullopt;
    const auto value = value_of<Enum>(*given);
    if (!value)
      fail(ErrorCode::invalid_request, name, "must be one of " + words_of<Enum>(", ", "\""));
    return value;
  }
  std::optional<DisplayName> optional_display_name(std::string_view name);

  // These are required: it is an error if they are missing or invalid.
  std::optional<DisplayName> display_name(std::string_view name);
  std::optional<Email> email(std::string_view name);
  std::optional<Role> role(std::string_view name);
  // A password that its user, known by this address, has chosen for the dashboard.
  std::optional<std::string> new_password(std::string_view name, std::string_view user_email);

  // A duration; fails with invalid_expires_in.
  std::optional<Duration> duration(std::string_view name);

  // An expiry; fails with invalid_expires_in.
  std::optional<Expiry> expiry(std::string_view name);

  // A required template; fails with invalid_template.
  Template content_template(std::string_view name);
  // The same for a field that may be absent or null.
  std::optional<Template> optional_template(std::string_view name);

  // An object, as the root of a tree; `wrong_type` is the code for anything else.
  std::optional<JsonTree> object(std::string_view name, ErrorCode wrong_type);
  JsonTree required_object(std::string_view name, ErrorCode wrong_type);

  // An object of custom keys, within the limits of metadata.
  std::optional<JsonTree> metadata(std::string_view name);

  // The first member of `object` by the order of `names` that has one of `types`. Nothing if there
  // is none; that is an error only if a member with one of the names, and not null, has another
  // type. A repeated name is an error too.
  std::optional<JsonValue> find(JsonValue object, std::initializer_list<std::string_view> names,
                                std::initializer_list<JsonType> types);

  // The text of a string, or of any other value as it was sent.
  static std::string shown_text(JsonValue value);

  void fail(ErrorCode code, std::string_view field, std::string_view message);
  // Adds the further errors that the error contains too.
  void fail(Error error);
  // Fails for a value of the content, with invalid_content: "must have at most 3 elements".
  // Its field is the value's pointer from the body's root. No more than twenty are kept.
  // `line`, if known, is the one in a text that the value is.
  void fail(JsonValue value, std::string_view what, std::optional<std::int64_t> line = {});
  // Fails if a string of the content has what refused_in_line() finds.
  void check_line(JsonValue text);
  // `right` is the expected type: "a number or null".
  void fail_type(JsonValue value, std::string_view right);
  void fail_repeated(JsonValue object, std::string_view name);
  // Adds to the message of the error with this field, if there is one.
  void explain(std::string_view field, std::string_view more);

  // Null if there is none.
  const Error* error() const { return errors_.empty() ? nullptr : &errors_.front(); }
  const std::vector<Error>& errors() const { return errors_; }
  // The first error, which contains the others; nothing if there is none.
  std::optional<Error> problem() const;
  bool has_error(std::string_view field) const;

  // The members that were ignored.
  const std::vector<Warning>& warnings() const { return warnings_; }

 private:
  // A field with a value. In a form it is a string, which `text` is without quotes.
  struct Field {
    JsonType type = JsonType::string;
    std::string_view text;
    std::optional<JsonTree> tree = std::nullopt;

    std::string string() const;
  };

  std::optional<Field> field(std::string_view name) const;
  // The same, and an error where it is of another type.
  std::optional<Field> field(std::string_view name, JsonType type);
  std::optional<std::string> string(std::string_view name);
  void check_names(const std::vector<std::string>& names, BodyOf call);

  JsonTree object_;
  const FormFields* form_ = nullptr;  // in place of the object
  bool is_of_page_ = false;
  std::map<std::string, std::optional<JsonTree>, std::less<>> replaced_;
  std::vector<Error> errors_;
  std::vector<Warning> warnings_;
  std::size_t problems_of_content_ = 0;
};

}  // namespace core
