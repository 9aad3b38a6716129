// JsonFieldReader: the FieldReader of a JSON body.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/input/field_reader.h"
#include "core/input/member_names.h"
#include "core/json/json_object.h"
#include "core/warning.h"

namespace core {

class JsonFieldReader : public FieldReader {
 public:
  // For members whose names are checked elsewhere.
  explicit JsonFieldReader(const JsonObject& object) : object_(object) {}
  // Checks the names of the members first, as core/input/member_names.h says: those that are
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

}  // namespace core
