// FieldReader: reads the fields of an input, a JSON body or a form, into domain types. The rules
// and the error messages are the same for both.
//
// Read every field, then check error(), which is the first error, with its field. errors() has the
// first of each field, and problem() has all of these in one. Reading a field that is absent, null
// or, in a form, empty returns nothing. Fields that are not read are ignored. Not thread-safe.
// Keeps a reference to the input, which must outlive it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/account/display_name.h"
#include "core/account/email.h"
#include "core/account/role.h"
#include "core/artifact/remote_images.h"
#include "core/artifact/template.h"
#include "core/result.h"
#include "core/text/duration.h"
#include "core/text/expiry.h"

namespace core {

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

}  // namespace core
