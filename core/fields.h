// Reads the fields of a JSON body, a form, or an artifact's content.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/account.h"
#include "core/artifact.h"
#include "core/error.h"
#include "core/member_names.h"
#include "core/text/form.h"
#include "core/text/json.h"
#include "core/text/json_object.h"
#include "core/time.h"
#include "core/warning.h"

namespace core {

// FieldReader: reads the fields of an input, a JSON body or a form, into domain types. The rules
// and the error messages are the same for both.
//
// Read every field, then check error(), which is the first error, with its field. errors() has the
// first of each field, and problem() has all of these in one. Reading a field that is absent, null
// or, in a form, empty returns nothing. Fields that are not read are ignored. Not thread-safe.
// Keeps a reference to the input, which must outlive it.
class FieldReader {
 public:
  FieldReader() = default;
  FieldReader(const FieldReader&) = delete;
  FieldReader& operator=(const FieldReader&) = delete;
  virtual ~FieldReader() = default;

  // Whether the field is present, even if null or empty: in a change, that removes the value.
  virtual bool is_given(std::string_view name) const = 0;
  // Whether the field is present and has a value: null, or nothing in a form, is none.
  virtual bool has_value(std::string_view name) const = 0;

  // A string of at most `most` code points without control characters, except for tabs and newlines
  // if `lines` is many.
  enum class Lines : std::uint8_t { one, many };
  std::optional<std::string> text(std::string_view name, std::size_t most, Lines lines);

  // A string of 1 to `most` code points, any characters.
  std::optional<std::string> secret(std::string_view name, std::size_t most);

  virtual std::optional<bool> boolean(std::string_view name) = 0;
  std::optional<int> integer(std::string_view name, int least, int most);
  std::optional<RemoteImages> remote_images(std::string_view name);

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

  // The text of a JSON object; `wrong_type` is the code for anything else.
  virtual std::optional<std::string> object(std::string_view name, ErrorCode wrong_type) = 0;
  std::string required_object(std::string_view name, ErrorCode wrong_type);

  // The text of a JSON object of custom keys, within the limits of metadata.
  std::optional<std::string> metadata(std::string_view name);

  void fail(ErrorCode code, std::string_view field, std::string_view message);
  // Adds the further errors that the error contains too.
  void fail(Error error);
  // Adds to the message of the error with this field, if there is one.
  void explain(std::string_view field, std::string_view more);
  const std::optional<Error>& error() const { return error_; }
  const std::vector<Error>& errors() const { return errors_; }
  // The first error, which contains the others; nothing if there is none.
  std::optional<Error> problem() const;
  bool has_error(std::string_view field) const;

 protected:
  // A field that is a string; fails if it is anything else.
  virtual std::optional<std::string> string(std::string_view name) = 0;
  // The text of a field that is a number; fails if it is anything else.
  virtual std::optional<std::string> number(std::string_view name) = 0;
  // The field if it is a string, an empty text if it is anything else.
  virtual std::optional<std::string> word(std::string_view name) const = 0;

 private:
  std::optional<Error> error_;
  std::vector<Error> errors_;
};

// FormFieldReader: the FieldReader of an HTML form. An empty field and an unchecked checkbox count
// as absent; line breaks in texts become newlines.
class FormFieldReader : public FieldReader {
 public:
  explicit FormFieldReader(const FormFields& fields) : fields_(fields) {}

  bool is_given(std::string_view name) const override { return fields_.contains(name); }
  bool has_value(std::string_view name) const override { return word(name).has_value(); }
  std::optional<bool> boolean(std::string_view name) override;
  std::optional<std::string> object(std::string_view name, ErrorCode wrong_type) override;

 protected:
  std::optional<std::string> string(std::string_view name) override;
  std::optional<std::string> number(std::string_view name) override { return word(name); }
  std::optional<std::string> word(std::string_view name) const override;

 private:
  const FormFields& fields_;
};

// JsonFieldReader: the FieldReader of a JSON body.
class JsonFieldReader : public FieldReader {
 public:
  // For members whose names are checked elsewhere.
  explicit JsonFieldReader(const JsonObject& object) : object_(object) {}
  // Checks the names of the members first, as core/member_names.h says: those that are
  // mistakes are its first errors.
  JsonFieldReader(const JsonObject& object, BodyOf call);

  bool is_given(std::string_view name) const override { return object_.find(name) != nullptr; }
  bool has_value(std::string_view name) const override { return find(name) != nullptr; }
  std::optional<bool> boolean(std::string_view name) override;
  std::optional<std::string> object(std::string_view name, ErrorCode wrong_type) override;

  // The members that were ignored.
  const std::vector<Warning>& warnings() const { return warnings_; }

 protected:
  std::optional<std::string> string(std::string_view name) override;
  std::optional<std::string> number(std::string_view name) override;
  std::optional<std::string> word(std::string_view name) const override;

 private:
  // Null where the member is absent or null.
  const JsonMember* find(std::string_view name) const;
  // The same, and null where it is of another type, which is an error.
  const JsonMember* find(std::string_view name, JsonType type);

  const JsonObject& object_;
  std::vector<Warning> warnings_;
};

// ContentReader: reads fields of a content object, and collects the problems with them.
//
// Readers of a template's content continue after a problem, and check error() at the end: if there
// is one, what they have read must not be used. One reader per content; not thread-safe.
class ContentReader {
 public:
  // The first member of `object` by the order of `names` that has one of `types`. Nothing if there
  // is none; that is a problem only if a member with one of the names, and not null, has another
  // type. A repeated name is a problem too.
  std::optional<JsonValue> find(JsonValue object, std::initializer_list<std::string_view> names,
                                std::initializer_list<JsonType> types);

  // The text of a string, or of any other value as it was sent.
  static std::string shown_text(JsonValue value);

  // Adds a problem with `value`; `what` follows its pointer: "must have at most 3 elements".
  void fail(JsonValue value, std::string_view what);
  // `right` is the expected type: "a number or null".
  void fail_type(JsonValue value, std::string_view right);
  void fail_repeated(JsonValue object, std::string_view name);

  // The first problem, as invalid_content; its field is a JSON Pointer (RFC 6901) from the root of
  // the body. It contains the next problems, up to twenty in total.
  const std::optional<Error>& error() const { return error_; }

 private:
  std::optional<Error> error_;
  std::size_t problems_ = 0;
};

}  // namespace core
