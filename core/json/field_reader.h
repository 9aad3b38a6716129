// FieldReader: reads the members of a request's body as what they are to be, with the contract's
// messages for those that are not.
//
// Read every field, then look at error(): it has the first thing that was wrong. A member that is
// null is taken as absent. Members that nobody reads are ignored.
// Keeps a reference to the object, which must outlive it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/artifact/remote_images.h"
#include "core/artifact/template.h"
#include "core/json/json_object.h"
#include "core/result.h"
#include "core/text/duration.h"

namespace core {

class FieldReader {
 public:
  explicit FieldReader(const JsonObject& object) : object_(object) {}

  // Whether there is such a member, and it is not null.
  bool has(std::string_view name) const { return find(name) != nullptr; }

  // A required template; invalid_template if there is no such one.
  Template content_template(std::string_view name);

  // A string of at most `most` code points with no control characters, but, where `lines` says so,
  // tabs and newlines.
  enum class Lines { one, many };
  std::optional<std::string> text(std::string_view name, std::size_t most, Lines lines);

  // A string of 1 to `most` code points, any characters.
  std::optional<std::string> secret(std::string_view name, std::size_t most);

  std::optional<bool> boolean(std::string_view name);
  std::optional<int> integer(std::string_view name, int least, int most);

  std::optional<RemoteImages> remote_images(std::string_view name);

  // An expiry; invalid_expires_in if it is none.
  std::optional<Duration> duration(std::string_view name);

  // The text of a required object; `wrong_type` is the code for anything else.
  std::string required_object(std::string_view name, ErrorCode wrong_type);

  // The text of an object of custom keys, within the contract's limits.
  std::optional<std::string> metadata(std::string_view name);

  void fail(ErrorCode code, std::string message);
  const std::optional<Error>& error() const { return error_; }

 private:
  // Null where the member is absent or null.
  const JsonMember* find(std::string_view name) const;
  // The same, and null where it is of another type, which is an error.
  const JsonMember* find(std::string_view name, JsonType type);

  const JsonObject& object_;
  std::optional<Error> error_;
};

}  // namespace core
