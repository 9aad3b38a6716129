// JsonFieldReader: the FieldReader of a JSON body.
#pragma once

#include <string>
#include <string_view>

#include "core/artifact/template.h"
#include "core/input/field_reader.h"
#include "core/json/json_object.h"

namespace core {

class JsonFieldReader : public FieldReader {
 public:
  explicit JsonFieldReader(const JsonObject& object) : object_(object) {}

  bool is_given(std::string_view name) const override { return object_.find(name) != nullptr; }
  // Whether there is such a member, and it is not null.
  bool has(std::string_view name) const { return find(name) != nullptr; }

  std::optional<bool> boolean(std::string_view name) override;

  // A required template; invalid_template if there is no such one.
  Template content_template(std::string_view name);

  // The text of a required object; `wrong_type` is the code for anything else.
  std::string required_object(std::string_view name, ErrorCode wrong_type);

  // The text of an object of custom keys, within the limits of metadata.
  std::optional<std::string> metadata(std::string_view name);

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
};

}  // namespace core
